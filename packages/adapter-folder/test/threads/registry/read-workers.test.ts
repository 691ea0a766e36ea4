import { setImmediate } from 'node:timers/promises'
import { openDurableStorage, withReadWorkers } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { SegmentGeneration } from '@utpid/adapter-memory/engine'
import { createRegistry, parseRecord, type Registry, type SupplierRecord } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { longTest, temporaryFolder } from '@utpid/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { durableStorage } from '../../../src/open/open-durable-storage.ts'
import type { Read } from '../../../src/threads/registry/worker-message.ts'
import { openWorkerRegistry } from '../../support/registries/worker-registry.ts'

const RECORDS = recordsOf(8, 40)
const HALF = Math.floor(RECORDS.length / 2)
const MODULE = new URL('../../support/registries/worker-registry.ts', import.meta.url)
const TEXTS = ['hotel', 'a', 'gran', 'hotle', ...RECORDS.slice(HALF - 10, HALF + 10).map(({ name }) => name)]

function recordsOf(seed: number, products: number): SupplierRecord[] {
  return [...generateFeeds({ seed, products }).records]
    .map((row) => parseRecord(toRecord({ ...row, supplier: row.source })))
    .flatMap((parsed) => ('record' in parsed ? [parsed.record] : []))
}

const open: Registry[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const registry of open.splice(0)) await registry.close()
})

function asked(own: Registry): Record<Read, ReturnType<typeof vi.fn>> {
  return {
    search: vi.fn(own.search),
    match: vi.fn(own.match),
    mapBatch: vi.fn(own.mapBatch),
  }
}

/** Opens a registry, and counts calls that run without a thread. */
async function begun(
  workers = 1,
  module = MODULE,
  onWorkerExit?: (why: string) => void,
): Promise<{ own: Registry; registry: Registry; here: Record<Read, ReturnType<typeof vi.fn>> }> {
  const storage = await openDurableStorage(temporaryFolder())
  const own = await openWorkerRegistry(storage)
  await own.import(RECORDS.slice(0, HALF))
  const here = asked(own)
  const told = onWorkerExit === undefined ? {} : { onWorkerExit: onWorkerExit }
  const registry = await withReadWorkers({ ...own, ...here } as Registry, storage, { module, workers, ...told })
  open.push(registry)
  return { own, registry, here }
}

/** Waits until a thread has run a query. */
async function ready({ registry, here }: Awaited<ReturnType<typeof begun>>): Promise<void> {
  await expect
    .poll(
      async () => {
        here.search.mockClear()
        await registry.search('hotel', { fields: 'summary' })
        return here.search.mock.calls.length
      },
      { timeout: 20_000 },
    )
    .toBe(0)
}

function later(milliseconds: number): void {
  vi.restoreAllMocks()
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds)
}

function inputOf({ supplier: _, code: __, ...input }: SupplierRecord): Omit<SupplierRecord, 'supplier' | 'code'> {
  return input
}

async function outcome(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    (value) => value,
    ({ code, message, details }) => ({ code, message, details }),
  )
}

