import { test } from 'vitest'
import {
  hostileOptionsAreRefused,
  hostileRecordsHarmNothing,
  hostileRecordsSurviveReopening,
} from './fuzz-properties.ts'

test('hostile records are accepted, repaired or rejected, and harm nothing', () => hostileRecordsHarmNothing(100, 1))

test('accepted hostile records are unchanged after reopening', () => hostileRecordsSurviveReopening(80))

test('hostile options of a search or a write are accepted, or rejected with the reason', () =>
  hostileOptionsAreRefused())
