import { expect, it } from 'vitest'
import { Backoff, type PausingClock } from '../../src/connection/backoff.ts'

/** Returns a clock that advances only in pauses, and records the pauses. */
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

it('doubles each pause, up to a limit, and stays within its total time', async () => {
  expect(await pausesOf(2_000)).toEqual([100, 200, 400, 500, 500, 300])
})

it('ends immediately without time', async () => {
  expect(await pausesOf(0)).toEqual([])
})
