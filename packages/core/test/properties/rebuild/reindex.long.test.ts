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

describe('a reindex during any writes gives the result of filling with the new rules', () => {
  test('where the clusters stay the same', () => reindexEqualsBuiltAnew(ARTIFICIAL_RULES, history(), 300))

  test('where the rules change the clusters', () => reindexEqualsBuiltAnew(OTHER_RULES, history(), 500))

  test('where there are many records', () => reindexEqualsBuiltAnew(OTHER_RULES, manyRecords(), 60))
})

test('writes of another registry before the swap are kept, and later ones are rejected', () =>
  otherWritersAreNeverLost(200))

test('rules that change the clusters lose no id, and the old rules restore the clusters', () =>
  changedGroupsKeepEveryId(400))
