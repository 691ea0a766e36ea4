import { expect, it } from 'vitest'
import { PollLoop } from '../../../src/webhooks/worker/poll-loop.ts'

const never = (): Promise<void> => new Promise(() => undefined)

it('continues while there is more, then after a wake-up, and stops after its round', async () => {
  let rounds = 0
  let slept: () => void = () => undefined
  const asleep = (): Promise<void> =>
    new Promise((resolve) => {
      slept = resolve
    })
  let fellAsleep = asleep()
  const loop = new PollLoop(async () => ++rounds % 3 !== 0, {
    sleep: () => {
      slept()
      return never()
    },
  })
  loop.start()
  loop.start()
  await fellAsleep
  expect(rounds).toBe(3)
  fellAsleep = asleep()
  loop.wake()
  await fellAsleep
  expect(rounds).toBe(6)
  await loop.stop()
  await loop.stop()
  expect(rounds).toBe(6)
})

it('polls at its interval without a wake-up, also after a failed round', async () => {
  const errors: unknown[] = []
  let rounds = 0
  let isOver: () => void = () => undefined
  const over = new Promise<void>((resolve) => {
    isOver = resolve
  })
  const loop = new PollLoop(
    async () => {
      if (++rounds === 3) isOver()
      throw new Error(`round ${rounds}`)
    },
    {
      sleep: (milliseconds) => (milliseconds === 1_000 ? Promise.resolve() : never()),
      onError: (error) => void errors.push(error),
    },
  )
  loop.start()
  await over
  await loop.stop()
  expect(errors.length).toBeGreaterThanOrEqual(3)
})
