import { Worker } from 'node:worker_threads'
import { indexFactory, type KeySegment, mergeParts, SegmentGeneration } from '@utpid/adapter-memory/engine'
import { createRegistry } from '@utpid/core'
import type { IndexProduct, IndexRecord } from '@utpid/core/storage'
import { seededRandom, temporaryFolder } from '@utpid/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { durableStorage, openDurableStorage } from '../../../src/open/open-durable-storage.ts'
import { MergeThread } from '../../../src/threads/merge/merge-thread.ts'

/** Counts the calls whose promise was fulfilled with a value. */
async function kept(calls: {
  readonly mock: { readonly results: readonly { readonly value: unknown }[] }
}): Promise<number> {
  const settled = await Promise.allSettled(calls.mock.results.map(({ value }) => value))
  return settled.filter((each) => each.status === 'fulfilled' && each.value !== undefined).length
}

const ALL = { offset: 0, limit: 1_000_000, filters: [], tiers: [{ groups: [{ any: ['place:x'] }] }] }

function mergeThread(options: ConstructorParameters<typeof MergeThread>[0] = { minRows: 1 }): MergeThread {
  const thread = new MergeThread(options)
  onTestFinished(() => thread.end())
  return thread
}

function recordOf(id: number, revision = 1): IndexRecord {
  return { id, productId: id, revision, features: new Uint8Array([id & 255, 7]), keys: [id % 50, 100 + (id % 7)] }
}

function productOf(id: number, revision = 1): IndexProduct {
  return { id, revision, rank: id % 16, terms: [`name:w${id % 37}`, 'place:x'], point: [id % 5, 1, 2] }
}

type TermSegment = SegmentGeneration['terms']['parts'][number]

function numbers(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => from + at)
}

function keySegment(from: number, count: number): KeySegment {
  const index = new SegmentGeneration()
  index.load(
    numbers(from, count).map((id) => recordOf(id)),
    [],
  )
  return index.keys.parts[0] as KeySegment
}

function termSegment(from: number, count: number): TermSegment {
  const index = new SegmentGeneration()
  index.load(
    [],
    numbers(from, count).map((id) => productOf(id)),
  )
  return index.terms.parts[0] as TermSegment
}

test('merges like the main thread, without deleted rows', async () => {
  const thread = mergeThread()
  const keys = [keySegment(1, 700), keySegment(701, 90)]
  const terms = [termSegment(1, 700), termSegment(701, 90)]
  for (const row of [0, 5, 699]) {
    keys[0]?.markDeleted(row)
    terms[0]?.markDeleted(row)
  }
  expect(await thread.keys(keys)).toEqual(mergeParts({ keys }))
  const merged = await thread.terms(terms)
  expect(merged).toEqual(mergeParts({ terms }))
  expect(merged?.columns.points.buffer).toBeInstanceOf(SharedArrayBuffer)
})

test('refuses small merges, and starts no thread for them', () => {
  const thread = mergeThread({})
  expect(thread.keys([keySegment(1, 500), keySegment(501, 500)])).toBeUndefined()
  expect(thread.isRunning).toBe(false)
})

test('ends when idle, and starts again for the next merge', async () => {
  const thread = mergeThread({ minRows: 1, idleMs: 1 })
  for (let time = 0; time < 2; time++) {
    await thread.keys([keySegment(1, 10), keySegment(11, 10)])
    expect(thread.isRunning).toBe(true)
    await vi.waitFor(() => expect(thread.isRunning).toBe(false), { timeout: 10_000 })
  }
})

test('loses running merges when it is ended, and then accepts no merge', async () => {
  const thread = mergeThread()
  const lost = thread.keys([keySegment(1, 10), keySegment(11, 10)])
  const ended = thread.end()
  await expect(lost).rejects.toThrow('was ended')
  await ended
  expect(thread.keys([keySegment(1, 10), keySegment(11, 10)])).toBeUndefined()
})

