import { defined } from '@utpid/core/storage'
import {
  builtInRecipe,
  type ColumnReport,
  FeedError,
  type FeedFormat,
  ignoredSources,
  type Mapping,
  parseConstants,
  parseMapping,
  parseRemovedWhen,
  recipeNames,
} from '@utpid/feed'
import { textInput } from '@utpid/service/internal'
import type { BatchEnvelope } from '@utpid/service/reading'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { requireSupplier } from '../../handler/require-supplier.ts'
import { baseName, fileQuery, withKeptFile } from '../../own-file/keep-file.ts'
import { jobResponse } from '../../response/body/job-response.ts'
import { InvalidRequest } from '../../response/problem.ts'
import type { Route } from '../../route/route.ts'
import { importResultSchema } from '../../schema/import-result.ts'
import { jobSchema } from '../../schema/job.ts'
import { feedSchema } from '../../schema/record.ts'
import { booleanParameter, supplierText } from '../../schema/shared.ts'
import type { UploadForm } from '../../uploads/upload-form.ts'
import { columnsOf, endingQuery, feedQuery } from './feed-query.ts'
import { jobRoutes } from './job-routes.ts'

const PATH = '/registry/import'
export const MAX_JSON_BYTES = 10_000_000
export const MAX_BYTES = 1_000_000_000
/** Formats of media types. */
export const FORMATS: ReadonlyMap<string, FeedFormat> = new Map([
  ['application/x-ndjson', 'jsonl'],
  ['text/csv', 'csv'],
  ['application/json', 'json'],
])
/** Types of packed files, of files of any format, and of formats that their content makes clear. */
export const DETECTED_TYPES = [
  'application/gzip',
  'application/zstd',
  'application/zip',
  'application/octet-stream',
  'application/xml',
  'text/xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.apache.parquet',
] as const
/** Pattern of one `field=column`; white space around the names is ignored. */
const PAIR = '\\s*[^\\s,=][^,=]*=\\s*[^\\s,][^,]*'

