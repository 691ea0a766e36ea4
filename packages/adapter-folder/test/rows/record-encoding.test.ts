import type { RecordRow } from '@utpid/core/storage'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  decodeRecord,
  decodeRecordHead,
  decodeRevision,
  decodeSupplier,
  encodeRecord,
} from '../../src/rows/record-encoding.ts'

const SUPPLIER = fc.oneof(fc.constantFrom('alpha', 'a"b', 'a\\', '', '{', 'ア', ',', '","'), fc.string())
const TEXT = fc.oneof(fc.constantFrom('[["u","no"', '{', '"'), fc.string())

/** Rows from other sources, with fields in any order and unknown fields. */
const ROW = fc
  .record({
    supplier: SUPPLIER,
    name: TEXT,
    said: fc.dictionary(fc.constantFrom('reassignedFrom', 'deactivatedAt', 'other'), TEXT),
    detailed: fc.option(fc.constant(true), { nil: undefined }),
    isFirst: fc.boolean(),
    location: fc.constantFrom(undefined, { city: 'Wien', coordinates: [48.2, 16.4] }, ['no', 'place']),
    keys: fc.array(fc.maxSafeNat(), { maxLength: 5 }),
    features: fc.uint8Array({ maxLength: 20 }),
    revision: fc.nat(),
  })
  .map(({ supplier, name, said, detailed, isFirst, location, ...head }) => {
    const record = isFirst ? { supplier, name } : { name, extra: { supplier: 'no' }, supplier }
    const times = { firstSeenAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
    const placed = location === undefined ? record : { ...record, location }
    return {
      id: 7,
      record: placed,
      contentHash: 'x',
      ...times,
      ...said,
      ...(detailed && { detailed }),
      ...head,
    } as unknown as RecordRow
  })

it('decodes a record, and parts of it without the rest', () => {
  fc.assert(
    fc.property(ROW, (row) => {
      const value = encodeRecord(row)
      expect(decodeRecord(value, 7)).toEqual(row)
      expect(decodeSupplier(value, 7)).toBe(row.record.supplier)
      expect(decodeRevision(value, 7)).toBe(row.revision)
      const { keys, features, revision } = row
      expect(decodeRecordHead(value, 7)).toEqual({ keys, features, revision })
    }),
    runs(1_000),
  )
})

it('rejects a record with changed bytes', () => {
  const record = { supplier: 'alpha', code: 'A', name: 'Hotel' }
  const at = '2026-01-01T00:00:00.000Z'
  const row = { id: 1, revision: 1, record, contentHash: 'x', firstSeenAt: at, updatedAt: at }
  const value = encodeRecord({ ...row, keys: [], features: Uint8Array.of(1) } as never)
  value[value.length - 3] = (value[value.length - 3] as number) ^ 1
  for (const decode of [decodeRecord, decodeSupplier, decodeRevision, decodeRecordHead]) {
    expect(() => decode(value, 1)).toThrow(/Record 1 is damaged/)
  }
})
