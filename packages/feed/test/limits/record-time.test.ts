import { expect, test } from 'vitest'
import { RecordTime } from '../../src/limits/record-time.ts'

test('a record has the time between its beginning and now, without pauses', () => {
  let now = 0
  const time = new RecordTime(() => now)
  time.begin()
  now = 10
  time.pause()
  now = 1_000
  // A piece of a document without any tag pauses again.
  time.pause()
  now = 2_000
  time.resume()
  time.resume()
  now = 2_005
  expect(time.milliseconds).toBe(15)
  time.begin()
  now = 2_006
  expect(time.milliseconds).toBe(1)
})