describe('queries on other threads', () => {
  it('give the results of the main thread, on threads from the first query on', async () => {
    const all = await begun()
    const { own, registry, here } = all
    for (const text of TEXTS.filter((_, at) => at < 4 || at % 3 === 0)) {
      for (const options of [undefined, {}, { limit: 3 }, { country: 'FR' }, { limit: 2, offset: 1 }]) {
        expect(await registry.search(text, options)).toEqual(await own.search(text, options))
        expect(await registry.search(text, { ...options, fields: 'summary' })).toEqual(
          await own.search(text, { ...options, fields: 'summary' }),
        )
      }
      const page = await registry.search(text, { limit: 2 })
      if (page.next === undefined) continue
      const asked = { limit: 2, cursor: page.next }
      expect(await registry.search(text, asked)).toEqual(await own.search(text, asked))
    }
    for (const record of RECORDS.slice(0, 25)) {
      const input = { ...inputOf(record), name: `${record.name} II` }
      expect(await registry.match(input, { explain: true })).toEqual(await own.match(input, { explain: true }))
    }
    expect(here.search).not.toHaveBeenCalled()
    expect(here.match).not.toHaveBeenCalled()
  })

  it('run on the main thread, too, while many wait for the threads', async () => {
    const all = await begun()
    await ready(all)
    const { own, registry, here } = all
    const texts = Array.from({ length: 40 }, (_, at) => RECORDS[at % HALF]?.name ?? '')
    const answers = await Promise.all(texts.map((text) => registry.search(text)))
    for (const [at, text] of texts.entries()) expect(answers[at]).toEqual(await own.search(text))
    expect(here.search.mock.calls.length).toBeGreaterThan(0)
    expect(here.search.mock.calls.length).toBeLessThan(texts.length)
  })

  longTest('may be batches of a few inputs, including invalid inputs', async () => {
    const all = await begun()
    const { own, registry, here } = all
    const inputs = RECORDS.slice(0, 4).map((record, at) => ({ ...inputOf(record), ref: `r${at}` }))
    const told: number[] = []
    for (const options of [
      undefined,
      {},
      { limit: 2, explain: true },
      { onProgress: (each: number) => told.push(each) },
    ]) {
      expect(await registry.mapBatch(inputs, options)).toEqual(await own.mapBatch(inputs, options))
    }
    expect([...new Set(told)]).toEqual([inputs.length])
    const some = [null, 7, { name: '' }, { nonsense: true }]
    expect(await registry.mapBatch(some)).toEqual(await own.mapBatch(some))
    expect(here.mapBatch).not.toHaveBeenCalled()
    // These arguments cannot be sent to a thread, or must not be sent.
    const refused: (readonly [unknown, unknown])[] = [
      [[], {}],
      [[...inputs, inputs[0]], {}],
      ['nothing', {}],
      [inputs, 5],
      [inputs, { limit: 0 }],
      [inputs, { onProgress: 7 }],
      [inputs, { signal: AbortSignal.abort() }],
    ]
    for (const [question, options] of refused) {
      const ask = (of: Registry): Promise<unknown> => outcome(of.mapBatch(question as never, options as never))
      expect(await ask(registry)).toEqual(await ask(own))
    }
    expect(here.mapBatch).toHaveBeenCalledTimes(refused.length)
    const name = 'Quetzal in a batch'
    await own.upsert({
      ...(RECORDS[HALF] as SupplierRecord),
      supplier: RECORDS[0]?.supplier as string,
      code: 'new',
      name,
    })
    const written = [{ ...inputOf(RECORDS[HALF] as SupplierRecord), name }]
    expect(await registry.mapBatch(written)).toEqual(await own.mapBatch(written))
    expect(here.mapBatch).toHaveBeenCalledTimes(refused.length)
    const stop = new AbortController()
    const stopped = outcome(registry.mapBatch(inputs, { signal: stop.signal }))
    stop.abort()
    expect(await stopped).toMatchObject({ code: 'aborted' })
  })

  it('see every earlier write', async () => {
    const all = await begun()
    const { own, registry, here } = all
    await ready(all)
    here.match.mockClear()
    for (const [at, record] of RECORDS.slice(HALF, HALF + 15).entries()) {
      const name = `Quetzal number ${at}`
      await own.upsert({ ...record, supplier: RECORDS[0]?.supplier as string, code: `new-${at}`, name })
      const found = await registry.search(name, { fields: 'summary' })
      expect(found).toEqual(await own.search(name, { fields: 'summary' }))
      expect(found.products.map((product) => product.name)).toContain(name)
      expect(await registry.match({ ...inputOf(record), name })).toEqual(await own.match({ ...inputOf(record), name }))
    }
    expect(here.match).not.toHaveBeenCalled()
    const { products } = await own.search('quetzal', { limit: 4 })
    const [a, b, c, d] = products.map(({ utpid }) => utpid) as [string, string, string, string]
    const decisions = [
      () => own.merge(a, b, { actor: 'ann' }),
      () => own.delete(c, { actor: 'ann' }),
      () => own.pin(d, { name: 'Held at another name' }, { actor: 'ann' }),
      () => own.verify(d, { actor: 'ann' }),
    ]
    for (const decide of decisions) {
      await decide()
      for (const text of ['quetzal', 'held at another name']) {
        expect(await registry.search(text, { limit: 100 })).toEqual(await own.search(text, { limit: 100 }))
      }
    }
  })

  longTest('see one state of the registry, however long they waited for a thread', async () => {
    const all = await begun()
    const { own, registry } = all
    await ready(all)
    for (const record of RECORDS.slice(0, HALF).filter((_, at) => at % 9 === 0)) {
      const input = inputOf(record)
      const { utpid, matches } = await own.match(input)
      const name = matches[0]?.name
      if (utpid === null || name === undefined) continue
      const deleting = own.delete(utpid, { actor: 'ann' })
      const asked = Array.from(
        { length: 15 },
        () => [registry.match(input), registry.search(name, { limit: 3, fields: 'summary' })] as const,
      )
      await deleting
      for (const [match, list] of asked) {
        const found = await match
        if (found.utpid !== null) expect(found.matches.map((each) => each.utpid)).toContain(found.utpid)
        const page = await list
        expect(page.products).toHaveLength(Math.min(3, page.total))
      }
    }
  })

  it('run on the main thread where a thread finds a damaged row', async () => {
    const all = await begun(1, new URL('../../support/registries/unreadable-registry.ts', import.meta.url))
    const { own, registry } = all
    const { name } = RECORDS[0] as SupplierRecord
    for (let turn = 0; turn < 3; turn++)
      expect(await registry.search(name, { fields: 'summary' })).toEqual(await own.search(name, { fields: 'summary' }))
  })

  longTest('see new names of suppliers', async () => {
    const all = await begun()
    const { own, registry } = all
    await ready(all)
    const id = RECORDS[0]?.supplier ?? ''
    await own.setSupplier({ id, name: 'Another name' })
    const expected = await own.search('hotel', { supplier: id })
    expect(JSON.stringify(expected)).toContain('Another name')
    expect(await registry.search('hotel', { supplier: id })).toEqual(expected)
    later(1_000)
    await ready(all)
    expect(await registry.search('hotel', { supplier: id })).toEqual(expected)
  })

  longTest('continue with a new view after many writes', async () => {
    const all = await begun(2)
    const { own, registry } = all
    await ready(all)
    const many = recordsOf(9, 3_000)
    await own.import(many)
    for (let round = 1; round <= 3; round++) {
      later(round * 1_000)
      await ready(all)
      for (const text of TEXTS)
        expect(await registry.search(text, { fields: 'summary' })).toEqual(
          await own.search(text, { fields: 'summary' }),
        )
    }
    await own.upsert({ ...(many[0] as SupplierRecord), name: 'A quetzal of its own' })
    expect(await registry.search('quetzal', { fields: 'summary' })).toEqual(
      await own.search('quetzal', { fields: 'summary' }),
    )
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
    const here = asked(own)
    const registry = await withReadWorkers({ ...own, ...here } as Registry, storage, { module: MODULE })
    open.push(registry)
    await ready({ own, registry, here })
    const expected = await Promise.all(TEXTS.map(async (text) => await own.search(text, { fields: 'summary' })))
    expect(index.terms.parts.length).toBe(3)
    while (waiting.length > 0) for (const run of waiting.splice(0)) run()
    expect(index.terms.parts.length).toBe(1)
    later(1_000)
    const captured = vi.spyOn(index, 'freeze')
    await ready({ own, registry, here })
    expect(captured).toHaveBeenCalledTimes(1)
    for (const [at, text] of TEXTS.entries())
      expect(await registry.search(text, { fields: 'summary' })).toEqual(expected[at])
  })

  longTest('continue during and after a rebuild of the registry', async () => {
    const all = await begun()
    const { own, registry } = all
    await ready(all)
    const expected = await own.search('hotel')
    let isDone = false
    const rescoring = own.rescore({ force: true }).then(() => {
      isDone = true
    })
    while (!isDone) {
      expect(await registry.search('hotel')).toEqual(expected)
      await setImmediate()
    }
    await rescoring
    later(1_000)
    await ready(all)
    for (const text of TEXTS) expect(await registry.search(text)).toEqual(await own.search(text))
  })

  it('report errors like the main thread', async () => {
    const all = await begun()
    const { own, registry } = all
    await ready(all)
    const wrong: (readonly [unknown, unknown])[] = [
      ['', {}],
      [7, {}],
      ['hotel', { limit: 0 }],
      ['hotel', { limit: 10, offset: 99_999 }],
      ['hotel', { cursor: 'nonsense' }],
      ['hotel', { country: 'Atlantis' }],
      ['hotel', 5],
      ['hotel', []],
      ['hotel', null],
      ['hotel', { signal: AbortSignal.abort() }],
      ['hotel', { facets: ['country'] }],
      ['hotel', { facets: 'x' }],
      [() => 1, {}],
    ]
    for (const [text, options] of wrong) {
      const ask = (of: Registry): Promise<unknown> => outcome(of.search(text as never, options as never))
      expect(await ask(registry)).toEqual(await ask(own))
    }
    for (const input of [null, 7, {}, { name: '' }, { name: () => 1 }, Symbol('x')]) {
      const ask = (of: Registry): Promise<unknown> => outcome(of.match(input as never))
      expect(await ask(registry)).toEqual(await ask(own))
    }
  })

  longTest('run on the main thread when many wait for a thread, and each gets its own result', async () => {
    const all = await begun()
    const { own, registry, here } = all
    await ready(all)
    here.search.mockClear()
    const texts = Array.from({ length: 200 }, (_, at) => TEXTS[at % TEXTS.length] as string)
    const answers = await Promise.all(texts.map((text) => registry.search(text, { fields: 'summary' })))
    for (const [at, text] of texts.entries()) expect(answers[at]).toEqual(await own.search(text, { fields: 'summary' }))
    expect(here.search.mock.calls.length).toBeGreaterThan(0)
    expect(here.search.mock.calls.length).toBeLessThan(texts.length)
  })

  it('run on the main thread where threads fail, and each lost thread is reported once', async () => {
    for (const module of ['refusing-registry', 'ending-registry', 'none']) {
      const lost: string[] = []
      const where = new URL(`../../support/registries/${module}.ts`, import.meta.url)
      const { own, registry } = await begun(1, where, (why) => lost.push(why))
      const expected = await own.search('hotel', { fields: 'summary' })
      await expect
        .poll(async () => [await registry.search('hotel', { fields: 'summary' }), lost.length > 0], { timeout: 20_000 })
        .toEqual([expected, true])
      for (let turn = 0; turn < 5; turn++)
        expect(await registry.search('hotel', { fields: 'summary' })).toEqual(expected)
      expect(lost.length).toBeLessThan(25)
    }
  }, 60_000)

  it('end with the registry', async () => {
    const all = await begun()
    await ready(all)
    await all.registry.close()
    await expect(all.registry.search('hotel')).rejects.toMatchObject({ code: 'closed' })
  })
})

it('read threads require a folder with its index in segments', async () => {
  const memory = createMemoryStorage()
  const registry = await createRegistry({ storage: memory })
  await expect(withReadWorkers(registry, memory, { module: MODULE })).rejects.toThrow(/segments/)
  const storage = await openDurableStorage(temporaryFolder())
  await expect(withReadWorkers(registry, storage, { module: MODULE, workers: 0 })).rejects.toThrow(/workers/)
  for (const each of [memory, storage]) await each.close()
})
