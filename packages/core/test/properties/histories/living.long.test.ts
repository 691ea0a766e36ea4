import { test } from 'vitest'
import {
  identityHoldsThroughAnyHistory,
  stepByStepEqualsAllAtOnce,
  undoRestoresExactly,
  withoutDecisionsTheRecordsDecide,
} from './living-properties.ts'

test('10,000 histories: identity holds through whatever records and people do', () =>
  identityHoldsThroughAnyHistory(10_000))

test('3,000 histories: undo restores exactly, and undoing that makes it again', () => undoRestoresExactly(3_000))

test('2,000 histories: step by step, or all regrouped at once, the same groups', () => stepByStepEqualsAllAtOnce(2_000))

test('3,000 histories: with every decision taken back, the records alone decide', () =>
  withoutDecisionsTheRecordsDecide(3_000))
