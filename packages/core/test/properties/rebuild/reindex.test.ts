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

describe('a reindex beside any writes leaves what filling by the new rules leaves', () => {
  test('where the groups stay the same', () => reindexEqualsBuiltAnew(ARTIFICIAL_RULES, history(), 8))

  test('where the rules change the groups', () => reindexEqualsBuiltAnew(OTHER_RULES, history(), 12))

  test('where there are many records', () => reindexEqualsBuiltAnew(OTHER_RULES, manyRecords(), 2))
})

test('what another registry writes until the switch is kept, and it is refused afterwards', () =>
  otherWritersAreNeverLost(8))

test('rules that change the groups lose no id, and give the groups back', () => changedGroupsKeepEveryId(12))

test('keys that pass their limit and fall back meanwhile make the edges they must', () =>
  crowdedKeysComeOutTheSame(crowd(280, 5, seededRandom(4), 13)))
