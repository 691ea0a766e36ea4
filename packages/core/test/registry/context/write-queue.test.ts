import { describe, expect, test } from 'vitest'
import { WriteQueue } from '../../../src/registry/context/write-queue.ts'

/** Returns the number of writes with the lease before a write without the lease. */
function turnsOf(queue: WriteQueue): number {
  let turns = 0
  while (queue.takesWriteLease()) turns++
  return turns
}

test('a writer with conflicts takes the lease for a while, and longer each time it does not help', () => {
  const queue = new WriteQueue()
  expect(turnsOf(queue)).toBe(0)
  const spells = Array.from({ length: 6 }, () => {
    queue.conflicted()
    return turnsOf(queue)
  })
  expect(spells).toEqual([10, 20, 40, 80, 160, 160])
})

test('without conflicts, the writer starts again without the lease', () => {
  const queue = new WriteQueue()
  queue.conflicted()
  turnsOf(queue)
  queue.conflicted()
  turnsOf(queue)
  // This attempt ran without the lease and had no conflict.
  expect(queue.takesWriteLease()).toBe(false)
  queue.conflicted()
  expect(turnsOf(queue)).toBe(10)
})

describe('order', () => {
  /** Writes that end when the test says so, and a log of the writes that have started. */
  function writes(): { begun: string[]; write: (name: string) => () => Promise<string>; end: (name: string) => void } {
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    return {
      begun,
      write: (name) => () => {
        begun.push(name)
        return new Promise((resolve) => ends.set(name, () => resolve(name)))
      },
      end: (name) => ends.get(name)?.(),
    }
  }

  test('writes to different keys run concurrently, those to the same key in order', async () => {
    const [queue, { begun, write, end }] = [new WriteQueue(), writes()]
    const first = queue.runConcurrent(['a', 'b'], write('a+b'))
    const second = queue.runConcurrent(['b', 'c'], write('b+c'))
    const third = queue.runConcurrent(['d'], write('d'))
    end('d')
    await settledSoon()
    expect(begun).toEqual(['a+b', 'd'])
    end('d')
    expect(await third).toBe('d')
    end('a+b')
    expect(await first).toBe('a+b')
    await settledSoon()
    end('b+c')
    expect(await second).toBe('b+c')
  })

  test('an exclusive write runs after all earlier writes and before all later ones', async () => {
    const [queue, { begun, write, end }] = [new WriteQueue(), writes()]
    void queue.runConcurrent(['a'], write('a'))
    void queue.runConcurrent(['b'], write('b'))
    void queue.runExclusive(write('alone'))
    void queue.runConcurrent(['c'], write('c'))
    await settledSoon()
    expect(begun).toEqual(['a', 'b'])
    end('b')
    await settledSoon()
    expect(begun).toEqual(['a', 'b'])
    end('a')
    await settledSoon()
    expect(begun).toEqual(['a', 'b', 'alone'])
    end('alone')
    await settledSoon()
    expect(begun).toEqual(['a', 'b', 'alone', 'c'])
  })

  test('a failed write does not block others', async () => {
    const queue = new WriteQueue()
    const fails = async (): Promise<never> => {
      throw new Error('no')
    }
    const failed = [queue.runConcurrent(['a'], fails), queue.runExclusive(fails), queue.runConcurrent(['a'], fails)]
    const last = queue.runConcurrent(['a'], async () => 'a')
    const outcomes = await Promise.allSettled(failed)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await last).toBe('a')
  })

  test('only a limited number of writes runs at once', async () => {
    const queue = new WriteQueue()
    let [underWay, most] = [0, 0]
    const write = async (): Promise<void> => {
      most = Math.max(most, ++underWay)
      await settledSoon()
      underWay--
    }
    await Promise.all(Array.from({ length: 500 }, (_, at) => queue.runConcurrent([`product ${at}`], write)))
    expect(most).toBe(64)
  })
})

function settledSoon(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
