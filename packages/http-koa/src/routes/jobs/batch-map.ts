import type { MatchOptions } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { type BatchMode, type BatchRequest, isJob, processBatch } from '@utpid/service/internal'
import type { BatchEnvelope } from '@utpid/service/reading'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { type FileParts, fileQuery, withKeptFile } from '../../own-file/keep-file.ts'
import { faultsOf } from '../../request/faults.ts'
import { jobResponse } from '../../response/body/job-response.ts'
import { InvalidRequest } from '../../response/problem.ts'
import { ok, type Route } from '../../route/route.ts'
import { jobSchema } from '../../schema/job.ts'
import { inputSchema, matchOptionsSchema } from '../../schema/match.ts'
import { booleanParameter, decimal, wholeNumber } from '../../schema/shared.ts'
import type { UploadForm } from '../../uploads/upload-form.ts'
import { columnsOf, tableQuery } from './feed-query.ts'
import { jobRoutes } from './job-routes.ts'

const PATH = '/registry/batch-map'
const MAX_JSON_BYTES = 10_000_000
const MAX_BYTES = 200_000_000
const MODES = ['auto', 'sync', 'async'] as const

export const batchMapRoute: Route = hostedRoute(`POST ${PATH}`, {
  operationId: 'batchMap',
  summary: 'Map inputs in a batch',
  description:
    'Up to 100 inputs are answered directly, more by a job (`mode: auto`). `sync` answers up to 1,000 inputs directly. Bodies may also be NDJSON or CSV, with the options as query parameters. A body over 256 KB (CSV: over 4 KB) waits until earlier bodies of the account have been read.',
  rules: ['batch_of_plan', 'refs_once', 'readable_feed'],
  access: { scope: 'registry:batch' },
  cost: 1,
  query: z.strictObject({
    mode: z.enum(MODES, 'must be auto, sync or async').optional(),
    limit: wholeNumber(1, 50).optional(),
    minConfidence: decimal(0, 1).optional(),
    explain: booleanParameter.optional(),
    ...tableQuery,
    ...fileQuery,
  }),
  stream: {
    mediaTypes: ['application/json', 'application/x-ndjson', 'text/csv'],
    maxBytes: MAX_BYTES,
    maxJsonBytes: MAX_JSON_BYTES,
    json: z.strictObject({
      inputs: z.array(inputSchema),
      options: matchOptionsSchema.optional(),
      mode: z.enum(MODES).optional(),
    }),
  },
  answers: {
    200: { description: 'The results.', json: jobSchema },
    202: { description: 'The job.', json: jobSchema, headers: { Location: 'URL of the job.' } },
  },
  problems: ['validation_failed', 'batch_too_large', 'duplicate_ref', 'too_many_jobs'],
  async handle({ service, caller, accountId }, call) {
    const at = service.environment.now()
    const startedAt = new Date(at).toISOString()
    const { mode, columns, encoding, keep, fileName, ...options } = call.query
    const envelope: BatchEnvelope = {
      ...(mode === undefined ? {} : { mode: mode as BatchMode }),
      ...(Object.values(options).some((value) => value !== undefined) ? { options: defined(options) } : {}),
    }
    const form: UploadForm = {
      kind: 'batch-map',
      format: formatOf(call.mediaType),
      maxInputs: caller.plan.batchSize,
      maxBytes: call.mediaType === 'application/json' ? MAX_JSON_BYTES : MAX_BYTES,
      ...defined({ columns: columnsOf(columns), encoding }),
    }
    const file = { accountId, form, envelope, keep, fileName, becomesJob: (items: number) => isJob(envelope, items) }
    const answer = await withKeptFile(service, file, async (kept) => {
      // A JSON body is a request and not a file.
      const parts: Partial<FileParts> = form.format === 'json' ? {} : kept
      const inputs = call.uploads.read({
        accountId,
        form,
        body: call.stream,
        envelope,
        ...defined({ onRead: parts.onRead }),
        at,
        signal: call.signal,
      })
      const request: BatchRequest = {
        accountId,
        plan: caller.plan,
        inputs,
        envelope,
        ...defined({ id: call.idempotencyKey, file: parts.file }),
        checkOptions,
      }
      const giveWay = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
      return await processBatch({ registry: call.registry, jobs: service.jobs, yieldNow: giveWay }, request)
    })
    if ('job' in answer) {
      return { status: 202, body: jobResponse(answer.job, PATH), headers: { location: `${PATH}/${answer.job.id}` } }
    }
    const { results, counts } = answer
    const total = results.length
    const finishedAt = new Date(service.environment.now()).toISOString()
    return ok({
      id: null,
      status: 'completed',
      createdAt: startedAt,
      startedAt: startedAt,
      finishedAt,
      expiresAt: null,
      counts: { total, processed: total, ...counts },
      progress: 1,
      results,
      resultsUrl: null,
      error: null,
    })
  },
})

export const batchJobRoutes: readonly Route[] = jobRoutes({
  kind: 'batch-map',
  name: 'batch',
  path: PATH,
  what: 'List batches of the account',
  scope: 'registry:batch',
  result: z.unknown(),
})

function formatOf(mediaType: string): 'json' | 'ndjson' | 'csv' {
  if (mediaType === 'application/json') return 'json'
  return mediaType === 'application/x-ndjson' ? 'ndjson' : 'csv'
}

function checkOptions(options: unknown): MatchOptions {
  const parsed = matchOptionsSchema.safeParse(options ?? {})
  if (parsed.success) return parsed.data as MatchOptions
  throw new InvalidRequest(faultsOf(parsed.error, 'options'))
}
