import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../src/model/limits.ts'
import { createCountingRegistry, createRegistry } from '../../../src/registry/create-registry.ts'
import { generatedRecords } from '../../properties/histories/order-properties.ts'
import { eventsAfter } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { LOOSE_MODEL } from '../../support/other-models.ts'
import { orderlessState, readWhole } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'
import { threeCrowds } from '../../support/small-world.ts'

const A_MINUTE_MS = 60_000
/** The number of records from which the registries of these tests count. */
const MIN = 200
/** Enough records for a count, although a few of them are rejected or repeat a code. */
const MANY = generatedRecords(20, 150).slice(0, 210)
const FEW = threeCrowds()

describe('an import', { timeout: A_MINUTE_MS }, () => {
  test('counts words from the minimum of records on, and never inside its writes', async () => {
    const { registry, storage } = await openRegistry({ minCountedRecords: MIN })
    const first = await registry.import(MANY.slice(0, 190))
    expect(first.termFrequencies).toBeUndefined()
    expect((await registry.stats()).termFrequencies).toMatchObject({ mode: 'automatic', countedAt: null, due: null })
    const written: number[] = []
    const phases: string[] = []
    const { change: before } = await registry.stats()
    const report = await registry.import(MANY.slice(190), {
      batchSize: 10,
      onProgress: ({ read }) => {
        expect(phases).toEqual([])
        written.push(read)
      },
      onCounting: ({ phase }) => phases.push(phase),
    })
    expect(written).toEqual([10, 20])
    expect(new Set(phases)).toEqual(new Set(['records', 'clusters', 'swap']))
    expect(report.termFrequencies).toMatchObject({
      outcome: 'counted',
      due: 'first_count',
      from: 0,
      tfVersion: 1,
      change: report.change,
    })
    const events = await eventsAfter(registry, before)
    expect(events.filter(({ type }) => type === 'registry.rescored')).toMatchObject([{ tfVersion: 1 }])
    const { modelVersion, termFrequencies } = await registry.stats()
    expect(modelVersion).toMatchObject({ tfVersion: 1, tfVersions: [0, 1] })
    expect(termFrequencies).toMatchObject({
      countedRecords: (await registry.stats()).records.total,
      drift: 0,
      due: null,
    })
    for (const { tfVersion } of (await readWhole(storage)).edges) expect(tfVersion).toBe(1)
    expect((await registry.import(MANY.slice(0, 50))).termFrequencies).toBeUndefined()
    expect(await registry.countTermFrequencies()).toEqual({ outcome: 'not_due' })
  })

  test('does not count if the setting of the registry or of the call is manual', async () => {
    const { registry, storage } = await openRegistry({ minCountedRecords: MIN, termFrequencies: 'manual' })
    expect((await registry.import(MANY)).termFrequencies).toBeUndefined()
    expect((await registry.stats()).termFrequencies).toMatchObject({ mode: 'manual', due: 'first_count' })
    const automatic = await createCountingRegistry({ storage }, MIN)
    expect((await automatic.import(FEW, { termFrequencies: 'manual' })).termFrequencies).toBeUndefined()
    expect((await registry.import([], { termFrequencies: 'automatic' })).termFrequencies).toMatchObject({
      tfVersion: 1,
    })
  })

  test('that is stopped while it counts has written all records, and the next import resumes', async () => {
    const { registry, storage } = await openRegistry({ minCountedRecords: MIN })
    const signal = { aborted: false }
    const onCounting = (): void => {
      signal.aborted = true
    }
    const report = await registry.import(MANY, { signal, onCounting })
    expect(report.read).toBe(MANY.length)
    expect(report.termFrequencies).toMatchObject({ outcome: 'postponed', due: 'first_count', code: 'aborted' })
    expect((await registry.stats()).modelVersion.tfVersion).toBe(0)
    await expectConsistent(storage)
    const done: number[] = []
    const next = await registry.import([], { onCounting: (progress) => done.push(progress.done) })
    expect(done[0]).toBeGreaterThan(50)
    expect(next.termFrequencies).toMatchObject({ outcome: 'counted', tfVersion: 1 })
    await expectConsistent(storage)
  })

  test('does not count while another rebuild runs, and keeps what an interrupted one has done', async () => {
    const { registry, storage } = await openRegistry({
      minCountedRecords: MIN,
      termFrequencies: 'manual',
      yield: () => setImmediate(),
    })
    await registry.import(MANY)
    const automatic = await createCountingRegistry({ storage }, MIN)
    const signal = { aborted: false }
    let imported: Promise<unknown> | undefined
    const rescore = registry.rescore({
      model: LOOSE_MODEL,
      signal,
      onProgress: () => {
        imported ??= automatic.import([ZEPHYR]).finally(() => {
          signal.aborted = true
        })
      },
    })
    await expect(rescore).rejects.toMatchObject({ code: 'aborted' })
    expect(await imported).toMatchObject({ termFrequencies: { outcome: 'postponed', code: 'generation_open' } })
    expect((await automatic.import([QUILL])).termFrequencies).toMatchObject({ code: 'generation_open' })
    const kept = await storage.resumeGeneration()
    expect(kept?.plan.modelVersion?.model).toBe(LOOSE_MODEL.version)
    await kept?.discard()
    expect((await automatic.import([])).termFrequencies).toMatchObject({ outcome: 'counted' })
  })

  test('of a dry run does not count', async () => {
    const { registry } = await openRegistry({ minCountedRecords: MIN })
    const dryRun = await registry.dryRun()
    expect(await dryRun.import(MANY)).not.toHaveProperty('termFrequencies')
  })

  test('rejects an unknown setting before it writes', async () => {
    const { registry, storage } = await openRegistry({ minCountedRecords: MIN })
    const wrong = { termFrequencies: 'always' as never }
    await expect(registry.import([ZEPHYR], wrong)).rejects.toMatchObject({ code: 'validation_failed' })
    expect((await storage.ledger.head()).change).toBe(0)
    await expect(createRegistry({ storage, ...wrong })).rejects.toMatchObject({ code: 'validation_failed' })
  })
})

