import { longTest } from '@utpid/testing'
import { expect, test } from 'vitest'
import { LIMITS } from '../../../src/model/limits.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { orderlessState } from '../../support/registry-state.ts'
import { crowd, seededRandom } from '../../support/small-world.ts'
import { bruteForceEdges, candidatesEqualBruteForce, edgesEqualBruteForce } from './edge-properties.ts'

test('candidates are exactly the records that share a key within its limit', () => candidatesEqualBruteForce(10))

test('stored edges are exactly the likely pairs that can find each other', () => edgesEqualBruteForce(15))

// The long run also has a key with a word: its limit takes 280 records, which are all compared.
test('a key of a place alone above its record limit creates no edge, whenever the records arrived', () =>
  crowdedKeysCreateNoEdge('', LIMITS.recordsPerWeakKey))

longTest('a key of a place with a word above its record limit creates no edge, whenever the records arrived', () =>
  crowdedKeysCreateNoEdge('Avenue ', LIMITS.recordsPerKey),
)

/** @param word - First word of all names; '' for a block that only place keys connect. */
async function crowdedKeysCreateNoEdge(word: string, limit: number): Promise<void> {
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
}
