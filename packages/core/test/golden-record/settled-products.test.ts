import { describe, expect, test } from 'vitest'
import { CleanProducts } from '../../src/golden-record/clean-products.ts'
import type { Supplier } from '../../src/model/supplier-record.ts'
import type { ProductRow, RecordRow } from '../../src/storage/rows.ts'
import { TWIN_A, TWIN_B, utpidOf } from '../support/decided.ts'
import { openRegistry } from '../support/open-registry.ts'
import { readWhole } from '../support/registry-state.ts'

const ALPHA: Supplier = { id: 'alpha', name: 'Alpha', priority: 0, since: '2026-01-01T00:00:00.000Z' }

function suppliers(...rows: readonly Supplier[]): Map<string, Supplier> {
  return new Map(rows.map((row) => [row.id, row]))
}

describe('a product that already displays what its records contain', () => {
  test('is settled while it, its records and its suppliers are unchanged', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([TWIN_A, { ...TWIN_A, supplier: 'beta', code: 'B1' }])
    const { products, records } = await readWhole(storage)
    const [product] = products as [ProductRow]
    const rows = product.records.map((id) => records.find(({ row }) => row.id === id)?.row as RecordRow)
    const known = suppliers(ALPHA, { ...ALPHA, id: 'beta' })
    const settled = new CleanProducts()
    expect(settled.has(product, rows, known)).toBe(false)
    settled.add(product, rows, known)
    expect(settled.has({ ...product }, [...rows], new Map(known))).toBe(true)

    const [first, ...rest] = rows as [RecordRow, ...RecordRow[]]
    expect(settled.has({ ...product, revision: 9 }, rows, known)).toBe(false)
    expect(settled.has({ ...product, id: 9 }, rows, known)).toBe(false)
    expect(settled.has(product, [{ ...first, revision: 9 }, ...rest], known)).toBe(false)
    expect(settled.has(product, rest, known)).toBe(false)
    expect(settled.has(product, rows.toReversed(), known)).toBe(false)
    expect(settled.has(product, rows, suppliers(ALPHA, { ...ALPHA, id: 'beta', name: 'Beta' }))).toBe(false)
    expect(settled.has(product, rows, suppliers(ALPHA, { ...ALPHA, id: 'beta', priority: 1 }))).toBe(false)
  })

  test('still follows its supplier', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([TWIN_A, TWIN_B])
    const utpid = await utpidOf(registry, TWIN_A)
    // Each transaction about the competing product computes this product again.
    for (const rooms of [10, 20, 30]) await registry.upsert({ ...TWIN_B, rooms })
    await registry.setSupplier({ id: 'alpha', name: 'Crimson Voyages' })
    const { products } = await readWhole(storage)
    expect(products).toHaveLength(2)
    for (const { terms } of products) expect(terms).toContain('other:crimson')
    expect(await registry.get(utpid)).toMatchObject({ suppliers: [{ id: 'alpha' }] })
  })
})
