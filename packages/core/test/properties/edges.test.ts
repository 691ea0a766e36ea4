import { expect, test } from 'vitest'
import { openRegistry } from '../registry/support/open-registry.ts'
import { orderlessState } from '../registry/support/registry-state.ts'
import { crowd, seededRandom } from '../registry/support/small-world.ts'
import { bruteForceEdges, candidatesEqualBruteForce, edgesEqualBruteForce } from './edge-properties.ts'

test('candidates are exactly the records that share a key under the limit', () => candidatesEqualBruteForce(25, false))

test('stored edges are exactly the likely pairs that can find each other', () => edgesEqualBruteForce(40, false))

test('a key that more records carry than the limit makes no edge, whenever they came', async () => {
  const records = crowd(215, 4, seededRandom(2))
  const { registry, storage } = await openRegistry()
  const { skippedKeys } = await registry.import(records, { batchSize: 50 })
  expect(skippedKeys).toBeGreaterThan(0)
  expect((await orderlessState(storage)).edges).toEqual(bruteForceEdges(records))
})
