import { test } from 'vitest'
import { changedGroupsKeepEveryId, otherWritersAreNeverLost, reindexEqualsBuiltAnew } from './reindex-properties.ts'

test('a reindex beside any writes leaves what filling by the new rules leaves', () => reindexEqualsBuiltAnew(800, true))

test('what another registry writes until the switch is kept, and it is refused afterwards', () =>
  otherWritersAreNeverLost(200, true))

test('rules that change the groups lose no id, and give the groups back', () => changedGroupsKeepEveryId(400, true))
