import { expect, it } from 'vitest'
import { FairQueue, MAX_CONCURRENT_TASKS } from '../../src/authentication/fair-queue.ts'

/** Returns a queue whose tasks end when the test ends them. */
function fixture(): {
  ask(address: string, name: string): void
  endOne(): Promise<void>
  readonly begun: string[]
  readonly dropped: string[]
} {
  const turns = new FairQueue(() => new Error('dropped'))
  const begun: string[] = []
  const dropped: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    dropped,
    ask: (address, name) => {
      const work = (): Promise<void> => {
        begun.push(name)
        return new Promise((resolve) => void ends.push(resolve))
      }
      turns.run(address, work).catch(() => void dropped.push(name))
    },
    endOne: async () => {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('addresses take turns, and the newest task of an address runs first', async () => {
  const { ask, endOne, begun } = fixture()
  for (let at = 0; at < MAX_CONCURRENT_TASKS + 3; at++) ask('a', `a${at}`)
  ask('b', 'b0')
  ask('b', 'b1')
  begun.length = 0
  for (let at = 0; at < 9; at++) await endOne()
  expect(begun).toEqual(['a4', 'b1', 'a3', 'b0', 'a2'])
})

it('if too many tasks wait, the oldest task of the busiest address is dropped and all others run', async () => {
  const { ask, endOne, begun, dropped } = fixture()
  for (let at = 0; at < 60; at++) ask('a', `a${at}`)
  for (let at = 0; at < 90; at++) ask(`one ${at}`, `b${at}`)
  for (let at = 0; at < 200; at++) await endOne()
  expect(begun.length + dropped.length).toBe(150)
  expect(dropped.every((name) => name.startsWith('a'))).toBe(true)
  expect(dropped).not.toContain('a59')
  // No task waits, so the next task starts at once.
  ask('c', 'c')
  expect(begun.at(-1)).toBe('c')
})

it('a failed task lets the next task start', async () => {
  const turns = new FairQueue(() => new Error('dropped'))
  const failing = Array.from({ length: 5 }, () =>
    turns.run('a', async () => {
      throw new Error('wrong')
    }),
  )
  for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected')
  expect(await turns.run('a', async () => 'right')).toBe('right')
})
