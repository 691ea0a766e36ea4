import { test } from 'vitest'
import {
  hostileOptionsAreRefused,
  hostileRecordsHarmNothing,
  hostileRecordsSurviveReopening,
} from './fuzz-properties.ts'

// Several parts, so that each finishes in time on a busy machine.
test.each([1, 2, 3, 4])('hostile records are accepted, repaired or rejected, and harm nothing: part %i', (part) =>
  hostileRecordsHarmNothing(150, part),
)

test('what was accepted of hostile records survives reopening', () => hostileRecordsSurviveReopening(200))

test('hostile options of a search and of a write are answered or refused with the reason', () =>
  hostileOptionsAreRefused())
