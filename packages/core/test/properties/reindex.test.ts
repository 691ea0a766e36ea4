import { test } from 'vitest'
import { crowd, seededRandom } from '../registry/support/small-world.ts'
import {
  changedGroupsKeepEveryId,
  crowdedKeysComeOutTheSame,
  otherWritersAreNeverLost,
  reindexEqualsBuiltAnew,
} from './reindex-properties.ts'

test('a reindex beside any writes leaves what filling by the new rules leaves', () => reindexEqualsBuiltAnew(40, false))

test('what another registry writes until the switch is kept, and it is refused afterwards', () =>
  otherWritersAreNeverLost(15, false))

test('rules that change the groups lose no id, and give the groups back', () => changedGroupsKeepEveryId(25, false))

test('keys that pass 200 records and fall back meanwhile make the edges they must', () =>
  crowdedKeysComeOutTheSame(crowd(280, 5, seededRandom(4), 13)))
