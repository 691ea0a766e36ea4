import { test } from 'vitest'
import {
  hostileOptionsAreRefused,
  hostileRecordsHarmNothing,
  hostileRecordsSurviveReopening,
} from './fuzz-properties.ts'

// Runs several parts, so that each part finishes in time on a busy machine.
test.each([1, 2])('hostile records are accepted, repaired or rejected, and harm nothing: part %i', (part) =>
  hostileRecordsHarmNothing(150, part),
)

test('accepted hostile records are unchanged after reopening', () => hostileRecordsSurviveReopening(200))

test('hostile options of a search or a write are accepted, or rejected with the reason', () =>
  hostileOptionsAreRefused())
