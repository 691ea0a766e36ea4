import { ARTIFICIAL_RULES } from '@utpid/storage-conformance'
import { describe, test } from 'vitest'
import { history } from '../../support/small-world.ts'
import {
  changedGroupsKeepEveryId,
  manyRecords,
  OTHER_RULES,
  otherWritersAreNeverLost,
  reindexEqualsBuiltAnew,
} from './reindex-properties.ts'

describe('a reindex beside any writes leaves what filling by the new rules leaves', () => {
  test('where the groups stay the same', () => reindexEqualsBuiltAnew(ARTIFICIAL_RULES, history(), 300))

  test('where the rules change the groups', () => reindexEqualsBuiltAnew(OTHER_RULES, history(), 500))

  test('where there are many records', () => reindexEqualsBuiltAnew(OTHER_RULES, manyRecords(), 60))
})

test('what another registry writes until the switch is kept, and it is refused afterwards', () =>
  otherWritersAreNeverLost(200))

test('rules that change the groups lose no id, and give the groups back', () => changedGroupsKeepEveryId(400))
