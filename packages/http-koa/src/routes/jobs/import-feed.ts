import { defined } from '@utpid/core/storage'
import { builtInRecipe, FeedError, type Mapping, parseMapping, recipeNames } from '@utpid/feed'
import { textInput } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { requireSupplier } from '../../handler/require-supplier.ts'
import { jobResponse } from '../../response/body/job-response.ts'
import { InvalidRequest } from '../../response/problem.ts'
import type { Route } from '../../route/route.ts'
import { importResultSchema } from '../../schema/import-result.ts'
import { jobSchema } from '../../schema/job.ts'
import { feedSchema } from '../../schema/record.ts'
import { booleanParameter, decimal, supplierText } from '../../schema/shared.ts'
import { jobRoutes } from './job-routes.ts'

const PATH = '/registry/import'
const MAX_JSON_BYTES = 10_000_000
const MAX_BYTES = 1_000_000_000
/** Pattern of one `field=column`; white space around the names is ignored. */
const PAIR = '\\s*[^\\s,=][^,=]*=\\s*[^\\s,][^,]*'

export const importRoute: Route = hostedRoute(`POST ${PATH}`, {
  operationId: 'import',
  summary: 'Import a supplier feed with a job',
  description:
    'CSV, JSON Lines or JSON, optionally compressed with gzip. The import waits until earlier bodies of the account have been read (`uploads` of the list shows them). A body that is not a feed is answered with 422 and the reason, without a job: XML, HTML, binary data, an empty body, a header without rows, or a header without a name, code or identifier. If no record of the feed is accepted, the job fails.',
  rules: ['readable_feed', 'known_mapping'],
  access: { scope: 'registry:write' },
  cost: 1,
  query: z.strictObject({
    supplier: supplierText.optional().meta({
      description: 'Supplier of records that name no supplier.',
    }),
    mapping: textInput({ max: 4_000 })
      .optional()
      .meta({
        description: 'Columns of fields, as a comma-separated list: `name=nom_usuel,code=id`.',
        pattern: `^${PAIR}(?:,${PAIR})*$`,
      }),
    recipe: z.enum(recipeNames()).optional().meta({
      description: 'Recipe of the format of the feed, in place of the names of its columns. It excludes `mapping`.',
    }),
    full: booleanParameter
      .optional()
      .meta({ description: 'The feed is complete: deactivates records missing from it.' }),
    allowLoss: decimal(0, 1)
      .optional()
      .meta({ description: 'For a full feed: maximum share of known records that may be missing.' }),
  }),
  stream: {
    mediaTypes: ['application/x-ndjson', 'text/csv', 'application/json'],
    maxBytes: MAX_BYTES,
    maxJsonBytes: MAX_JSON_BYTES,
    json: feedSchema,
  },
  answers: { 202: { description: 'The job.', json: jobSchema, headers: { Location: 'URL of the job.' } } },
  problems: ['validation_failed', 'too_many_jobs'],
  async handle({ service, caller, accountId }, call) {
    // Records of a feed may name any supplier, so the key must not be restricted to suppliers.
    requireSupplier(call, undefined)
    const { supplier, mapping, recipe, full, allowLoss } = call.query
    const columns = mapping === undefined ? undefined : checkedMapping(mapping, recipe)
    const format = call.mediaType === 'text/csv' ? 'csv' : call.mediaType === 'application/json' ? 'json' : 'jsonl'
    const job = await service.jobs.create({
      accountId,
      kind: 'import',
      inputs: call.uploads.read({
        accountId,
        form: {
          kind: 'import',
          format,
          maxBytes: format === 'json' ? MAX_JSON_BYTES : MAX_BYTES,
          ...defined({ mapping: columns, recipe }),
        },
        body: call.stream,
        at: service.environment.now(),
        signal: call.signal,
      }),
      options: () => ({
        ...defined({ supplier: supplier ?? supplierOf(recipe), full, allowLoss }),
      }),
      ...defined({ id: call.idempotencyKey, limit: caller.plan.jobs }),
    })
    return { status: 202, body: jobResponse(job, PATH), headers: { location: `${PATH}/${job.id}` } }
  },
})

export const importJobRoutes: readonly Route[] = jobRoutes({
  kind: 'import',
  name: 'import',
  path: PATH,
  what: 'List imports of the account',
  scope: 'registry:write',
  result: importResultSchema,
})

/** Returns the supplier of a recipe's records. */
function supplierOf(recipe: string | undefined): string | undefined {
  return recipe === undefined ? undefined : builtInRecipe(recipe).supplier
}

/** Parses a column mapping. @throws {@link InvalidRequest} */
function checkedMapping(text: string, recipe: string | undefined): Mapping {
  if (recipe !== undefined) {
    const message = 'is invalid: a recipe has the columns of all fields.'
    throw new InvalidRequest([{ path: 'query.mapping', code: 'invalid_mapping', message }])
  }
  try {
    return parseMapping(text.split(','))
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    throw new InvalidRequest([{ path: 'query.mapping', code: error.code, message: `is invalid: ${error.message}` }])
  }
}
