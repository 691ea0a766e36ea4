import { test } from 'vitest'
import { hostileRecordsHarmNothing } from './fuzz-properties.ts'

test('hostile records are accepted, repaired or rejected, and harm nothing', () =>
  hostileRecordsHarmNothing(2_000, false))
