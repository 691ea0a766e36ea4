import { test } from 'vitest'
import {
  identityHoldsThroughAnyHistory,
  stepByStepEqualsAllAtOnce,
  undoRestoresExactly,
  withoutDecisionsTheRecordsDecide,
} from './living-properties.ts'
import { undoOfAnyDecisionRestores } from './undo-properties.ts'

test('10,000 histories: identity holds through all record changes and curator decisions', () =>
  identityHoldsThroughAnyHistory(10_000))

test('3,000 histories: undo restores exactly, and undoing the undo repeats the decision', () =>
  undoRestoresExactly(3_000))

test('undo of any of the last 1,000 decisions on which nothing later rests restores its products, and nothing else', () =>
  undoOfAnyDecisionRestores(1, 1_000))

test('100 histories of 60 decisions: undo of any decision restores its products, and nothing else', () =>
  undoOfAnyDecisionRestores(100, 60))

test('2,000 histories: incremental writes and one reclustering give the same clusters', () =>
  stepByStepEqualsAllAtOnce(2_000))

test('3,000 histories: after all decisions are undone, only the records count', () =>
  withoutDecisionsTheRecordsDecide(3_000))
