import { times } from '@utpid/testing'
import { test } from 'vitest'
import { hostileRecordsHarmNothing, hostileRecordsSurviveReopening } from './fuzz-properties.ts'

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'hostile records are accepted, repaired or rejected, and harm nothing: part %i',
  (part) => hostileRecordsHarmNothing(10_000, part),
)

test('accepted hostile records are unchanged after reopening', () => hostileRecordsSurviveReopening(times(100_000)))
