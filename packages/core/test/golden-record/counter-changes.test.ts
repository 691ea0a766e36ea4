import { expect, test } from 'vitest'
import { CONFIDENCE_BINS, CounterChanges, confidenceBin } from '../../src/golden-record/counter-changes.ts'
import type { ProductRow } from '../../src/storage/rows.ts'

const PRODUCT: ProductRow = {
  id: 1,
  revision: 1,
  goldenRecord: { name: 'Parc', category: 'hotel' },
  provenance: {},
  records: [1, 2],
  suppliers: ['a', 'b'],
  verified: false,
  confidence: 9_712,
  duplicates: 0,
  rank: 1,
  terms: [],
  mintedChange: 1,
  lastUpdated: '2026-01-01T00:00:00.000Z',
}

test('a product is counted once for each property, and an unknown country is ZZ', () => {
  const counters = new CounterChanges()
  counters.product(PRODUCT, 1)
  expect(counters.finish()).toEqual({
    products: 1,
    'products.category.hotel': 1,
    'products.country.ZZ': 1,
    'products.supplier.a': 1,
    'products.supplier.b': 1,
    'confidence.sum': 9_712,
    'confidence.bin.19': 1,
  })
})

test('a transaction reports only its changes', () => {
  const counters = new CounterChanges()
  counters.product(PRODUCT, -1)
  counters.product({ ...PRODUCT, verified: true, goldenRecord: { ...PRODUCT.goldenRecord, country: 'FR' } }, 1)
  expect(counters.finish()).toEqual({ 'products.verified': 1, 'products.country.ZZ': -1, 'products.country.FR': 1 })
})

test('bins are twentieths of 0 to 1, the last one with its upper end', () => {
  expect([0, 499, 500, 9_499, 9_500, 9_999, 10_000].map(confidenceBin)).toEqual([0, 0, 1, 18, 19, 19, 19])
  expect(CONFIDENCE_BINS).toBe(20)
})
