import { expect, test } from 'vitest'
import { LIMITS } from '../../../src/model/limits.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { orderlessState } from '../../support/registry-state.ts'
import { crowd, seededRandom } from '../../support/small-world.ts'
import { bruteForceEdges, candidatesEqualBruteForce, edgesEqualBruteForce } from './edge-properties.ts'

test('candidates are exactly the records that share a key within its limit', () => candidatesEqualBruteForce(25))

test('stored edges are exactly the likely pairs that can find each other', () => edgesEqualBruteForce(40))

test.each([
  ['of a place with a word', 'Avenue ', LIMITS.recordsPerKey],
  ['of a place alone', '', LIMITS.recordsPerWeakKey],
])('a key %s above its record limit creates no edge, whenever the records arrived', async (_what, word, limit) => {
  // Puts one record in four in the next cell, where the key is within its limit. The key must count from both cells or
  // from none.
  const records = crowd(Math.ceil(limit * 1.4), 4, seededRandom(2), 4, word)
  const { registry, storage } = await openRegistry()
  await registry.import(records.slice(0, limit), { batchSize: Math.ceil(limit / 4) })
  const few = bruteForceEdges(records.slice(0, limit))
  expect(few.length).toBeGreaterThan(limit)
  expect((await orderlessState(storage)).edges).toEqual(few)
  expect((await registry.import(records, { batchSize: 50 })).skippedKeys).toBeGreaterThan(0)
  const many = bruteForceEdges(records)
  expect(many.length).toBeLessThan(few.length / 2)
  expect((await orderlessState(storage)).edges).toEqual(many)
})