describe('another registry on the same storage', () => {
  test('follows a count, in reads and in writes', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(FEW)
    const others = await Promise.all([1, 2, 3].map(() => createRegistry({ storage })))
    const [reader, writer, searcher] = others as [typeof registry, typeof registry, typeof registry]
    await registry.countTermFrequencies({ force: true })
    const questions = FEW.slice(0, 20).map(({ supplier: _, code: __, ...input }) => input)
    expect(await reader.mapBatch(questions)).toEqual(await registry.mapBatch(questions))
    await writer.upsert(ZEPHYR_BY_BETA)
    await writer.import([ZEPHYR, QUILL])
    expect(await searcher.search('zephyr')).toEqual(await registry.search('zephyr'))
    await expectConsistent(storage)
    const fresh = await openRegistry()
    await fresh.registry.import([...FEW, ZEPHYR_BY_BETA, ZEPHYR, QUILL])
    await fresh.registry.rescore({ tfVersion: (await registry.termFrequencies()) ?? 0 })
    expect((await orderlessState(storage)).groups).toEqual((await orderlessState(fresh.storage)).groups)
    expect((await orderlessState(storage)).edges).toEqual((await orderlessState(fresh.storage)).edges)
  })

  test('follows a count in the middle of its writes', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(FEW)
    let counted: Promise<unknown> | undefined
    const writer = await createRegistry({
      storage,
      yield: async () => {
        counted ??= registry.countTermFrequencies({ force: true })
        await setImmediate()
      },
    })
    const more = FEW.map((record, at) => ({ ...record, code: `more${at}` }))
    await writer.import(more, { batchSize: 3 })
    await counted
    await writer.upsert(ZEPHYR)
    expect((await writer.stats()).modelVersion.tfVersion).toBe(1)
    await expectConsistent(storage)
    for (const { tfVersion } of (await readWhole(storage)).edges) expect(tfVersion).toBe(1)
  })

  test('still fails after a change of the model', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(FEW)
    const other = await createRegistry({ storage })
    await registry.rescore({ model: LOOSE_MODEL, tfVersion: 'next' })
    await expect(other.upsert(ZEPHYR)).rejects.toMatchObject({ code: 'model_outdated' })
    await expect(other.match(ZEPHYR)).rejects.toMatchObject({ code: 'model_outdated' })
  })
})

