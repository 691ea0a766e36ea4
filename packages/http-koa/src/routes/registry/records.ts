import { parseSupplierId, RegistryError } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { z } from 'zod'
import { requireSupplier } from '../../handler/require-supplier.ts'
import { InvalidRequest } from '../../response/problem.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { recordContentSchema, recordSchema, repairSchema } from '../../schema/record.ts'
import { codeText, supplierText, utpidText } from '../../schema/shared.ts'

const codeParameters = z.strictObject({ supplierId: supplierText, code: codeText })
const PATH = '/registry/supplier/{supplierId}/code/{code}'

export const putRecordRoute: Route = route(`PUT ${PATH}`, {
  operationId: 'putRecord',
  summary: 'Write a record of a supplier',
  rules: ['readable_path', 'name_of_something', 'code_of_something'],
  access: { scope: 'registry:write' },
  cost: 1,
  params: codeParameters,
  body: { json: recordContentSchema },
  answers: {
    200: {
      description: 'Outcome of the write.',
      json: z.object({ outcome: z.string(), utpid: utpidText.optional(), repairs: z.array(repairSchema) }),
    },
    201: {
      description: 'The record is new.',
      json: z.object({ outcome: z.string(), utpid: utpidText.optional(), repairs: z.array(repairSchema) }),
      headers: { Location: 'URL of the record.' },
    },
  },
  problems: ['validation_failed'],
  async handle({ registry, caller, params: { supplierId, code }, body, idempotencyKey, signal }) {
    requireSupplier({ caller }, supplierId)
    const record = { ...(body as object), supplier: supplierId, code }
    const outcome = await registry.upsert(record, {
      signal,
      ...defined({ idempotencyKey }),
    })
    if (outcome.outcome === 'rejected') {
      const { rejection } = outcome
      const path = rejection.field === undefined ? 'body' : `body.${rejection.field}`
      throw new InvalidRequest([{ path, code: rejection.code, message: rejection.message }])
    }
    const { index: _index, ...shown } = outcome
    const isNew = ['linked', 'created', 'alerted'].includes(outcome.outcome)
    if (!isNew) return ok(shown)
    const location = `/registry/supplier/${encodeURIComponent(supplierId)}/code/${encodeURIComponent(code)}`
    return { status: 201, body: shown, headers: { location } }
  },
})

export const getRecordRoute: Route = route(`GET ${PATH}`, {
  operationId: 'record',
  summary: 'Get the record of a supplier code, with its product',
  rules: ['readable_path'],
  access: { scope: 'registry:read' },
  cost: 1,
  params: codeParameters,
  answers: {
    200: {
      description: 'The record.',
      json: z.object({ utpid: utpidText, record: recordSchema, method: z.string(), confidence: z.number() }),
    },
  },
  problems: ['validation_failed', 'product_not_found'],
  async handle({ registry, params: { supplierId, code }, signal }) {
    const located = await registry.locate({ supplier: supplierId, code }, { signal })
    const product = located?.utpid == null ? undefined : await registry.get(located.utpid, { signal })
    const linked = product?.records.find(
      ({ record }) => record.code === code.trim() && isOf(record.supplier, supplierId),
    )
    if (product === undefined || linked === undefined) {
      throw new RegistryError('product_not_found', `No product has the code ${code} of supplier ${supplierId}.`)
    }
    return ok({ utpid: product.utpid, ...linked })
  },
})

export const deactivateRecordRoute: Route = route(`DELETE ${PATH}`, {
  operationId: 'deactivateRecord',
  summary: 'Deactivate a record that its supplier no longer has',
  rules: ['readable_path'],
  access: { scope: 'registry:write' },
  cost: 1,
  params: codeParameters,
  answers: {
    200: {
      description: 'Numbers of deactivated records and retired products.',
      json: z.object({ deactivated: z.int(), retired: z.int(), change: z.int() }),
    },
  },
  problems: ['validation_failed', 'not_found'],
  async handle({ registry, caller, params: { supplierId, code }, signal }) {
    requireSupplier({ caller }, supplierId)
    return ok(await registry.deactivate({ supplier: supplierId, code }, { signal }))
  },
})

function isOf(supplier: string, asked: string): boolean {
  return supplier === asked || supplier === parseSupplierId(asked)
}