test('reports failed merges, and after three within an hour accepts none until the hour is over', async () => {
  const lost: string[] = []
  let now = 5_000_000
  const thread = mergeThread({ minRows: 1, now: () => now, onFailure: (why) => lost.push(why) })
  const good = [keySegment(1, 10), keySegment(11, 10)]
  const damaged = { columns: {}, dead: new Uint32Array(1), length: 10 } as unknown as KeySegment
  for (let time = 0; time < 2; time++) await expect(thread.keys([damaged, damaged])).rejects.toThrow(Error)
  expect(await thread.keys(good)).toBeDefined()
  await expect(thread.keys([damaged, damaged])).rejects.toThrow(Error)
  expect(thread.keys(good)).toBeUndefined()
  expect(lost.length).toBe(3)
  expect(lost.at(-1)).toContain('third failure within an hour')
  now += 3_600_001
  expect(await thread.keys(good)).toBeDefined()
})

test('a dying thread loses its pending merges, and another thread runs the next merge', async () => {
  const lost: string[] = []
  const thread = mergeThread({ minRows: 1, onFailure: (why) => lost.push(why) })
  const worker = vi.spyOn(Worker.prototype, 'postMessage')
  const waiting = [1, 2].map(() => thread.keys([keySegment(1, 10), keySegment(11, 10)]))
  const [first] = worker.mock.contexts as Worker[]
  worker.mockRestore()
  const settled = Promise.allSettled(waiting)
  await first?.terminate()
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(lost).toEqual(['The thread for merges ended.'])
  expect(await thread.keys([keySegment(1, 10), keySegment(11, 10)])).toBeDefined()
})

test('refuses a merge behind a backlog of many times its own rows', async () => {
  const thread = mergeThread({ minRows: 1 })
  const large = thread.keys([keySegment(1, 2_000), keySegment(2_001, 2_000)])
  expect(thread.keys([keySegment(1, 60), keySegment(61, 60)])).toBeUndefined()
  const less = thread.keys([keySegment(1, 200), keySegment(201, 200)])
  expect((await large)?.columns.recordIds.length).toBe(4_000)
  expect((await less)?.columns.recordIds.length).toBe(400)
  expect(await thread.keys([keySegment(1, 60), keySegment(61, 60)])).toBeDefined()
})

test('a thread that has merged many rows ends when it has no pending merge', async () => {
  const thread = mergeThread({ minRows: 1, maxRows: 300 })
  await thread.keys([keySegment(1, 100), keySegment(101, 100)])
  expect(thread.isRunning).toBe(true)
  await thread.keys([keySegment(1, 100), keySegment(101, 100)])
  expect(thread.isRunning).toBe(false)
  await thread.keys([keySegment(1, 100), keySegment(101, 100)])
  expect(thread.isRunning).toBe(true)
})

test('an index written during merges on a thread gives the results of the plain index', async () => {
  const merger = mergeThread({ minRows: 500 })
  const index = new SegmentGeneration({ maxBufferRows: 64, merger, isBusy: () => false })
  onTestFinished(() => index.stop())
  const plain = indexFactory({ index: 'plain' }, 'plain')()
  const random = seededRandom(3)
  const below = (most: number): number => Math.floor(random() * most)
  const merges = vi.spyOn(merger, 'keys')
  for (let round = 1; round <= 120; round++) {
    for (let time = 0; time < 60; time++) {
      const id = 1 + below(4_000)
      const kind = below(10)
      for (const { keys, terms } of [index, plain]) {
        if (kind === 0) {
          keys.remove(id)
          terms.remove(id)
        } else if (kind === 1) keys.move(id, 5_000 + (round % 9))
        else {
          keys.put(recordOf(id, round))
          terms.put(productOf(id, round))
        }
      }
    }
    index.maintain()
    // Half of the rows are written while the thread starts, the others while the thread merges.
    await new Promise((resolve) => setImmediate(resolve))
    if (round === 60) await vi.waitFor(async () => expect(await kept(merges)).toBeGreaterThan(0), { timeout: 30_000 })
  }
  await vi.waitFor(() => expect(index.keys.parts.length).toBeLessThan(8), { timeout: 30_000 })
  expect(await kept(merges)).toBeGreaterThan(2)
  const lookups = [{ keys: [3, 102] }, { keys: [17] }, { keys: [100, 101, 106] }]
  expect(index.keys.candidates(lookups, 10_000)).toEqual(plain.keys.candidates(lookups, 10_000))
  expect(index.terms.search(ALL)).toEqual(plain.terms.search(ALL))
})

