import { openDurableStorage, withBatchWorkers } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { SegmentGeneration } from '@utpid/adapter-memory/engine'
import { createRegistry, type MatchResult, parseRecord, type Registry, type SupplierRecord } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { longTest, temporaryFolder } from '@utpid/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { durableStorage } from '../../../src/open/open-durable-storage.ts'
import { openWorkerRegistry } from '../../support/registries/worker-registry.ts'

const RECORDS = [...generateFeeds({ seed: 8, products: 30 }).records]
  .map((row) => parseRecord(toRecord({ ...row, supplier: row.source })))
  .flatMap((parsed) => ('record' in parsed ? [parsed.record] : []))
const HALF = Math.floor(RECORDS.length / 2)
const INPUTS: readonly unknown[] = RECORDS.map(({ supplier: _, code: __, ...input }, at) => ({
  ...input,
  ref: `r${at}`,
}))
/** Inputs for more than two requests: one request to a thread has 250 inputs. */
const MANY: readonly unknown[] = Array.from({ length: 520 }, (_, at) => ({
  ...(INPUTS[at % INPUTS.length] as object),
  ref: `m${at}`,
}))
const TARGET = {
  supplier: 'target',
  code: '1',
  category: 'hotel',
  name: 'Zanzibar Quetzal Palace',
  location: { address: '12 Rue du Four', city: 'Avignon', country: 'FR', coordinates: [43.9493, 4.8055] },
} satisfies SupplierRecord
const { supplier: _, code: __, ...INPUT } = TARGET
const MODULE = new URL('../../support/registries/worker-registry.ts', import.meta.url)

const open: Registry[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const registry of open.splice(0)) await registry.close()
})

function later(milliseconds: number): void {
  vi.restoreAllMocks()
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds)
}

async function begun(workers = 1, module = MODULE): Promise<{ own: Registry; registry: Registry }> {
  const storage = await openDurableStorage(temporaryFolder(), { index: 'segments' })
  const own = await openWorkerRegistry(storage)
  await own.import(RECORDS.slice(0, HALF))
  const registry = withBatchWorkers(own, storage, { module, workers })
  open.push(registry)
  return { own, registry }
}