describe('the words of a version', () => {
  test('bring another registry to the same version', async () => {
    const one = await openRegistry()
    const other = await openRegistry()
    await one.registry.import(FEW)
    await other.registry.import(FEW)
    expect(await one.registry.termFrequencies()).toBeUndefined()
    await one.registry.countTermFrequencies({ force: true })
    const words = await one.registry.termFrequencies()
    expect(words).toMatchObject({ tfVersion: 1, records: FEW.length })
    expect(await other.registry.rescore({ tfVersion: words ?? 0 })).toMatchObject({
      outcome: 'rescored',
      to: { tfVersion: 1 },
    })
    expect(await orderlessState(other.storage)).toEqual(await orderlessState(one.storage))
    expect(await other.registry.termFrequencies()).toEqual(words)
    expect(await other.registry.rescore({ tfVersion: words ?? 0 })).toMatchObject({ outcome: 'current' })
    expect(await one.registry.termFrequencies({ tfVersion: 0 })).toBeUndefined()
    expect(await one.registry.termFrequencies({ tfVersion: 1 })).toEqual(words)
  })

  test('get the next number if the registry has other words under their number', async () => {
    const { registry } = await openRegistry()
    await registry.import(FEW)
    await registry.countTermFrequencies({ force: true })
    const given = { tfVersion: 1, at: '2026-01-01T00:00:00.000Z', records: 9_000, words: { zephyr: 312 } }
    expect((await registry.rescore({ tfVersion: given })).to.tfVersion).toBe(2)
    expect(await registry.termFrequencies()).toEqual({ ...given, tfVersion: 2 })
    expect((await registry.rescore({ tfVersion: { ...given, tfVersion: 7 } })).outcome).toBe('current')
  })

  test('of another registry never resume a count that was interrupted', async () => {
    const { registry } = await openRegistry()
    await registry.import(FEW)
    const signal = { aborted: false }
    const onProgress = (): void => {
      signal.aborted = true
    }
    await expect(registry.countTermFrequencies({ force: true, signal, onProgress })).rejects.toMatchObject({
      code: 'aborted',
    })
    const given = { tfVersion: 1, at: '2026-01-01T00:00:00.000Z', records: 9_000, words: { zephyr: 312 } }
    const done: number[] = []
    await registry.rescore({ tfVersion: given, onProgress: (progress) => done.push(progress.done) })
    expect(done[0]).toBeLessThanOrEqual(50)
    expect(await registry.termFrequencies()).toEqual(given)
  })

  test('are checked', async () => {
    const { registry } = await openRegistry()
    await registry.import(FEW.slice(0, 5))
    const given = { tfVersion: 1, at: '2026-01-01T00:00:00.000Z', records: 9, words: {} }
    const wrong = [
      { ...given, tfVersion: 0 },
      { ...given, words: { a: 1.5 } },
      { ...given, at: 'May' },
      { words: {} },
      null,
    ]
    for (const tfVersion of wrong) {
      const rescored = registry.rescore({ tfVersion: tfVersion as never })
      await expect(rescored, JSON.stringify(tfVersion)).rejects.toMatchObject({ code: 'validation_failed' })
    }
    await expect(registry.termFrequencies({ tfVersion: 3 })).rejects.toMatchObject({ code: 'not_found' })
    await expect(registry.termFrequencies({ tfVersion: -1 })).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(registry.countTermFrequencies({ force: 1 as never })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  })
})

test('a count of a few records can be forced', async () => {
  const { registry } = await openRegistry()
  await registry.import(FEW)
  expect(LIMITS.idsPerRead).toBeGreaterThanOrEqual(256)
  expect(await registry.countTermFrequencies()).toEqual({ outcome: 'not_due' })
  expect(await registry.countTermFrequencies({ force: true })).toMatchObject({
    outcome: 'counted',
    due: null,
    tfVersion: 1,
  })
})
