import { test } from 'vitest'
import {
  identityHoldsThroughAnyHistory,
  stepByStepEqualsAllAtOnce,
  undoRestoresExactly,
  withoutDecisionsTheRecordsDecide,
} from './living-properties.ts'

test('identity holds through any history of records and decisions', () => identityHoldsThroughAnyHistory(100), 180_000)

test('undo restores exactly, and undoing that makes it again', () => undoRestoresExactly(40), 60_000)

test('step by step, or all regrouped at once: the same groups', () => stepByStepEqualsAllAtOnce(30))

test('with every decision taken back, the records alone decide', () => withoutDecisionsTheRecordsDecide(40))
