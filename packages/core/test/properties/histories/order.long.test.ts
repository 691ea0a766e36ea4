import { seeds } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MIN_COUNTED_RECORDS } from '../../../src/registry/context/term-frequency-state.ts'
import { crowd, finalState, history, seededRandom } from '../../support/small-world.ts'
import {
  anyHistoryEqualsAFullRun,
  anyOrderIsTheSame,
  countedInAnyImportsIsTheSame,
  crowdedKeysAreTheSame,
  crowdsOutliveRestarts,
  generatedRecords,
  restartsChangeNothing,
  writersAtOnceEqualAFullRun,
} from './order-properties.ts'

test('any history of imports and updates gives the result of one import of the final state', () =>
  anyHistoryEqualsAFullRun(3_000))

test('any order of records and any batch size give the same clusters, alerts, fields and counters', async () => {
  for (const seed of seeds(40)) {
    const batches = fc.sample(history({ batches: 40, perBatch: 12 }), { seed, numRuns: 1 })
    await anyOrderIsTheSame(finalState(batches.flat(2)), 10, seed, [1, 2, 3, 7, 50, 500, 5_000])
  }
})

test('a crowd in one cell gives the same result in any order', async () => {
  for (const seed of seeds(10))
    await anyOrderIsTheSame(crowd(320, 6, seededRandom(seed), 7 + (seed % 9)), 5, seed, [1, 64, 500, 5_000])
})

test('keys that exceed the limit for a while leave the same edges as if they never had', async () => {
  for (const seed of seeds(15)) await crowdedKeysAreTheSame(220 + (seed % 40), 4, seed)
  for (const seed of seeds(15)) await crowdedKeysAreTheSame(36 + (seed % 4), 4, seed, '')
})

test('keys that exceed the limit for a while on disk do so over restarts', async () => {
  for (const seed of seeds(15)) await crowdsOutliveRestarts(220 + (seed % 40), 1 + (seed % 8), seed)
  for (const seed of seeds(15)) await crowdsOutliveRestarts(33 + (seed % 7), 1 + (seed % 8), seed, '')
})

test('closing and opening a registry on disk between batches changes nothing', async () => {
  for (const seed of seeds(20)) {
    const [batches = []] = fc.sample(history({ batches: 12, perBatch: 10 }), { seed, numRuns: 1 })
    await restartsChangeNothing(batches)
  }
})

test('several concurrent registries on one storage give the result of one registry', () =>
  writersAtOnceEqualAFullRun(400))

test('generated feeds give the same result in any order', async () => {
  for (const seed of seeds(3)) await anyOrderIsTheSame(generatedRecords(seed, 1_000), 4, seed, [500, 37, 5_000, 1])
})

test('imports that end with counts of words give the same result at one term-frequency version', async () => {
  for (const seed of seeds(2)) {
    const records = generatedRecords(seed, 3_000).slice(0, 4_600)
    const cuts = [[], [2_000], [2_100, 300, 2_150], [500, 1_000, 1_500]]
    const versions = await countedInAnyImportsIsTheSame(records, MIN_COUNTED_RECORDS, cuts, seed)
    expect(new Set(versions).size, `seed ${seed}: ${versions}`).toBeGreaterThan(1)
  }
})
