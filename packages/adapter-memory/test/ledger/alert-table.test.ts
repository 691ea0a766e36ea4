import type { AlertRow } from '@utpid/core/storage'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AlertTable } from '../../src/ledger/alert-table.ts'

const ORDERS = ['informationGain', 'confidence', 'detectedAt', 'oldest', 'bookings'] as const
const row: fc.Arbitrary<AlertRow> = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  products: fc.tuple(fc.nat(3), fc.nat(3)),
  records: fc.constant([1, 2] as const),
  confidence: fc.nat(3),
  informationGain: fc.nat(3),
  status: fc.constantFrom('open' as const, 'merged' as const),
  detectedAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
  bookings: fc.nat(2),
  tags: fc.subarray(['country:DE', 'country:FR']),
  model: fc.constant('m'),
  tfVersion: fc.constant(0),
})

it('lists the same after any writes as a table that was filled at once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 4 }), { maxLength: 8 }),
      (writes) => {
        const table = new AlertTable()
        const rows = new Map<string, AlertRow>()
        for (const write of writes) {
          table.put(write)
          for (const each of write) rows.set(each.id, each)
          const fresh = new AlertTable()
          fresh.put([...rows.values()])
          expect(table.after(undefined, 10)).toEqual(fresh.after(undefined, 10))
          for (const order of ORDERS) {
            for (const filter of [{}, { status: 'open' as const }, { tags: ['country:DE'] }]) {
              const query = { ...filter, order, offset: 0, limit: 10 }
              expect(table.page(query)).toEqual(fresh.page(query))
            }
          }
        }
      },
    ),
  )
})
