import { ARTIFICIAL_RULES } from '@utpid/storage-conformance'
import { describe, test } from 'vitest'
import { crowd, history, seededRandom } from '../../support/small-world.ts'
import {
  changedGroupsKeepEveryId,
  crowdedKeysComeOutTheSame,
  manyRecords,
  OTHER_RULES,
  otherWritersAreNeverLost,
  reindexEqualsBuiltAnew,
} from './reindex-properties.ts'

describe('a reindex during any writes gives the result of filling with the new rules', () => {
  test('where the clusters stay the same', () => reindexEqualsBuiltAnew(ARTIFICIAL_RULES, history(), 3))

  test('where the rules change the clusters', () => reindexEqualsBuiltAnew(OTHER_RULES, history(), 3))

  test('where there are many records', () => reindexEqualsBuiltAnew(OTHER_RULES, manyRecords(), 1))
})

test('writes of another registry before the swap are kept, and later ones are rejected', () =>
  otherWritersAreNeverLost(3))

test('rules that change the clusters lose no id, and the old rules restore the clusters', () =>
  changedGroupsKeepEveryId(5))

test('keys that exceed their limit for a while during a reindex have the correct edges', () =>
  crowdedKeysComeOutTheSame(crowd(220, 5, seededRandom(4), 13)))