describe('batches on other threads', () => {
  it('give the results of the main thread', async () => {
    const { own, registry } = await begun(2)
    const wrong = [null, 7, { name: '' }, { nonsense: true }, { name: 'Hotel', code: 'x', supplier: 'y' }]
    for (const [inputs, options] of [
      [[...MANY, ...wrong], {}],
      [[...INPUTS, ...wrong], { limit: 1 }],
      [[...INPUTS.slice(0, 60), ...wrong], { minConfidence: 0, explain: true, limit: 50 }],
    ] as const) {
      const told: number[] = []
      const results = await registry.mapBatch(inputs, { ...options, onProgress: (answered) => told.push(answered) })
      expect(results).toEqual(await own.mapBatch(inputs, options))
      expect(told.at(-1)).toBe(inputs.length)
      expect(told).toEqual([...told].sort((a, b) => a - b))
    }
  })

  it('see earlier writes and curator decisions', async () => {
    const { own, registry } = await begun()
    await registry.mapBatch(INPUTS)
    for (let from = HALF; from < RECORDS.length; from += 30) {
      await own.import(RECORDS.slice(from, from + 30))
      expect(await registry.mapBatch(INPUTS)).toEqual(await own.mapBatch(INPUTS))
    }
    const { products } = await own.search('hotel', { limit: 3 })
    const [a, b, c] = products.map(({ utpid }) => utpid) as [string, string, string]
    await own.merge(a, b, { actor: 'ann' })
    await own.delete(c, { actor: 'ann' })
    await own.setSupplier({ id: RECORDS[0]?.supplier ?? '', name: 'Another name' })
    // A new view requires enough time after the previous one.
    await expect.poll(async () => registry.mapBatch(INPUTS)).toEqual(await own.mapBatch(INPUTS))
  })

  longTest('see earlier writes while many other batches wait', async () => {
    const { own, registry } = await begun(1)
    await registry.mapBatch(INPUTS.slice(0, 30))
    for (let round = 0; round < 12; round++) {
      const others = Array.from({ length: 30 }, (_, at) => registry.mapBatch(INPUTS.slice(at, at + 25)))
      const { supplier: _, code: __, ...input } = RECORDS[HALF + round] as SupplierRecord
      await own.upsert({ ...input, supplier: 'late', code: `l${round}` })
      const asked = Array(25).fill(input)
      const [here, there] = await Promise.all([own.mapBatch(asked), registry.mapBatch(asked)])
      expect(there).toEqual(here)
      await Promise.all(others)
    }
  })

  longTest('use an index that was merged in idle time', async () => {
    const waiting: (() => void)[] = []
    const index = new SegmentGeneration({ later: (_, run) => void waiting.push(run) })
    const storage = await durableStorage(temporaryFolder(), {}, () => index)
    const own = await openWorkerRegistry(storage)
    for (let at = 0; at < 3; at++) {
      await own.import(RECORDS.slice((at * HALF) / 3, ((at + 1) * HALF) / 3))
      // Converts the written rows into a segment.
      index.freeze()
    }
    const registry = withBatchWorkers(own, storage, { module: MODULE, workers: 1 })
    open.push(registry)
    const expected = await registry.mapBatch(INPUTS)
    expect(index.keys.parts.length).toBe(3)
    while (waiting.length > 0) for (const run of waiting.splice(0)) run()
    expect(index.keys.parts.length).toBe(1)
    later(1_000)
    const captured = vi.spyOn(index, 'freeze')
    for (let time = 0; time < 3; time++) expect(await registry.mapBatch(INPUTS)).toEqual(expected)
    expect(captured).toHaveBeenCalledTimes(1)
  })

  longTest('continue during and after a rebuild of the registry', async () => {
    const { own, registry } = await begun()
    const before = await registry.mapBatch(INPUTS)
    const rescoring = own.rescore({ force: true })
    expect(await registry.mapBatch(INPUTS)).toEqual(before)
    await rescoring
    expect(await registry.mapBatch(INPUTS)).toEqual(await own.mapBatch(INPUTS))
  })

  longTest('are consistent if the registry is rebuilt during the batch', async () => {
    const { own, registry } = await begun(1)
    const many = Array.from({ length: 3_000 }, (_, at) => INPUTS[at % INPUTS.length])
    let rescoring: Promise<unknown> | undefined
    const results = await registry.mapBatch(many, {
      onProgress: () => {
        rescoring ??= own.rescore({ force: true })
      },
    })
    await rescoring
    expect(results).toEqual(await own.mapBatch(many))
  })

  longTest('see the new or the old row of a record that is written during the batch', async () => {
    const { own, registry } = await begun(1)
    await own.upsert(TARGET)
    const asked = Array(2_000).fill(INPUT)
    let other: Promise<MatchResult[]> | undefined
    const results = await registry.mapBatch(asked, {
      onProgress: () => {
        // A new view requires enough time after the previous one.
        other ??= own.upsert({ ...TARGET, name: 'Quetzal Palace of Zanzibar' }).then(() => {
          later(1_000)
          return registry.mapBatch(asked.slice(0, 25))
        })
      },
    })
    for (const { decision } of [...results, ...((await other) ?? [])]) expect(decision).toBe('match')
  })

  longTest('match nothing that was deleted during the batch', async () => {
    const { own, registry } = await begun(1)
    await own.upsert(TARGET)
    const utpid = (await own.match(INPUT)).utpid ?? ''
    let deleted: Promise<unknown> | undefined
    const results = await registry.mapBatch(Array(2_000).fill(INPUT), {
      onProgress: () => {
        deleted ??= own.delete(utpid, { actor: 'ann' })
      },
    })
    await deleted
    for (const result of results) {
      if (result.utpid !== null) expect(result.matches.map((match) => match.utpid)).toContain(result.utpid)
    }
    expect(results.at(-1)?.decision).toBe('none')
  })

  longTest('may run concurrently, and each is consistent', async () => {
    const { own, registry } = await begun(3)
    const expected = await own.mapBatch(INPUTS)
    const all = await Promise.all([1, 2, 3, 4].map(() => registry.mapBatch(INPUTS)))
    for (const each of all) expect(each).toEqual(expected)
  })

  longTest('get their own responses, also if a short batch overtakes a long one', async () => {
    const { own, registry } = await begun(1, new URL('../../support/registries/yielding-registry.ts', import.meta.url))
    const batches = [250, 20, 200, 30, 21, 250, 20].map((count, at) => MANY.slice(at * 3, at * 3 + count))
    const expected = []
    for (const batch of batches) expected.push(await own.mapBatch(batch))
    for (let round = 0; round < 3; round++) {
      expect(await Promise.all(batches.map((batch) => registry.mapBatch(batch)))).toEqual(expected)
    }
  })

  it('report errors like the main thread', async () => {
    const { registry } = await begun()
    await expect(registry.mapBatch(INPUTS, { limit: 0 })).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(registry.mapBatch(Array(10_001).fill({}))).rejects.toMatchObject({ code: 'batch_too_large' })
    await expect(registry.mapBatch('x' as never)).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(registry.mapBatch(INPUTS, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
    const stopping = new AbortController()
    const stopped = registry.mapBatch(MANY, { signal: stopping.signal, onProgress: () => stopping.abort() })
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
    expect(await registry.mapBatch([])).toEqual([])
  })

  it('run on the main thread where a thread cannot match them', async () => {
    const failing = await begun(2, new URL('../../support/registries/failing-registry.ts', import.meta.url))
    expect(await failing.registry.mapBatch(INPUTS)).toEqual(await failing.own.mapBatch(INPUTS))
    const refusing = await begun(2, new URL('../../support/registries/refusing-registry.ts', import.meta.url))
    expect(await refusing.registry.mapBatch(INPUTS)).toEqual(await refusing.own.mapBatch(INPUTS))
    const none = await begun(1, new URL('../../support/registries/none.ts', import.meta.url))
    expect(await none.registry.mapBatch(INPUTS)).toEqual(await none.own.mapBatch(INPUTS))
    const { own, registry } = await begun()
    const odd = [...INPUTS, { name: 'Hotel', extra: { of: () => 1 } }]
    expect(await registry.mapBatch(odd)).toEqual(await own.mapBatch(odd))
  })

  longTest('run on the main thread where a thread would receive other values', async () => {
    class Named {
      get name(): string {
        return (INPUTS[0] as { name: string }).name
      }
    }
    const { own, registry } = await begun()
    const unreadable = {
      get name(): string {
        throw new Error('It cannot be read.')
      },
    }
    const hidden = Object.defineProperty({}, 'name', { value: 'Hotel', enumerable: false })
    const odd = [...INPUTS, new Named(), unreadable, hidden]
    expect(await registry.mapBatch(odd)).toEqual(await own.mapBatch(odd))
    const wrong = (of: Registry, options: unknown): Promise<string> =>
      of.mapBatch(INPUTS, options as never).then(
        () => 'answered',
        ({ code }) => code,
      )
    for (const options of [5, [], 'x', null]) expect(await wrong(registry, options)).toBe(await wrong(own, options))
  })

  longTest('are checked only once if a value is repeated many times', async () => {
    const { own, registry } = await begun()
    let shared: unknown = { name: 'Hotel' }
    for (let level = 0; level < 12; level++) shared = Array(12).fill(shared)
    const odd = [...INPUTS.slice(0, 20), { name: 'Hotel', extra: shared }]
    expect(await registry.mapBatch(odd)).toEqual(await own.mapBatch(odd))
  })

  it('continue on another thread when a thread is lost, and report the loss', async () => {
    const lost: string[] = []
    const storage = await openDurableStorage(temporaryFolder(), { index: 'segments' })
    const own = await openWorkerRegistry(storage)
    await own.import(RECORDS.slice(0, HALF))
    const module = new URL('../../support/registries/ending-registry.ts', import.meta.url)
    const registry = withBatchWorkers(own, storage, { module, workers: 1, onWorkerExit: (why) => lost.push(why) })
    open.push(registry)
    const expected = await own.mapBatch(MANY)
    expect(await registry.mapBatch(MANY)).toEqual(expected)
    expect(new Set(lost)).toEqual(new Set(['The thread ended.']))
    const before = lost.length
    expect(await registry.mapBatch(MANY)).toEqual(expected)
    expect(lost.length).toBeGreaterThan(before)
  })

  longTest('do not wait for the callback about a lost thread', async () => {
    const storage = await openDurableStorage(temporaryFolder(), { index: 'segments' })
    const own = await openWorkerRegistry(storage)
    await own.import(RECORDS.slice(0, HALF))
    const module = new URL('../../support/registries/ending-registry.ts', import.meta.url)
    const uncaught = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    const thrown = new Promise<Error>((resolve) => process.once('uncaughtException', resolve))
    const onWorkerExit = (): never => {
      throw new Error('The callback fails.')
    }
    const registry = withBatchWorkers(own, storage, { module, workers: 1, onWorkerExit })
    open.push(registry)
    expect(await registry.mapBatch(INPUTS)).toEqual(await own.mapBatch(INPUTS))
    expect((await thrown).message).toBe('The callback fails.')
    for (const listener of uncaught) process.on('uncaughtException', listener)
  })

  it('end with the registry', async () => {
    const { registry } = await begun()
    await registry.mapBatch(INPUTS)
    await registry.close()
    await expect(registry.mapBatch(INPUTS)).rejects.toMatchObject({ code: 'closed' })
  })
})

it('threads require a folder with its index in segments', async () => {
  const memory = createMemoryStorage()
  const registry = await createRegistry({ storage: memory })
  expect(() => withBatchWorkers(registry, memory, { module: MODULE })).toThrowError(
    expect.objectContaining({ code: 'validation_failed' }),
  )
  const plain = await openDurableStorage(temporaryFolder(), { index: 'plain' })
  expect(() => withBatchWorkers(registry, plain, { module: MODULE })).toThrowError(/segments/)
  const storage = await openDurableStorage(temporaryFolder(), { index: 'segments' })
  for (const workers of [0, -1, 1.5, 65]) {
    expect(() => withBatchWorkers(registry, storage, { module: MODULE, workers })).toThrowError(/workers/)
  }
  for (const each of [memory, plain, storage]) await each.close()
})
