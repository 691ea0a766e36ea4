import { defined } from '@utpid/core/storage'
import { type ColumnReport, feedWarnings } from '@utpid/feed'
import { RESULTS_CURSOR, ROW_CURSOR, type Scope } from '@utpid/service/internal'
import { z } from 'zod'
import { hosted } from '../../handler/hosted.ts'
import { requireSupplier } from '../../handler/require-supplier.ts'
import { jobResponse } from '../../response/body/job-response.ts'
import { type Call, ok, type Route, route } from '../../route/route.ts'
import { jobSchema, uploadSchema } from '../../schema/job.ts'
import { cursorText, idParameter, pageOf, wholeNumber } from '../../schema/shared.ts'
import type { AnnotatedForm, UploadForm } from '../../uploads/upload-form.ts'
import { fileReply } from './file-reply.ts'
import { resultLines } from './result-lines.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface JobRoutes {
  readonly kind: UploadForm['kind']
  /** Prefix of the operation ids, such as `batch`. */
  readonly name: string
  readonly path: `/${string}`
  readonly what: string
  readonly scope: Scope
  /** Schema of one result. */
  readonly result: z.ZodType
}

/** Returns the routes of one kind of job: list, get, results, file (where files are kept) and cancel. These routes cost no quota. */
export function jobRoutes(options: JobRoutes): readonly Route[] {
  const { kind } = options
  const file = kind === 'concordance' ? [] : [fileRoute({ ...options, kind })]
  return [listRoute(options), jobRoute(options), resultsRoute(options), ...file, cancelRoute(options)]
}

/**
 * Returns the service and the account of a call.
 *
 * @throws if the caller may not use jobs of this scope.
 */
function jobAccess(call: Call<unknown, unknown, unknown>, scope: Scope): ReturnType<typeof hosted> {
  // Imported records may belong to any supplier, so the key must not be restricted to suppliers.
  if (scope === 'registry:write') requireSupplier(call, undefined)
  return hosted(call)
}

function listRoute({ kind, name, path, what, scope }: JobRoutes): Route {
  return route(`GET ${path}`, {
    operationId: `${name}Jobs`,
    summary: `${what}, newest first`,
    access: { scope },
    query: z.strictObject({ limit: wholeNumber(1, 1_000).optional(), cursor: cursorText(ROW_CURSOR) }),
    answers: {
      200: {
        description: 'Jobs, and uploads without a job yet.',
        json: z.object({
          results: z.array(jobSchema),
          next: z.string().nullable(),
          uploads: z.array(uploadSchema).meta({
            description: 'Bodies that arrive, wait or are read in the answering process, without short ones.',
          }),
        }),
      },
    },
    problems: ['invalid_cursor'],
    async handle(call) {
      const { service, accountId } = jobAccess(call, scope)
      const page = defined(call.query)
      const { jobs, cursor } = await service.jobs.list(accountId, kind, page)
      const uploads = call.uploads.of(accountId, kind)
      return ok({
        results: jobs.map((job) => jobResponse(job, path)),
        next: cursor ?? null,
        uploads: uploads.map(({ at, status, position }) => ({
          status,
          position,
          createdAt: new Date(at).toISOString(),
        })),
      })
    },
  })
}

function jobRoute({ kind, name, path, scope }: JobRoutes): Route {
  return route(`GET ${path}/{id}`, {
    operationId: `${name}Job`,
    summary: 'Get the status of a job',
    access: { scope },
    params: idParameter,
    answers: { 200: { description: 'The job.', json: jobSchema } },
    problems: ['job_not_found'],
    async handle(call) {
      const { service, accountId } = jobAccess(call, scope)
      const job = await service.jobs.get(accountId, kind, call.params.id)
      const { columns } = job.options
      const warnings = columns === undefined ? undefined : feedWarnings(columns as ColumnReport)
      return ok({ ...jobResponse(job, path), ...defined({ columns, warnings }), ...job.findings })
    },
  })
}

function resultsRoute({ kind, name, path, scope, result }: JobRoutes): Route {
  return route(`GET ${path}/{id}/results`, {
    operationId: `${name}Results`,
    summary: 'List results of a job so far, in input order',
    description:
      'A page of JSON, or with `Accept: application/x-ndjson` all further results, one per line. Results are kept for 30 days.',
    access: { scope },
    params: idParameter,
    query: z.strictObject({ limit: wholeNumber(1, 1_000).optional(), cursor: cursorText(RESULTS_CURSOR) }),
    answers: {
      200: {
        description: 'Results; `next` is null on the last page.',
        json: pageOf(result),
        others: ['application/x-ndjson'],
      },
    },
    problems: ['job_not_found', 'results_expired', 'invalid_cursor'],
    async handle(call) {
      const { service, accountId } = jobAccess(call, scope)
      const page = defined(call.query)
      if (call.header('accept')?.includes('application/x-ndjson') === true) {
        await service.jobs.get(accountId, kind, call.params.id)
        const lines = await resultLines(service, accountId, kind, call.params.id, {
          signal: call.signal,
          ...defined({ cursor: page.cursor }),
        })
        return { status: 200, body: lines, type: 'application/x-ndjson' }
      }
      const { rows, cursor } = await service.jobs.results(accountId, kind, call.params.id, page)
      return ok({ results: rows, next: cursor ?? null })
    },
  })
}

function fileRoute({ kind, name, path, scope }: JobRoutes & { readonly kind: AnnotatedForm['kind'] }): Route {
  return route(`GET ${path}/{id}/file`, {
    operationId: `${name}File`,
    summary: 'Download the file of a finished job with its UTPIDs',
    description:
      'The file as it was sent, unpacked: `utpid`, `confidence`, `status` and `reason` are appended to each row, and all else stays as it was. A row that the job did not reach has the status `not_processed`. Files are kept for 7 days, unless the service has another setting; `file` of the job says until when.',
    access: { scope },
    params: idParameter,
    answers: {
      200: {
        description: 'The file, in its format.',
        mediaType: 'text/csv',
        others: ['application/x-ndjson', 'application/json', XLSX],
      },
    },
    problems: ['job_not_found', 'job_unfinished', 'file_not_kept', 'file_expired'],
    async handle(call) {
      const { service, accountId } = jobAccess(call, scope)
      return await fileReply(service, { accountId, kind, id: call.params.id }, call)
    },
  })
}

function cancelRoute({ kind, name, path, scope }: JobRoutes): Route {
  return route(`POST ${path}/{id}/cancel`, {
    operationId: `cancel${name[0]?.toUpperCase()}${name.slice(1)}`,
    summary: 'Cancel a job; its results stay',
    access: { scope },
    params: idParameter,
    body: { json: z.strictObject({}) },
    answers: { 200: { description: 'The job.', json: jobSchema } },
    problems: ['job_not_found', 'job_finished'],
    async handle(call) {
      const { service, accountId } = jobAccess(call, scope)
      return ok(jobResponse(await service.jobs.cancel(accountId, kind, call.params.id), path))
    },
  })
}
