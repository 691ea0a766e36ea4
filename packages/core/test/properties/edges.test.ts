import { expect, test } from 'vitest'
import { openRegistry } from '../registry/support/open-registry.ts'
import { orderlessState } from '../registry/support/registry-state.ts'
import { crowd, seededRandom } from '../registry/support/small-world.ts'
import { bruteForceEdges, candidatesEqualBruteForce, edgesEqualBruteForce } from './edge-properties.ts'

test('candidates are exactly the records that share a key under the limit', () => candidatesEqualBruteForce(25, false))

test('stored edges are exactly the likely pairs that can find each other', () => edgesEqualBruteForce(40, false))

test('a key that more records carry than the limit makes no edge, whenever they came', async () => {
  // One record in four stands in the next cell, where the key is answered: it counts from both sides or not at all.
  const records = crowd(280, 4, seededRandom(2), 4)
  const { registry, storage } = await openRegistry()
  expect((await registry.import(records.slice(0, 200), { batchSize: 50 })).skippedKeys).toBe(0)
  const few = bruteForceEdges(records.slice(0, 200))
  expect(few.length).toBeGreaterThan(200)
  expect((await orderlessState(storage)).edges).toEqual(few)
  expect((await registry.import(records, { batchSize: 50 })).skippedKeys).toBeGreaterThan(0)
  const many = bruteForceEdges(records)
  expect(many.length).toBeLessThan(few.length / 2)
  expect((await orderlessState(storage)).edges).toEqual(many)
})
