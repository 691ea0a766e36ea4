import fc from 'fast-check'
import { expect, it } from 'vitest'
import { productRevision } from '../../src/durable/product-revision.ts'
import { encodeJson } from '../../src/durable/row-encoding.ts'

const TEXT = fc.oneof(fc.constantFrom('{"id":1,"revision":9,', ',"revision":8', '{'), fc.string())
const NUMBER = fc.oneof(fc.nat(), fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }))

it('reads the revision of a product as reading all of it does, in whatever order it says things', () => {
  fc.assert(
    fc.property(NUMBER, NUMBER, TEXT, fc.integer({ min: 0, max: 2 }), (id, revision, name, order) => {
      const shown = { name, revision: 7 }
      const row = [
        { id, revision, shown },
        { shown, id, revision },
        { id, shown, revision },
      ][order]
      const read = JSON.parse(JSON.stringify(revision)) as number
      expect(productRevision(encodeJson(row), () => 'it')).toBe(read)
    }),
    { numRuns: 2_000 },
  )
})

it('refuses a product whose bytes are not those that were written', () => {
  const value = encodeJson({ id: 1, revision: 2, shown: { name: 'Hotel' } })
  value[value.length - 3] = (value[value.length - 3] as number) ^ 1
  expect(() => productRevision(value, () => 'Product 1')).toThrow(/Product 1 is damaged/)
})
