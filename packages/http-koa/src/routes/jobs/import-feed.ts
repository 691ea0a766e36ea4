import { FeedError, type Mapping, parseMapping } from '@utpid/feed'
import { textInput } from '@utpid/service'
import { z } from 'zod'
import { hosted } from '../../handler/hosted.ts'
import { requireSupplier } from '../../handler/require-supplier.ts'
import { jobAnswer } from '../../response/body/job-answer.ts'
import { InvalidRequest } from '../../response/problem.ts'
import { type Route, route } from '../../route/route.ts'
import { importResultSchema } from '../../schema/import-result.ts'
import { jobSchema } from '../../schema/job.ts'
import { feedSchema } from '../../schema/record.ts'
import { decimal, supplierText, truth } from '../../schema/shared.ts'
import { jobRoutes } from './job-routes.ts'

const PATH = '/registry/import'
const JSON_BYTES_MOST = 10_000_000
const BYTES_MOST = 1_000_000_000

export const importRoute: Route = route({
  operationId: 'import',
  method: 'POST',
  path: PATH,
  summary: 'Import a feed of supplier records, by a job',
  description:
    'CSV, JSON Lines or JSON, also packed by gzip. Waits until other bodies of the account are read (`uploads` of the list shows them). What is no feed is 422 with the reason, without a job: XML, HTML, binary data, an empty body, only a header, a header without a name, code or identifier. A feed of which no record is taken is a job that fails.',
  rules: ['readable_feed', 'known_mapping'],
  access: { scope: 'registry:write' },
  cost: 1,
  query: z.strictObject({
    supplier: supplierText.optional().meta({
      description: 'The supplier of records that name none.',
    }),
    mapping: textInput({ most: 4_000 }).optional().meta({
      description: 'Where fields come from, as a comma list: `name=nom_usuel,code=id`.',
    }),
    full: truth.optional().meta({ description: 'The feed is all that its suppliers have: what it lacks ends.' }),
    allowLoss: decimal(0, 1).optional().meta({ description: 'Of a full feed: share that may be missing.' }),
  }),
  stream: {
    mediaTypes: ['application/x-ndjson', 'text/csv', 'application/json'],
    bytesMost: BYTES_MOST,
    jsonBytesMost: JSON_BYTES_MOST,
    json: feedSchema,
  },
  answers: { 202: { description: 'A job.', json: jobSchema, headers: { Location: 'Of the job.' } } },
  problems: ['validation_failed', 'too_many_jobs'],
  async handle(call) {
    const { service, caller, accountId } = hosted(call)
    // Records of a feed may name suppliers of their own.
    requireSupplier(call, undefined)
    const { supplier, mapping, full, allowLoss } = call.query
    const columns = mapping === undefined ? undefined : checkedMapping(mapping)
    const format = call.mediaType === 'text/csv' ? 'csv' : call.mediaType === 'application/json' ? 'json' : 'jsonl'
    const job = await service.jobs.create({
      accountId,
      kind: 'import',
      inputs: call.uploads.read({
        accountId,
        form: {
          kind: 'import',
          format,
          bytesMost: format === 'json' ? JSON_BYTES_MOST : BYTES_MOST,
          ...(columns === undefined ? {} : { mapping: columns }),
        },
        body: call.stream,
        at: service.environment.now(),
        signal: call.signal,
      }),
      options: () => ({
        ...(supplier === undefined ? {} : { supplier }),
        ...(full === undefined ? {} : { full }),
        ...(allowLoss === undefined ? {} : { allowLoss }),
      }),
      ...(call.token === undefined ? {} : { id: call.token }),
      ...(caller.plan.jobs === undefined ? {} : { limit: caller.plan.jobs }),
    })
    return { status: 202, body: jobAnswer(job, PATH), headers: { location: `${PATH}/${job.id}` } }
  },
})

export const importJobRoutes: readonly Route[] = jobRoutes({
  kind: 'import',
  name: 'import',
  path: PATH,
  what: 'Imports of the account',
  scope: 'registry:write',
  result: importResultSchema,
})

/** @throws {@link InvalidRequest} */
function checkedMapping(text: string): Mapping {
  try {
    return parseMapping(text.split(','))
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    throw new InvalidRequest([{ path: 'query.mapping', code: error.code, message: `is wrong: ${error.message}` }])
  }
}
