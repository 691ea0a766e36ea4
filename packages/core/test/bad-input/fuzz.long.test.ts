import { test } from 'vitest'
import { LONG_SCALE } from '../properties/long-scale.ts'
import { hostileRecordsHarmNothing, hostileRecordsSurviveReopening } from './fuzz-properties.ts'

// `UTPID_LONG_SCALE` scales the runs of a property by itself.
test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'hostile records are accepted, repaired or rejected, and harm nothing: part %i',
  (part) => hostileRecordsHarmNothing(10_000, part, true),
)

test('what was accepted of hostile records survives reopening', () =>
  hostileRecordsSurviveReopening(Math.round(100_000 * LONG_SCALE)))
