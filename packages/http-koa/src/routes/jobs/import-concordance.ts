import { defined } from '@utpid/core/storage'
import { builtInRecipe, type FeedFormat, recipeNames } from '@utpid/feed'
import { textInput } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { requireSupplier } from '../../handler/require-supplier.ts'
import { jobResponse } from '../../response/body/job-response.ts'
import type { Route } from '../../route/route.ts'
import { concordanceResultSchema } from '../../schema/concordance-result.ts'
import { jobSchema } from '../../schema/job.ts'
import { booleanParameter, codeText, decimal, supplierText } from '../../schema/shared.ts'
import type { UploadForm } from '../../uploads/upload-form.ts'
import { concordanceName, setText } from '../registry/concordances.ts'
import { columnsOf, feedQuery } from './feed-query.ts'
import { DETECTED_TYPES, FORMATS, MAX_BYTES, MAX_JSON_BYTES } from './import-feed.ts'
import { jobRoutes } from './job-routes.ts'

const PATH = '/registry/concordance-import'
const RECIPES = recipeNames().filter((name) => builtInRecipe(name).file.concordance !== undefined)

export const importConcordanceRoute: Route = hostedRoute(`POST ${PATH}`, {
  operationId: 'importConcordance',
  summary: 'Store a concordance of any size with a job',
  description:
    'A table with the columns `id`, `provider` and `code`, one code in each row, in any format of a feed, or a file that `recipe` reads. The codes replace the stored ones of the same name, unless `add` is true. If the file lacks more stored codes than allowed, the job fails with `excessive_loss` before it writes anything, and its results list them. The results of a stored concordance list unusable lines and contradictions; the last result has the numbers.',
  rules: ['readable_concordance'],
  access: { scope: 'registry:write' },
  cost: 1,
  query: z.strictObject({
    name: concordanceName,
    supplier: supplierText.optional().meta({
      description: 'Supplier of rows that name none. Then only its codes are replaced.',
    }),
    ...feedQuery,
    recipe: z.enum(RECIPES).optional().meta({ description: 'Recipe of a file with a concordance.' }),
    add: booleanParameter.optional().meta({ description: 'Only add: keep stored codes that the file lacks.' }),
    allowLoss: decimal(0, 1).optional().meta({
      description: 'Maximum share of the stored codes that the file may lack, default 0.1.',
    }),
    source: textInput({ max: 2_000, form: 'lines' }).optional().meta({
      description: 'Note about the origin, such as the name of the file. Default: the stored note.',
    }),
  }),
  stream: {
    mediaTypes: ['application/x-ndjson', 'text/csv', 'application/json', ...DETECTED_TYPES],
    maxBytes: MAX_BYTES,
    maxJsonBytes: MAX_JSON_BYTES,
    json: z
      .array(z.strictObject({ id: setText, provider: supplierText, code: codeText }))
      .min(1)
      .meta({ description: 'One code in each row, with the id of its set.' }),
  },
  answers: { 202: { description: 'The job.', json: jobSchema, headers: { Location: 'URL of the job.' } } },
  problems: ['validation_failed', 'too_many_jobs'],
  async handle({ service, caller, accountId }, call) {
    // Entries may name any supplier, so the key must not be restricted to suppliers.
    requireSupplier(call, undefined)
    const { name, supplier, recipe, records, encoding, entry, columns, add, allowLoss, source } = call.query
    const format: FeedFormat | undefined = FORMATS.get(call.mediaType)
    const form: UploadForm = {
      kind: 'concordance',
      maxBytes: format === 'json' ? MAX_JSON_BYTES : MAX_BYTES,
      ...defined({ format, columns: columnsOf(columns), recipe, records, encoding, entry, supplier }),
    }
    const job = await service.jobs.create({
      accountId,
      kind: 'concordance',
      inputs: call.uploads.read({
        accountId,
        form,
        body: call.stream,
        at: service.environment.now(),
        signal: call.signal,
      }),
      options: () => ({ name, ...defined({ supplier, add, allowLoss, source }) }),
      ...defined({ id: call.idempotencyKey, limit: caller.plan.jobs }),
    })
    return { status: 202, body: jobResponse(job, PATH), headers: { location: `${PATH}/${job.id}` } }
  },
})

export const concordanceJobRoutes: readonly Route[] = jobRoutes({
  kind: 'concordance',
  name: 'concordance',
  path: PATH,
  what: 'List imports of concordances of the account',
  scope: 'registry:write',
  result: concordanceResultSchema,
})
