import type { ProductRow } from '@utpid/core/storage'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeProduct, decodeProductRevision, encodeProduct } from '../../src/rows/product-encoding.ts'

const TEXT = fc.oneof(fc.constantFrom('{"id":1,"revision":9,', '酒店', '{'), fc.string())
const ROW = fc
  .record({
    name: TEXT,
    city: fc.option(TEXT, { nil: undefined }),
    revision: fc.nat(),
    terms: fc.uniqueArray(TEXT.map((word) => `name:${word}`)),
    verified: fc.boolean(),
    point: fc.option(fc.constant([1, 2, 3]), { nil: undefined }),
  })
  .map(({ name, city, point, ...rest }) => {
    const goldenRecord = { name, category: 'hotel', ...(city === undefined ? {} : { city }) }
    return {
      id: 5,
      ...rest,
      goldenRecord,
      provenance: { name: 11, category: 12 },
      records: [11, 12],
      suppliers: ['alpha', 'beta'],
      confidence: 9_900,
      duplicates: 0,
      rank: 3,
      ...(point === undefined ? {} : { point }),
      mintedChange: 1,
      lastUpdated: '2026-01-01T00:00:00.000Z',
    } as unknown as ProductRow
  })

it('decodes a product, and its revision without the rest', () => {
  fc.assert(
    fc.property(ROW, (row) => {
      const value = encodeProduct(row)
      expect(decodeProduct(value, 5)).toEqual(row)
      expect(decodeProductRevision(value, 5)).toBe(row.revision)
    }),
    runs(1_000),
  )
})

it('rejects a product with changed bytes', () => {
  const [row] = fc.sample(ROW, 1) as [ProductRow]
  const value = encodeProduct(row)
  value[value.length - 3] = (value[value.length - 3] as number) ^ 1
  expect(() => decodeProduct(value, 5)).toThrow(/Product 5 is damaged/)
  expect(() => decodeProductRevision(value, 5)).toThrow(/Product 5 is damaged/)
})
