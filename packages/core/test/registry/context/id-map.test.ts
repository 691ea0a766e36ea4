import fc from 'fast-check'
import { expect, it } from 'vitest'
import { IdMap } from '../../../src/registry/context/id-map.ts'

const id = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 ** 50 }))

it('equals a Map, including its order, after any changes', () => {
  const step = fc.record({ id, value: fc.option(fc.integer({ min: 0, max: 2 ** 50 }), { nil: undefined }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const [map, expected] = [new IdMap(), new Map<number, number>()]
      for (const { id, value } of steps) {
        if (value === undefined) {
          map.delete(id)
          expected.delete(id)
        } else {
          map.set(id, value)
          expected.set(id, value)
        }
        expect(map.get(id)).toBe(expected.get(id))
      }
      expect([...map.entries()]).toEqual([...expected])
      expect(map.size).toBe(expected.size)
    }),
  )
})

it('grows, and reuses space of deleted ids', () => {
  const [map, expected] = [new IdMap(), new Map<number, number>()]
  for (let each = 0; each < 20_000; each++) {
    const one = (each * 0x9e37_79b9) % 2 ** 45
    map.set(one, each)
    expected.set(one, each)
    // Sets and deletes the same id repeatedly.
    map.set(7, each)
    map.delete(7)
    if (each % 3 === 0) {
      map.delete(one)
      expected.delete(one)
    }
  }
  expect([...map.entries()]).toEqual([...expected])
  expect(map.has(7)).toBe(false)
  map.set(7, 1)
  expect([...map.entries()].at(-1)).toEqual([7, 1])
})
