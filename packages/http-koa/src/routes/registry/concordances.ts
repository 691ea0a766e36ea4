import { RegistryError } from '@utpid/core'
import type { ConcordanceContradiction, ConcordanceLoss, EndingCode } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { textInput } from '@utpid/service/internal'
import { z } from 'zod'
import { requireSupplier } from '../../handler/require-supplier.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { contradictionSchema, storedConcordanceSchema } from '../../schema/concordance-result.ts'
import { codeText, supplierText, timestamp, wholeNumber } from '../../schema/shared.ts'

/** Maximum entries of one request, so that a request does not block writers for long. */
const MAX_ENTRIES = 10_000
const MAX_BYTES = 10_000_000
const MAX_CONTRADICTIONS = 1_000
/** Maximum codes in the answer to a replacement that lacks too many. */
const MAX_ENDING_CODES = 1_000
const DEFAULT_CONTRADICTIONS = 100

export const concordanceName: z.ZodString = textInput({ min: 1, max: 50 })
  .regex(/^[a-z0-9][a-z0-9_-]*$/, 'must have only a-z, 0-9, "-" and "_", and start with a letter or digit')
  .meta({ description: 'Name of a concordance, which is the scheme of its identifiers.', example: 'giata' })
export const setText: z.ZodString = textInput({ min: 1, max: 256, isTrimmed: true }).meta({
  description: 'Id of the set.',
})
const nameParameter = z.strictObject({ name: concordanceName })
const concordanceSchema = z
  .object({
    name: z.string(),
    source: z.string().nullable().meta({ description: 'Note about its origin.' }),
    since: timestamp.meta({ description: 'Start of its last change.' }),
    completedAt: timestamp.nullable().meta({ description: 'Null while entries are being stored.' }),
    codes: z.int(),
    contradictions: z.int().meta({ description: 'Codes with several sets, which do not count.' }),
  })
  .meta({ id: 'Concordance' })

export const concordancesRoute: Route = route('GET /registry/concordances', {
  operationId: 'concordances',
  summary: 'List the stored concordances',
  access: { scope: 'registry:read' },
  cost: 1,
  answers: { 200: { description: 'Concordances, by name.', json: z.object({ results: z.array(concordanceSchema) }) } },
  handle: async ({ registry, signal }) => ok({ results: await registry.listConcordances({ signal }) }),
})

export const contradictionsRoute: Route = route('GET /registry/contradictions', {
  operationId: 'concordanceContradictions',
  summary: 'List contradictions of the stored concordances',
  description:
    'Codes with several sets of a concordance (`several_sets`), concordances that disagree about two codes (`concordances_disagree`), and decisions of people against a set (`judged_different`), which win.',
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({ limit: wholeNumber(1, MAX_CONTRADICTIONS).optional() }),
  answers: {
    200: {
      description: 'The first contradictions. `more` is true if there are others.',
      json: z.object({
        results: z.array(contradictionSchema),
        more: z.boolean(),
      }),
    },
  },
  async handle({ registry, query: { limit = DEFAULT_CONTRADICTIONS }, signal }) {
    const results: ConcordanceContradiction[] = []
    for await (const each of registry.concordanceContradictions({ signal })) {
      if (results.length === limit) return ok({ results, more: true })
      results.push(each)
    }
    return ok({ results, more: false })
  },
})

export const storeConcordanceRoute: Route = route('POST /registry/concordances/{name}', {
  operationId: 'storeConcordance',
  summary: 'Store entries of a concordance',
  description:
    'A code of the concordance gives its record the identifier of its set, whether the record or the entry arrives first. The entries replace the stored ones, unless `add` is true. A replacement that lacks more stored codes than allowed is answered with `excessive_loss`, and `loss` lists the first 1,000 of them; nothing is written. For more than 10,000 entries, send a file to `/registry/concordance-import`.',
  access: { scope: 'registry:write' },
  cost: 1,
  params: nameParameter,
  body: {
    json: z.strictObject({
      entries: z
        .array(
          z.strictObject({
            supplier: supplierText.optional().meta({ description: 'Default: `supplier` of the request.' }),
            code: codeText,
            set: setText,
          }),
        )
        .min(1)
        .max(MAX_ENTRIES),
      add: z.boolean().optional().meta({ description: 'Only add: keep stored codes that the entries lack.' }),
      allowLoss: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .meta({ description: 'Maximum share of the stored codes that the entries may lack, default 0.1.' }),
      supplier: supplierText
        .optional()
        .meta({ description: 'Supplier of entries that name none. Then only its codes are replaced.' }),
      source: textInput({ max: 2_000, form: 'lines' }).optional().meta({ description: 'Note about the origin.' }),
    }),
    maxBytes: MAX_BYTES,
  },
  answers: {
    200: {
      description: 'Numbers of changed codes and records.',
      json: storedConcordanceSchema,
    },
  },
  problems: ['validation_failed', 'excessive_loss'],
  async handle({ registry, caller, params: { name }, body: { entries, ...options }, signal }) {
    // Entries may name any supplier, so the key must not be restricted to suppliers.
    requireSupplier({ caller }, undefined)
    let loss: object | undefined
    const onLoss = async ({ codes, ...numbers }: ConcordanceLoss): Promise<false> => {
      const listed: EndingCode[] = []
      for await (const each of codes()) if (listed.push(each) === MAX_ENDING_CODES) break
      loss = { ...numbers, codes: listed }
      return false
    }
    const stored = registry.storeConcordance(name, entries.map(defined), { signal, onLoss, ...defined(options) })
    return ok(
      await stored.catch((error: unknown) => {
        if (loss === undefined || !(error instanceof RegistryError)) throw error
        throw new RegistryError(error.code, error.message, { details: { loss } })
      }),
    )
  },
})

export const removeConcordanceRoute: Route = route('DELETE /registry/concordances/{name}', {
  operationId: 'removeConcordance',
  summary: 'Remove a concordance with its identifiers',
  access: { scope: 'registry:write' },
  cost: 1,
  params: nameParameter,
  answers: {
    200: {
      description: 'Numbers of removed codes and changed records.',
      json: z.object({ name: z.string(), removed: z.int(), records: z.int(), change: z.int() }),
    },
  },
  problems: ['validation_failed', 'not_found'],
  async handle({ registry, caller, params: { name }, signal }) {
    requireSupplier({ caller }, undefined)
    return ok(await registry.removeConcordance(name, { signal }))
  },
})
