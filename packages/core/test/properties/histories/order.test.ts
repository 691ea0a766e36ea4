import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crowd, finalState, history, seededRandom } from '../../support/small-world.ts'
import {
  anyHistoryEqualsAFullRun,
  anyOrderIsTheSame,
  COMPETING,
  countedInAnyImportsIsTheSame,
  crowdedKeysAreTheSame,
  crowdsOutliveRestarts,
  generatedRecords,
  restartsChangeNothing,
  writersAtOnceEqualAFullRun,
} from './order-properties.ts'

test('any history of imports and updates gives the result of one import of the final state', () =>
  anyHistoryEqualsAFullRun(10))

test('any history and any order give the same result if candidates compete', async () => {
  await anyHistoryEqualsAFullRun(10, COMPETING)
  await anyOrderIsTheSame(generatedRecords(20, 120), 2, 4, [7, 300], COMPETING)
})

test('any order of records and any batch size give the same clusters, alerts, fields and counters', async () => {
  const batches = fc.sample(history({ batches: 20, perBatch: 12 }), { seed: 7, numRuns: 2 })
  for (const [seed, each] of batches.entries())
    await anyOrderIsTheSame(finalState(each.flat()), 4, seed, [1, 3, 50, 5_000])
})

test('several concurrent registries on one storage give the result of one registry', () =>
  writersAtOnceEqualAFullRun(4))

test('generated feeds give the same result in any order', async () => {
  const records = generatedRecords(20, 120)
  expect(records.length).toBeGreaterThan(200)
  await anyOrderIsTheSame(records, 3, 1, [250, 1, 31])
})

test('imports that end with a count of words give the same result at one term-frequency version', async () => {
  const records = generatedRecords(20, 230).slice(0, 345)
  expect(await countedInAnyImportsIsTheSame(records, 300, [[105, 205]], 4)).toEqual([1])
})

// A place key has the lowest limit, so that a small crowd exceeds it. The long run also has a crowd with one name.
test('a crowd in one cell gives the same result in any order', () =>
  anyOrderIsTheSame(crowd(44, 5, seededRandom(3), 11, ''), 3, 3, [64, 1, 13]))

test('keys that exceed the limit for a while leave the same edges as if they never had', () =>
  crowdedKeysAreTheSame(220, 1, 11))

test('a place key that exceeds the limit for a while leaves the same edges', () => crowdedKeysAreTheSame(38, 4, 11, ''))

test('closing and opening a registry on disk between batches changes nothing', async () => {
  const [batches = []] = fc.sample(history({ batches: 6, perBatch: 10 }), { seed: 5, numRuns: 1 })
  await restartsChangeNothing(batches)
})

test('a place key that exceeds the limit for a while on disk does so over restarts', () =>
  crowdsOutliveRestarts(36, 3, 17, ''))
