import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextAttemptAt, RETRY_DELAYS } from '../../../src/webhooks/delivery/retry-schedule.ts'

const HOUR = 3_600_000

it('makes 10 attempts over 75 hours', () => {
  expect(RETRY_DELAYS).toHaveLength(10)
  expect(Math.floor(RETRY_DELAYS.reduce((sum, delay) => sum + delay, 0) / HOUR)).toBe(75)
  expect(nextAttemptAt(0, 10, 0.5)).toBeUndefined()
})

it('varies a delay by a tenth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, chance) => {
      const delay = RETRY_DELAYS[tries] as number
      const at = nextAttemptAt(1_000, tries, chance) as number
      expect(Math.abs(at - 1_000 - delay)).toBeLessThanOrEqual(delay * 0.1 + 1)
    }),
  )
})

it('waits as long as the receiver requests: at most a day, and never less than the schedule', () => {
  const now = Date.parse('2026-11-22T08:00:00Z')
  expect(nextAttemptAt(now, 1, 0.5, '120')).toBe(now + 120_000)
  expect(nextAttemptAt(now, 1, 0.5, 'Sun, 22 Nov 2026 09:00:00 GMT')).toBe(now + HOUR)
  expect(nextAttemptAt(now, 1, 0.5, '99999999')).toBe(now + 24 * HOUR)
  for (const header of ['0', '-5', 'soon', '', 'Sun, 22 Nov 2020 09:00:00 GMT', undefined]) {
    expect(nextAttemptAt(now, 1, 0.5, header)).toBe(now + 5_000)
  }
})
