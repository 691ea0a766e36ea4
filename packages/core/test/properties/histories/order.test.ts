import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crowd, finalState, history, seededRandom } from '../../support/small-world.ts'
import {
  anyHistoryEqualsAFullRun,
  anyOrderIsTheSame,
  crowdedKeysAreTheSame,
  crowdsOutliveRestarts,
  generatedRecords,
  restartsChangeNothing,
  writersAtOnceEqualAFullRun,
} from './order-properties.ts'

test('any history of imports and updates gives what one import of the final state gives', () =>
  anyHistoryEqualsAFullRun(25))

test('records in any order and in batches of any size give the same groups, alerts, fields and counters', async () => {
  const batches = fc.sample(history({ batches: 20, perBatch: 12 }), { seed: 7, numRuns: 4 })
  for (const [seed, each] of batches.entries())
    await anyOrderIsTheSame(finalState(each.flat()), 4, seed, [1, 3, 50, 5_000])
})

test('several registries that write to one storage at once leave what one of them would', () =>
  writersAtOnceEqualAFullRun(10))

test('generated feeds give the same in any order', async () => {
  const records = generatedRecords(20, 240)
  expect(records.length).toBeGreaterThan(400)
  await anyOrderIsTheSame(records, 3, 1, [500, 1, 61])
})

test('a crowd in one cell gives the same whatever order it comes in', () =>
  anyOrderIsTheSame(crowd(220, 5, seededRandom(3), 11), 1, 3, [64]))

test('keys that pass the limit and fall back under it leave the same edges as if they never had', () =>
  crowdedKeysAreTheSame(240, 2, 11))

test('so does the key of a place alone', () => crowdedKeysAreTheSame(38, 4, 11, ''))

test('closing and opening a registry on disk between batches changes nothing', async () => {
  const [batches = []] = fc.sample(history({ batches: 6, perBatch: 10 }), { seed: 5, numRuns: 1 })
  await restartsChangeNothing(batches)
})

test('keys that pass the limit and fall back under it on disk do so over restarts', () =>
  crowdsOutliveRestarts(230, 3, 17))

test('so does the key of a place alone on disk', () => crowdsOutliveRestarts(36, 3, 17, ''))
