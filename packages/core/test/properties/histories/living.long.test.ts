import { test } from 'vitest'
import {
  identityHoldsThroughAnyHistory,
  stepByStepEqualsAllAtOnce,
  undoRestoresExactly,
  withoutDecisionsTheRecordsDecide,
} from './living-properties.ts'

test('10,000 histories: identity holds through all record changes and curator decisions', () =>
  identityHoldsThroughAnyHistory(10_000))

test('3,000 histories: undo restores exactly, and undoing the undo repeats the decision', () =>
  undoRestoresExactly(3_000))

test('2,000 histories: incremental writes and one reclustering give the same clusters', () =>
  stepByStepEqualsAllAtOnce(2_000))

test('3,000 histories: after all decisions are undone, only the records count', () =>
  withoutDecisionsTheRecordsDecide(3_000))