export const importRoute: Route = hostedRoute(`POST ${PATH}`, {
  operationId: 'import',
  summary: 'Import a supplier feed with a job',
  description:
    'CSV, JSON Lines, JSON, XML, XLSX or Parquet, optionally packed with gzip, zstd or zip. The format of a body of another type is detected. The import waits until earlier bodies of the account have been read (`uploads` of the list shows them). A body that is not a feed is answered with 422 and the reason, without a job: HTML, binary data, an empty body, a header without rows, or a header without a name, code or identifier. If no record of the feed is accepted, or if it would end more records than allowed, the job fails. With `dryRun`, the job writes nothing: its counts and results are those that the import would have, and its last result has examples of each outcome. It needs the same scope, since its results are read as those of imports.',
  rules: ['readable_feed', 'known_mapping', 'removals_alone'],
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
    set: textInput({ max: 4_000 })
      .optional()
      .meta({
        description: 'Constants for fields of every record, as a comma-separated list: `category=hotel,country=FR`.',
        pattern: `^${PAIR}(?:,${PAIR})*$`,
      }),
    ...feedQuery,
    ...fileQuery,
    recipe: z.enum(recipeNames()).optional().meta({
      description: 'Recipe of the format of the feed, in place of the names of its columns. It excludes `mapping`.',
    }),
    ...endingQuery,
    dryRun: booleanParameter
      .optional()
      .meta({ description: 'Dry run: the job reports what the import would do, and writes nothing.' }),
  }),
  stream: {
    mediaTypes: ['application/x-ndjson', 'text/csv', 'application/json', ...DETECTED_TYPES],
    maxBytes: MAX_BYTES,
    maxJsonBytes: MAX_JSON_BYTES,
    json: feedSchema,
  },
  answers: { 202: { description: 'The job.', json: jobSchema, headers: { Location: 'URL of the job.' } } },
  problems: ['validation_failed', 'too_many_jobs'],
  async handle({ service, caller, accountId }, call) {
    // Records of a feed may name any supplier, so the key must not be restricted to suppliers.
    requireSupplier(call, undefined)
    const { supplier, mapping, recipe, set, full, allowLoss, dryRun, records, encoding, entry } = call.query
    const fields = checkedMapping(mapping, set, recipe)
    const removal = checkedRemoval(call.query)
    const envelope: BatchEnvelope = {}
    const format = FORMATS.get(call.mediaType)
    const form: UploadForm = {
      kind: 'import',
      maxBytes: format === 'json' ? MAX_JSON_BYTES : MAX_BYTES,
      ...defined({ format, mapping: fields, columns: columnsOf(call.query.columns) }),
      ...defined({ recipe, records, encoding, entry }),
      ...removal.form,
    }
    const { keep, fileName } = call.query
    const { job } = await withKeptFile(service, { accountId, form, envelope, keep, fileName }, async (kept) => ({
      job: await service.jobs.create({
        accountId,
        kind: 'import',
        inputs: call.uploads.read({
          accountId,
          form,
          body: call.stream,
          envelope,
          onRead: kept.onRead,
          at: service.environment.now(),
          signal: call.signal,
        }),
        file: kept.file,
        options: () => ({
          ...defined({ supplier: supplier ?? supplierOf(recipe), full, allowLoss, dryRun, columns: envelope.columns }),
          from: defined({ file: baseName(fileName), format: envelope.feed?.format, actor: call.actor }),
          ...ignoredOf(envelope),
          ...(removal.isRemoving ? { removals: true } : {}),
        }),
        ...defined({ id: call.idempotencyKey, limit: caller.plan.jobs }),
      }),
    }))
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

/** Returns the ignored columns of the feed, for the summary of the import. */
function ignoredOf({ columns }: BatchEnvelope): { ignored?: ReturnType<typeof ignoredSources> } {
  return columns === undefined ? {} : { ignored: ignoredSources(columns as ColumnReport) }
}

/** Returns the supplier of a recipe's records. */
function supplierOf(recipe: string | undefined): string | undefined {
  return recipe === undefined ? undefined : builtInRecipe(recipe).supplier
}

/** Returns the conditions of removals, and whether the feed may have removals. @throws {@link InvalidRequest} */
function checkedRemoval({ removedWhen, removedOnly, full, recipe }: RemovalQuery): {
  readonly form: Pick<UploadForm & { readonly kind: 'import' }, 'removedWhen' | 'removedOnly'>
  readonly isRemoving: boolean
} {
  if (removedOnly === true && (full === true || removedWhen !== undefined)) {
    const message = 'is invalid: it excludes `full` and `removedWhen`.'
    throw new InvalidRequest([{ path: 'query.removedOnly', code: 'invalid_parameter', message }])
  }
  const conditions =
    removedWhen === undefined ? undefined : checked('removedWhen', () => parseRemovedWhen([removedWhen]))
  const ofRecipe = recipe === undefined ? [] : builtInRecipe(recipe).removedWhen
  return {
    form: defined({ removedWhen: conditions, removedOnly }),
    isRemoving: removedOnly === true || (conditions ?? ofRecipe).length > 0,
  }
}

interface RemovalQuery {
  readonly removedWhen?: string | undefined
  readonly removedOnly?: boolean | undefined
  readonly full?: boolean | undefined
  readonly recipe?: string | undefined
}

/** Parses the mapping of columns and the constants. @throws {@link InvalidRequest} */
function checkedMapping(
  mapping: string | undefined,
  set: string | undefined,
  recipe: string | undefined,
): Mapping | undefined {
  if (mapping !== undefined && recipe !== undefined) {
    const message = 'is invalid: a recipe has the columns of all fields.'
    throw new InvalidRequest([{ path: 'query.mapping', code: 'invalid_mapping', message }])
  }
  const columns = mapping === undefined ? undefined : checked('mapping', () => parseMapping(mapping.split(',')))
  return set === undefined ? columns : checked('set', () => parseConstants(set.split(','), columns))
}

function checked<Value>(parameter: string, parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    throw new InvalidRequest([
      { path: `query.${parameter}`, code: error.code, message: `is invalid: ${error.message}` },
    ])
  }
}
