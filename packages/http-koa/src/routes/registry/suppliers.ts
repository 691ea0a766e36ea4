import { CATEGORIES, parseSupplierId, RegistryError } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { textInput } from '@utpid/service/internal'
import { z } from 'zod'
import { requireSupplier } from '../../handler/require-supplier.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { supplierText, timestamp } from '../../schema/shared.ts'

const supplierSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    priority: z.int(),
    licence: z.string().optional().meta({ description: 'Licence of the data, such as `CC-BY-4.0`.' }),
    attribution: z.string().optional().meta({ description: 'Text to display with the data.' }),
    category: z.string().optional().meta({ description: 'Category of records that state none.' }),
    since: timestamp,
    deactivatedAt: timestamp.optional(),
  })
  .meta({ id: 'Supplier' })
const supplierId = z.strictObject({ id: supplierText })

export const suppliersRoute: Route = route('GET /registry/suppliers', {
  operationId: 'suppliers',
  summary: 'List all suppliers, by id',
  access: { scope: 'registry:read' },
  cost: 1,
  answers: { 200: { description: 'Suppliers.', json: z.object({ results: z.array(supplierSchema) }) } },
  handle: async ({ registry, signal }) => ok({ results: await registry.suppliers({ signal }) }),
})

export const supplierRoute: Route = route('GET /registry/suppliers/{id}', {
  operationId: 'supplier',
  summary: 'Get a supplier',
  access: { scope: 'registry:read' },
  cost: 1,
  params: supplierId,
  answers: { 200: { description: 'The supplier.', json: supplierSchema } },
  problems: ['not_found'],
  async handle({ registry, params: { id }, signal }) {
    const found = (await registry.suppliers({ signal })).find(
      (supplier) => supplier.id === id || supplier.id === parseSupplierId(id),
    )
    if (found === undefined) throw new RegistryError('not_found', `The supplier ${id} does not exist.`)
    return ok(found)
  },
})

export const setSupplierRoute: Route = route('PUT /registry/suppliers/{id}', {
  operationId: 'setSupplier',
  summary: 'Set the name, priority, licence, attribution or default category of a supplier',
  access: { scope: 'registry:write' },
  cost: 1,
  params: supplierId,
  body: {
    json: z.strictObject({
      name: textInput({ min: 1, max: 200, isTrimmed: true, form: 'line' }).optional(),
      priority: z
        .int('must be a whole number')
        .min(-1_000, 'must be -1,000 or more')
        .max(1_000, 'must be at most 1,000')
        .optional(),
      licence: textInput({ min: 1, max: 200, isTrimmed: true, form: 'line' }).nullable().optional(),
      attribution: textInput({ min: 1, max: 2_000, isTrimmed: true, form: 'lines' }).nullable().optional(),
      category: z
        .enum(CATEGORIES.map(({ slug }) => slug))
        .nullable()
        .optional(),
    }),
  },
  answers: {
    200: { description: 'The supplier.', json: supplierSchema },
    201: { description: 'The new supplier.', json: supplierSchema, headers: { Location: 'URL of the supplier.' } },
  },
  problems: ['validation_failed'],
  async handle({ registry, caller, params: { id }, body: { priority, ...others }, signal }) {
    // A priority affects other suppliers, so the key must not be restricted to suppliers.
    requireSupplier({ caller }, priority === undefined ? id : undefined)
    const before = await registry.suppliers({ signal })
    const change = { id, ...defined({ priority, ...others }) }
    const supplier = await registry.setSupplier(change, { signal })
    if (before.some((each) => each.id === supplier.id)) return ok(supplier)
    const location = `/registry/suppliers/${encodeURIComponent(supplier.id)}`
    return { status: 201, body: supplier, headers: { location } }
  },
})

export const deactivateSupplierRoute: Route = route('POST /registry/suppliers/{id}/deactivate', {
  operationId: 'deactivateSupplier',
  summary: 'Deactivate all records of a supplier',
  access: { scope: 'registry:write' },
  cost: 1,
  params: supplierId,
  body: { json: z.strictObject({}) },
  answers: {
    200: {
      description: 'Numbers of deactivated records and retired products.',
      json: z.object({ deactivated: z.int(), retired: z.int(), change: z.int() }),
    },
  },
  problems: ['validation_failed', 'not_found'],
  async handle({ registry, caller, params: { id }, signal }) {
    requireSupplier({ caller }, id)
    return ok(await registry.deactivateSupplier(id, { signal }))
  },
})
