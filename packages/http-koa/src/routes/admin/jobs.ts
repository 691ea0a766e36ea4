import { CROSSWALK_LAYOUTS } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import type { Job } from '@utpid/service'
import { RESULTS_CURSOR, ROW_CURSOR } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { jobResponse } from '../../response/body/job-response.ts'
import { ok, type Route } from '../../route/route.ts'
import { JOB_STATUSES, jobCountsSchema } from '../../schema/job.ts'
import { cursorText, idParameter, pageOf, timestamp, wholeNumber } from '../../schema/shared.ts'
import { layoutWithoutCrosswalk } from '../registry/export.ts'

const PATH = '/admin/jobs'
const access = { scope: 'admin:jobs' } as const
const limit = wholeNumber(1, 1_000).optional()
const truth = z.boolean('must be true or false').optional()

const tfVersion = z
  .union([z.literal('next'), z.int().min(0)], 'must be next or the number of a term-frequency version')
  .meta({
    description: 'Term-frequency version: `next` counts the words now, 0 is the shipped table. Default: unchanged.',
  })

const adminJobSchema = z.object({
  id: z.string(),
  kind: z.string().meta({ description: '`batch-map`, `import`, `export`, `rescore`, `reindex` or `retention`.' }),
  account: z.string().nullable().meta({ description: 'Account of the job; null for jobs of the operator.' }),
  status: z.enum(JOB_STATUSES),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  expiresAt: timestamp,
  counts: jobCountsSchema,
  progress: z.number().min(0).max(1),
  resultsUrl: z.string().nullable().meta({ description: 'Set for jobs of the operator.' }),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})

export const adminJobsRoute: Route = hostedRoute(`GET ${PATH}`, {
  operationId: 'adminJobs',
  summary: 'List jobs of all accounts, newest first',
  access,
  query: z.strictObject({ limit, cursor: cursorText(ROW_CURSOR) }),
  answers: { 200: { description: 'Jobs.', json: pageOf(adminJobSchema) } },
  problems: ['invalid_cursor'],
  async handle({ service }, call) {
    const { jobs, cursor } = await service.jobs.listAll(defined(call.query))
    return ok({ results: jobs.map(shown), next: cursor ?? null })
  },
})

export const createAdminJobRoute: Route = hostedRoute(`POST ${PATH}`, {
  operationId: 'createAdminJob',
  summary: 'Create a job of the operator: an export, a rescore or a reindex',
  access,
  body: {
    json: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('export'),
        format: z.enum(['registry', 'crosswalk'], 'must be registry or crosswalk').optional(),
        layout: z.enum(CROSSWALK_LAYOUTS, 'must be long or wide').optional(),
      }),
      z.strictObject({ kind: z.literal('rescore'), tfVersion: tfVersion.optional(), dryRun: truth, restart: truth }),
      z.strictObject({ kind: z.literal('reindex'), force: truth, restart: truth }),
    ]),
  },
  answers: { 202: { description: 'The job.', json: adminJobSchema, headers: { Location: 'URL of the job.' } } },
  rules: ['layout_of_crosswalk'],
  problems: ['validation_failed'],
  async handle({ service }, call) {
    const { kind, ...given } = defined(call.body)
    if ('layout' in given && given.layout !== undefined && given.format !== 'crosswalk') throw layoutWithoutCrosswalk()
    const options = kind === 'export' ? { format: 'registry', ...given } : given
    const job = await service.jobs.create({
      kind,
      options: () => defined(options),
      ...(kind === 'export' ? { resultsAtEnd: true } : {}),
      ...defined({ id: call.idempotencyKey }),
    })
    return { status: 202, body: shown(job), headers: { location: `${PATH}/${job.id}` } }
  },
})

export const adminJobRoute: Route = hostedRoute(`GET ${PATH}/{id}`, {
  operationId: 'adminJob',
  summary: 'Get a job of any account',
  access,
  params: idParameter,
  answers: { 200: { description: 'The job.', json: adminJobSchema } },
  problems: ['job_not_found'],
  handle: async ({ service }, call) => ok(shown(await service.jobs.find(call.params.id))),
})

export const adminResultsRoute: Route = hostedRoute(`GET ${PATH}/{id}/results`, {
  operationId: 'adminResults',
  summary: 'List results of a job of the operator',
  access,
  params: idParameter,
  query: z.strictObject({ limit, cursor: cursorText(RESULTS_CURSOR) }),
  answers: { 200: { description: 'Results; `next` is null on the last page.', json: pageOf(z.unknown()) } },
  problems: ['job_not_found', 'results_expired', 'invalid_cursor'],
  async handle({ service }, call) {
    const { kind } = await service.jobs.find(call.params.id)
    // Read only results of the operator's jobs: only the account of a job may read its results.
    const { rows, cursor } = await service.jobs.results(undefined, kind, call.params.id, defined(call.query))
    return ok({ results: rows, next: cursor ?? null })
  },
})

export const cancelAdminJobRoute: Route = hostedRoute(`POST ${PATH}/{id}/cancel`, {
  operationId: 'cancelAdminJob',
  summary: 'Cancel a job of any account; its results stay',
  access,
  params: idParameter,
  body: { json: z.strictObject({}) },
  answers: { 200: { description: 'The job.', json: adminJobSchema } },
  problems: ['job_not_found', 'job_finished'],
  async handle({ service }, call) {
    const { accountId, kind } = await service.jobs.find(call.params.id)
    return ok(shown(await service.jobs.cancel(accountId, kind, call.params.id)))
  },
})

function shown(job: Job): Record<string, unknown> {
  const { kind, accountId } = job
  const { resultsUrl, ...rest } = jobResponse(job, PATH)
  return { ...rest, kind, account: accountId ?? null, resultsUrl: accountId === undefined ? resultsUrl : null }
}
