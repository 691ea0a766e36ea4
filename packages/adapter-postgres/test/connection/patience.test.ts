import { expect, it } from 'vitest'
import { Backoff, type PausingClock } from '../../src/connection/backoff.ts'

/** A clock that advances only in pauses, and records them. */
function clockOf(pauses: number[]): PausingClock {
  let now = 5_000
  return {
    now: () => now,
    pause: async (milliseconds) => {
      pauses.push(milliseconds)
      now += milliseconds
    },
  }
}

async function pausesOf(totalMilliseconds: number): Promise<number[]> {
  const pauses: number[] = []
  const patience = new Backoff({ firstMilliseconds: 100, maxMilliseconds: 500, totalMilliseconds }, clockOf(pauses))
  while (!patience.isOver) await patience.pause()
  return pauses
}

it('pauses twice as long each time, up to a limit, and no longer than its time in all', async () => {
  expect(await pausesOf(2_000)).toEqual([100, 200, 400, 500, 500, 300])
})

it('ends at once when it has no time', async () => {
  expect(await pausesOf(0)).toEqual([])
})
