import { z } from 'zod'
import { decisionOptions } from '../../handler/decision-options.ts'
import { requireSupplier } from '../../handler/require-supplier.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { decisionSchema } from '../../schema/alert.ts'
import { pinnedFieldsSchema } from '../../schema/record.ts'
import { booleanParameter, codeText, dryRun, note, supplierText, utpidInput, wholeNumber } from '../../schema/shared.ts'

const NOT_THERE = [
  'validation_failed',
  'product_not_found',
  'product_merged',
  'product_deleted',
  'product_retired',
] as const
const supplierCode = z.strictObject({ supplier: supplierText, code: codeText })
const decisionAnswers = { 200: { description: 'Effect of the decision.', json: decisionSchema } }

export const mergeRoute: Route = route('POST /registry/merge', {
  operationId: 'merge',
  summary: 'Merge two products',
  rules: ['known_utpid', 'two_products', 'survivor_of_two'],
  access: { scope: 'registry:merge' },
  cost: 1,
  body: {
    json: z.strictObject({ utpid: utpidInput, other: utpidInput, survivor: utpidInput.optional(), note, dryRun }),
  },
  answers: decisionAnswers,
  problems: [...NOT_THERE, 'judgement_conflict', 'precondition_failed'],
  async handle(call) {
    const { utpid, other, ...options } = call.body
    const [one, two] = await Promise.all(
      [utpid, other].map(async (each) => (await call.registry.locate({ utpid: each }, { signal: call.signal }))?.utpid),
    )
    // Follow products that are already merged, so that a repeated request changes nothing.
    const merged = one != null && one === two ? 'follow' : 'reject'
    return ok(await call.registry.merge(utpid, other, { ...decisionOptions(call, options), merged }))
  },
})

export const splitRoute: Route = route('POST /registry/split', {
  operationId: 'split',
  summary: 'Split records off a product into a new product',
  rules: ['max_pairs', 'known_utpid', 'records_of_product'],
  access: { scope: 'registry:merge' },
  cost: 1,
  body: {
    json: z.strictObject({
      utpid: utpidInput,
      records: z.array(supplierCode).min(1, 'must name a record').max(500, 'must name at most 500 records'),
      keep: z.enum(['named', 'rest'], 'must be named or rest').optional(),
      note,
      dryRun,
    }),
  },
  answers: decisionAnswers,
  problems: [...NOT_THERE, 'judgement_conflict', 'precondition_failed'],
  async handle(call) {
    const { utpid, records, ...options } = call.body
    return ok(await call.registry.split(utpid, records, decisionOptions(call, options)))
  },
})

export const undoRoute: Route = route('POST /registry/changes/{change}/undo', {
  operationId: 'undo',
  summary: 'Undo a curator decision',
  rules: ['decision_to_undo'],
  access: { scope: 'registry:merge' },
  cost: 1,
  params: z.strictObject({ change: wholeNumber(1, Number.MAX_SAFE_INTEGER) }),
  body: { json: z.strictObject({ note, dryRun }) },
  answers: decisionAnswers,
  problems: ['validation_failed', 'already_undone', 'judgement_conflict'],
  handle: async (call) => ok(await call.registry.undo(call.params.change, decisionOptions(call, call.body))),
})

export const pinRoute: Route = route('PATCH /registry/product/{utpid}', {
  operationId: 'pin',
  summary: 'Pin fields of a product to values; null unpins a field',
  rules: ['readable_path', 'known_utpid', 'pinned_value'],
  access: { scope: 'registry:write' },
  cost: 1,
  params: z.strictObject({ utpid: utpidInput }),
  body: { json: z.strictObject({ fields: pinnedFieldsSchema, note, dryRun }) },
  answers: decisionAnswers,
  problems: [...NOT_THERE, 'precondition_failed'],
  async handle(call) {
    // A product may have several suppliers, so the key must not be restricted to suppliers.
    requireSupplier(call, undefined)
    const { fields, ...options } = call.body
    const pinned = Object.entries(fields).filter(([, value]) => value !== null)
    const unpinned = Object.keys(fields).filter((name) => fields[name] === null)
    const decision = decisionOptions(call, { ...options, unpin: unpinned })
    return ok(await call.registry.pin(call.params.utpid, Object.fromEntries(pinned), decision))
  },
})

export const deleteProductRoute: Route = route('DELETE /registry/product/{utpid}', {
  operationId: 'deleteProduct',
  summary: 'Delete a product; its UTPID stays known as deleted',
  rules: ['readable_path', 'known_utpid'],
  access: { scope: 'registry:merge' },
  cost: 1,
  params: z.strictObject({ utpid: utpidInput }),
  query: z.strictObject({ note, dryRun: booleanParameter.optional() }),
  answers: decisionAnswers,
  problems: [...NOT_THERE, 'precondition_failed'],
  handle: async (call) => ok(await call.registry.delete(call.params.utpid, decisionOptions(call, call.query))),
})
