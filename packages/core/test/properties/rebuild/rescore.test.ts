import { describe, test } from 'vitest'
import { history } from '../../support/small-world.ts'
import { manyRecords } from './reindex-properties.ts'
import {
  dryRunTellsWhatIsDone,
  interruptedEqualsUninterrupted,
  rescoreEqualsFreshImport,
  thereAndBackIsAsBefore,
} from './rescore-properties.ts'

describe('a rescore beside any writes leaves what importing by the new scores leaves', () => {
  test('where there are few records', () => rescoreEqualsFreshImport(history(), 12))

  test('where there are many', () => rescoreEqualsFreshImport(manyRecords(), 2))
})

test('there and back leaves everything as it was, and loses no id', () => thereAndBackIsAsBefore(12))

test('a dry run leaves nothing behind, and tells just what is then done', () => dryRunTellsWhatIsDone(15))

describe('one that is stopped again and again comes to the same as one that is not', () => {
  test('where there are few records', () => interruptedEqualsUninterrupted(history(), 8))

  test('where there are many', () => interruptedEqualsUninterrupted(manyRecords(), 3))
})
