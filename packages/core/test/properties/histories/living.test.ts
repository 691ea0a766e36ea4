import { test } from 'vitest'
import {
  identityHoldsThroughAnyHistory,
  stepByStepEqualsAllAtOnce,
  undoRestoresExactly,
  withoutDecisionsTheRecordsDecide,
} from './living-properties.ts'
import { undoOfAnyDecisionRestores } from './undo-properties.ts'

test('identity holds through any history of records and decisions', () => identityHoldsThroughAnyHistory(20))

test('undo restores exactly, and undoing the undo repeats the decision', () => undoRestoresExactly(10))

test('undo of any decision on which nothing later rests restores its products, and nothing else', () =>
  undoOfAnyDecisionRestores(2, 60))

test('incremental writes and one reclustering give the same clusters', () => stepByStepEqualsAllAtOnce(8))

test('after all decisions are undone, only the records count', () => withoutDecisionsTheRecordsDecide(8))
