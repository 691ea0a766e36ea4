import { describe, test } from 'vitest'
import { history } from '../../support/small-world.ts'
import { manyRecords } from './reindex-properties.ts'
import {
  dryRunTellsWhatIsDone,
  interruptedEqualsUninterrupted,
  rescoreEqualsFreshImport,
  thereAndBackIsAsBefore,
} from './rescore-properties.ts'

describe('a rescore during any writes gives the result of an import with the new model version', () => {
  test('where there are few records', () => rescoreEqualsFreshImport(history(), 5))

  test('where there are many', () => rescoreEqualsFreshImport(manyRecords(), 1))
})

test('a rescore and its reversal restore everything, and lose no id', () => thereAndBackIsAsBefore(5))

test('a dry run leaves nothing behind, and reports the changes of the real run', () => dryRunTellsWhatIsDone(6))

describe('a rescore stopped several times gives the result of one without a stop', () => {
  test('where there are few records', () => interruptedEqualsUninterrupted(history(), 3))

  test('where there are many', () => interruptedEqualsUninterrupted(manyRecords(), 1))
})