test('an index merges on the main thread when merges on the thread fail', async () => {
  const lost = (): Promise<never> => Promise.reject(new Error('lost'))
  let tries = 0
  const merger = { keys: () => undefined, terms: () => (tries++ < 3 ? lost() : undefined) }
  const index = new SegmentGeneration({ maxBufferRows: 10, merger, isBusy: () => false })
  onTestFinished(() => index.stop())
  for (let from = 1; from <= 40; from += 10) {
    for (let id = from; id < from + 10; id++) index.terms.put(productOf(id))
    index.terms.flush()
  }
  index.maintain()
  await vi.waitFor(() => expect(index.terms.parts.length).toBe(1), { timeout: 10_000 })
  expect(tries).toBe(4)
  expect(index.terms.search(ALL).total).toBe(40)
})

test('mergeThread must be true or false', async () => {
  const mergeThread = 'no' as unknown as boolean
  await expect(openDurableStorage(temporaryFolder(), { mergeThread })).rejects.toMatchObject({
    code: 'validation_failed',
  })
})

test('compacting a folder waits for no merge, and the thread has ended when the checkpoint is written', async () => {
  const folder = temporaryFolder()
  const thread = new MergeThread({ minRows: 1 })
  const awakeWhenWritten: boolean[] = []
  const onCheckpoint = ({ kind }: { readonly kind: string }): void => {
    if (kind === 'written') awakeWhenWritten.push(thread.isRunning)
  }
  const index = (): SegmentGeneration =>
    new SegmentGeneration({ maxBufferRows: 4, merger: thread, isBusy: () => false })
  const storage = await durableStorage(folder, { index: 'segments', onCheckpoint }, index, thread)
  const registry = await createRegistry({ storage })
  for (let at = 0; at < 40; at++) {
    await registry.upsert({ supplier: 'alpha', code: `H${at}`, name: `Zephyr ${at}`, location: { country: 'FR' } })
  }
  await vi.waitFor(() => expect(thread.isRunning).toBe(true), { timeout: 10_000 })
  await storage.compact()
  expect(awakeWhenWritten).toEqual([false])
  const opened = await openDurableStorage(folder)
  expect((await opened.check()).findings).toEqual([])
  await opened.close()
})

test('a folder merged by a thread is complete, and the thread leaves nothing behind', async () => {
  const folder = temporaryFolder()
  const thread = new MergeThread({ minRows: 100 })
  const index = (): SegmentGeneration =>
    new SegmentGeneration({ maxBufferRows: 32, merger: thread, isBusy: () => false })
  const storage = await durableStorage(folder, { index: 'segments' }, index, thread)
  const registry = await createRegistry({ storage })
  const stays = Array.from({ length: 600 }, (_, at) => ({
    supplier: 'alpha',
    code: `H${at}`,
    name: `Zephyr ${at}`,
    category: 'hotel',
    location: { city: 'Paris', country: 'FR' },
  }))
  const merges = vi.spyOn(thread, 'keys')
  for (let from = 0; from < stays.length; from += 50) await registry.import(stays.slice(from, from + 50))
  await vi.waitFor(async () => expect(await kept(merges)).toBeGreaterThan(0), { timeout: 30_000 })
  expect((await storage.check()).findings).toEqual([])
  await registry.close()
  expect(thread.isRunning).toBe(false)
  const opened = await openDurableStorage(folder, { mergeThread: false })
  expect((await opened.check()).findings).toEqual([])
  await opened.close()
})
