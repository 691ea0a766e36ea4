import { z } from 'zod'
import { givenFields } from '../../request/given-fields.ts'
import { checkPrecondition } from '../../route/check-precondition.ts'
import { requireSupplier } from '../../route/require-supplier.ts'
import { type Route, route } from '../../route/route.ts'
import { decisionSchema } from '../../schema/alert.ts'
import { askedUtpid, note, wholeNumber } from '../../schema/shared.ts'

const NOT_THERE = [
  'validation_failed',
  'product_not_found',
  'product_merged',
  'product_deleted',
  'product_retired',
] as const
const supplierCode = z.strictObject({
  supplier: z.string().min(1, 'must not be empty').max(200),
  code: z.string().min(1, 'must not be empty').max(256),
})
const did = { 200: { description: 'What it did.', json: decisionSchema } }

export const mergeRoute: Route = route({
  operationId: 'merge',
  method: 'POST',
  path: '/registry/merge',
  summary: 'Join two products into one',
  access: { scope: 'registry:merge' },
  cost: 1,
  body: { json: z.strictObject({ utpid: askedUtpid, other: askedUtpid, survivor: askedUtpid.optional(), note }) },
  answers: did,
  problems: [...NOT_THERE, 'ruling_conflict'],
  async handle({ registry, body: { utpid, other, ...options }, by, signal }) {
    return { status: 200, body: await registry.merge(utpid, other, { ...givenFields(options), by, signal }) }
  },
})

export const splitRoute: Route = route({
  operationId: 'split',
  method: 'POST',
  path: '/registry/split',
  summary: 'Make some records of a product a product of their own',
  access: { scope: 'registry:merge' },
  cost: 1,
  body: {
    json: z.strictObject({
      utpid: askedUtpid,
      records: z.array(supplierCode).min(1, 'must name a record').max(500, 'must name at most 500 records'),
      keeps: z.enum(['named', 'rest'], 'must be named or rest').optional(),
      note,
    }),
  },
  answers: did,
  problems: [...NOT_THERE, 'ruling_conflict'],
  async handle({ registry, body: { utpid, records, ...options }, by, signal }) {
    return { status: 200, body: await registry.split(utpid, records, { ...givenFields(options), by, signal }) }
  },
})

export const undoRoute: Route = route({
  operationId: 'undo',
  method: 'POST',
  path: '/registry/changes/{change}/undo',
  summary: 'Take back a decision',
  access: { scope: 'registry:merge' },
  cost: 1,
  params: z.strictObject({ change: wholeNumber(1, Number.MAX_SAFE_INTEGER) }),
  body: { json: z.strictObject({ note }) },
  answers: did,
  problems: ['validation_failed', 'not_found', 'already_undone', 'ruling_conflict'],
  async handle({ registry, params, body, by, signal }) {
    return { status: 200, body: await registry.undo(params.change, { ...givenFields(body), by, signal }) }
  },
})

export const pinRoute: Route = route({
  operationId: 'pin',
  method: 'PATCH',
  path: '/registry/product/{utpid}',
  summary: 'Hold fields of a product at values; null lets one follow its records again',
  access: { scope: 'registry:write' },
  cost: 1,
  params: z.strictObject({ utpid: askedUtpid }),
  body: { json: z.strictObject({ fields: z.record(z.string(), z.unknown()), note }) },
  answers: did,
  problems: [...NOT_THERE, 'precondition_failed'],
  async handle({ registry, caller, params: { utpid }, body: { fields, ...options }, header, by, signal }) {
    // A product is of several suppliers.
    requireSupplier({ caller }, undefined)
    await checkPrecondition(registry, utpid, header('if-match'), signal)
    const held = Object.entries(fields).filter(([, value]) => value !== null)
    const freed = Object.keys(fields).filter((name) => fields[name] === null)
    const decision = { ...givenFields(options), by, signal }
    // First what may be refused for its values.
    const pinned =
      held.length === 0 && freed.length > 0 ? undefined : await registry.pin(utpid, Object.fromEntries(held), decision)
    const unpinned = freed.length === 0 ? undefined : await registry.unpin(utpid, freed, decision)
    return { status: 200, body: unpinned ?? pinned }
  },
})

export const deleteProductRoute: Route = route({
  operationId: 'deleteProduct',
  method: 'DELETE',
  path: '/registry/product/{utpid}',
  summary: 'Delete a product; its UTPID says so for ever',
  access: { scope: 'registry:merge' },
  cost: 1,
  params: z.strictObject({ utpid: askedUtpid }),
  query: z.strictObject({ note: z.string().max(2_000).optional() }),
  answers: did,
  problems: [...NOT_THERE, 'precondition_failed'],
  async handle({ registry, params, query, header, by, signal }) {
    await checkPrecondition(registry, params.utpid, header('if-match'), signal)
    return { status: 200, body: await registry.delete(params.utpid, { ...givenFields(query), by, signal }) }
  },
})
