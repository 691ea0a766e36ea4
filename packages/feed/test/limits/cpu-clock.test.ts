import { expect, test } from 'vitest'
import { cpuClock } from '../../src/limits/cpu-clock.ts'

test('counts at most the wall-clock time in a process with other threads, and no waiting', () => {
  let [now, spent] = [1_000, 50_000]
  const clock = cpuClock(
    () => now,
    () => ({ user: spent * 1_000, system: 0 }),
  )
  const begun = clock()
  now += 300
  // Five threads: 1,500 ms of CPU time in 300 ms.
  spent += 1_500
  expect(clock() - begun).toBe(300)
  now += 5_000
  spent += 20
  expect(clock() - begun).toBe(320)
  now += 4
  expect(clock() - begun).toBe(324)
})
