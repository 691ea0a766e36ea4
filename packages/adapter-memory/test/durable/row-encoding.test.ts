import type { RecordRow } from '@utpid/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeRecord, decodeSupplier, encodeRecord } from '../../src/durable/row-encoding.ts'

const SUPPLIER = fc.oneof(fc.constantFrom('alpha', 'a"b', 'a\\', '', '{', 'ア'), fc.string())
const TEXT = fc.oneof(fc.constantFrom(',"record":{"supplier":"no"', '{', '"'), fc.string())

it('says whose a record is as reading all of it does, in whatever order it says things', () => {
  const others = fc.array(fc.tuple(fc.constantFrom('strayedFrom', 'contentHash', 'id', 'endedAt'), TEXT), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(SUPPLIER, TEXT, others, fc.boolean(), fc.boolean(), (supplier, name, said, isFirst, isInFront) => {
      const record = isFirst ? { supplier, name } : { name, extra: { supplier: 'no' }, supplier }
      const rest = Object.fromEntries(said)
      const body = isInFront ? { id: 7, record, ...rest } : { ...rest, record }
      const row = { ...body, revision: 3, keys: [1, 2], features: Uint8Array.of(9, 0x7b) } as unknown as RecordRow
      const value = encodeRecord(row)
      expect(decodeRecord(value, 'it').record.supplier).toBe(supplier)
      expect(decodeSupplier(value, 'it')).toBe(supplier)
    }),
    { numRuns: 2_000 },
  )
})

it('refuses a record whose bytes are not those that were written', () => {
  const record = { supplier: 'alpha', code: 'A', name: 'Hotel' }
  const value = encodeRecord({ id: 1, revision: 1, record, keys: [], features: Uint8Array.of(1) } as never)
  value[value.length - 3] = (value[value.length - 3] as number) ^ 1
  expect(() => decodeSupplier(value, 'Record 1')).toThrow(/Record 1 is damaged/)
})
