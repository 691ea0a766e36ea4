import { REJECTION_CODES, REPAIR_CODES, REPORTED_FIELDS } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { z } from 'zod'
import { redactDecisions } from '../../response/body/actor-name.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { adviceSchema } from '../../schema/advice.ts'
import { supplierText, timestamp, wholeNumber } from '../../schema/shared.ts'

const supplierId = z.strictObject({ id: supplierText })
const amount = z.int().min(0)

const linkCounts = {
  records: amount,
  linked: amount.meta({ description: 'Records whose product has a record of another supplier.' }),
  alone: amount.meta({ description: 'Records whose product has only this record.' }),
  own: amount.meta({ description: 'Records whose product has several records, all of this supplier.' }),
  doubtful: amount.meta({ description: 'Records whose product has an open alert.' }),
}
const group = z.object({ name: z.string(), ...linkCounts })
const side = z.object({ records: amount, linked: amount })

const importSummarySchema = z
  .object({
    supplier: z.string(),
    change: z.int().meta({ description: 'Change that stored the summary. It identifies the import of the supplier.' }),
    startedAt: timestamp,
    finishedAt: timestamp,
    counts: z.object({
      linked: amount,
      created: amount,
      alerted: amount,
      updated: amount,
      unchanged: amount,
      suppressed: amount,
      rejected: amount,
      superseded: amount,
      repaired: amount,
      deactivated: amount,
    }),
    rejections: z
      .partialRecord(z.enum(Object.keys(REJECTION_CODES) as (keyof typeof REJECTION_CODES)[]), amount)
      .meta({ description: 'Rejected records by reason.' }),
    repairs: z
      .partialRecord(z.enum(Object.keys(REPAIR_CODES) as (keyof typeof REPAIR_CODES)[]), amount)
      .meta({ description: 'Records with a repair, by repair.' }),
    categories: z
      .object({ stated: amount, inferred: amount, unknown: amount, missing: amount })
      .meta({ description: 'Accepted records by the source of their category.' }),
    full: z.literal(true).optional().meta({ description: 'The feed was complete.' }),
    resumed: z
      .literal(true)
      .optional()
      .meta({ description: 'The import was interrupted; reasons cover only its last part.' }),
    source: z
      .object({
        file: z.string().optional().meta({ description: 'Name of the file; absent for another account.' }),
        format: z.string().optional(),
        actor: z
          .string()
          .optional()
          .meta({ description: 'Key or member that sent the import; `another account` for another account.' }),
        unreadable: amount.optional(),
        ignored: z
          .array(z.object({ column: z.string(), filled: z.number().min(0).max(1), guess: z.string().optional() }))
          .optional()
          .meta({ description: 'Columns with values that no field used.' }),
      })
      .optional(),
  })
  .meta({ id: 'ImportSummary' })

const reportSchema = z
  .object({
    supplier: z.string(),
    name: z.string(),
    records: z.object(linkCounts),
    byCountry: z.array(group).meta({ description: 'The largest 20 countries, then `other`; `ZZ` if unknown.' }),
    byCategory: z.array(group).meta({ description: 'The largest 20 categories, then `other`.' }),
    fields: z
      .array(z.object({ field: z.enum(REPORTED_FIELDS), with: side, without: side }))
      .meta({ description: 'Links of records with a field and without it.' }),
    habits: z
      .object({
        records: amount.meta({ description: 'Records that were read.' }),
        severalCodes: z
          .number()
          .min(0)
          .max(1)
          .meta({ description: 'Share of the records with another code of the supplier for the same product.' }),
        coordinateErrorMeters: amount.meta({
          description: 'Metres within which nine of ten coordinates are right; 0 if the error is usual.',
        }),
      })
      .optional()
      .meta({ description: 'Habits learned with the last count of words; absent if they are usual.' }),
    lastImport: importSummarySchema.optional(),
    advice: z.array(adviceSchema).meta({ description: 'Advice, most helpful first.' }),
    change: z.int(),
    generatedAt: timestamp,
  })
  .meta({ id: 'SupplierReport' })

export const supplierReportRoute: Route = route('GET /registry/suppliers/{id}/report', {
  operationId: 'supplierReport',
  summary: 'Count the records of a supplier by their links, with advice about what would help',
  description: 'The call reads all records of the supplier. The registry stores no report.',
  access: { scope: 'registry:read' },
  cost: 1,
  params: supplierId,
  answers: { 200: { description: 'The report.', json: reportSchema } },
  problems: ['not_found'],
  handle: async ({ registry, caller, params: { id }, signal }) =>
    ok(redactDecisions(await registry.supplierReport(id, { signal }), { caller })),
})

export const supplierImportsRoute: Route = route('GET /registry/suppliers/{id}/imports', {
  operationId: 'supplierImports',
  summary: 'List the stored summaries of imports of a supplier, newest first',
  access: { scope: 'registry:read' },
  cost: 1,
  params: supplierId,
  query: z.strictObject({
    after: wholeNumber(1, Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: 'Change of an import: only earlier imports are listed.' }),
    limit: wholeNumber(1, 1_000).optional(),
  }),
  answers: { 200: { description: 'Imports.', json: z.object({ results: z.array(importSummarySchema) }) } },
  problems: ['not_found'],
  async handle({ registry, caller, params: { id }, query: { after, limit }, signal }) {
    const results = await registry.listImports({ supplier: id, ...defined({ after, limit }), signal })
    return ok({ results: redactDecisions(results, { caller }) })
  },
})
