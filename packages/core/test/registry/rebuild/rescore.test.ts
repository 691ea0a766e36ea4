import { setImmediate } from 'node:timers/promises'
import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, Storage } from '@utpid/core'
import type { RescoreOptions } from '@utpid/core/operations'
import type { ScoringModel } from '@utpid/core/scoring'
import type { Ledger, LedgerHead } from '@utpid/core/storage'
import { ARTIFICIAL_RULES } from '@utpid/storage-conformance'
import { longTest } from '@utpid/testing'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../src/model/limits.ts'
import { UTPID_FORMAT } from '../../../src/model/utpid.ts'
import { replicateLedger } from '../../../src/registry/copy/replicate-ledger.ts'
import { createRegistry } from '../../../src/registry/create-registry.ts'
import { restoreRegistry } from '../../../src/registry/export/restore-registry.ts'
import { DEFAULT_MODEL } from '../../../src/scoring/default-model.ts'
import { modelHash } from '../../../src/scoring/model-version.ts'
import type { TermFrequencyTable } from '../../../src/scoring/term-frequency.ts'
import { emptyCommit } from '../../../src/storage/commit.ts'
import { generatedRecords } from '../../properties/histories/order-properties.ts'
import { eventsAfter } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { LOOSE_MODEL, MILD_MODEL, STRICT_MODEL } from '../../support/other-models.ts'
import { PLAIN_MODEL } from '../../support/plain-model.ts'
import { orderlessState } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'
import { type SmallRecord, spot, threeCrowds } from '../../support/small-world.ts'
import { TIMELESS } from '../../support/timeless.ts'

const RECORDS = threeCrowds()
const BY = { actor: 'ines' }
const SHIPPED = { model: DEFAULT_MODEL.version, modelHash: modelHash(DEFAULT_MODEL), tfVersion: 0 }
/** A model in which no pair matches. */
const NEVER: ScoringModel = {
  ...STRICT_MODEL,
  version: 'test-never',
  profiles: {
    ...STRICT_MODEL.profiles,
    lodging: { ...STRICT_MODEL.profiles.lodging, prior: -40 },
  },
}

async function scoredBy({ ledger }: Storage): Promise<unknown> {
  return (await ledger.head()).modelVersion
}

/** Fills a storage with the shipped model, and opens it with another one. */
async function openedWithAnother(): Promise<{ registry: Registry; storage: Storage }> {
  const { registry, storage } = await openRegistry()
  await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
  await registry.merge(await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL), BY)
  return { registry: await createRegistry({ storage, model: LOOSE_MODEL }), storage }
}

async function utpidOf(registry: Registry, { supplier, code }: { supplier: string; code: string }): Promise<string> {
  return (await registry.locate({ supplier, code }))?.utpid ?? ''
}

/** Starts a rescore and stops it after some slices of records. */
async function stopAfter(registry: Registry, options: RescoreOptions, slices: number): Promise<number[]> {
  const signal = { aborted: false }
  const done: number[] = []
  const stopped = registry.rescore({
    ...options,
    signal,
    onProgress: (progress) => {
      done.push(progress.done)
      signal.aborted = done.length >= slices
    },
  })
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
  return done
}

/** Returns the number of records done after the first slice. A resumed rescore has more. */
async function firstSlice(registry: Registry, options: RescoreOptions): Promise<number | undefined> {
  const done: number[] = []
  await registry.rescore({ ...options, onProgress: (progress) => void done.push(progress.done) })
  return done[0]
}

describe('a storage', () => {
  test('reports its model and term-frequency version from the start', async () => {
    const shipped = await openRegistry()
    expect(await scoredBy(shipped.storage)).toEqual(SHIPPED)
    const loose = await openRegistry({ model: LOOSE_MODEL })
    expect(await scoredBy(loose.storage)).toEqual({
      model: 'test-loose',
      modelHash: modelHash(LOOSE_MODEL),
      tfVersion: 0,
    })
  })

  test('accepts another model while it is empty', async () => {
    const storage = createMemoryStorage()
    await createRegistry({ storage })
    const registry = await createRegistry({ storage, model: LOOSE_MODEL })
    await registry.import([ZEPHYR])
    expect(await scoredBy(storage)).toMatchObject({ model: 'test-loose' })
  })

  test('that says nothing, as those of earlier versions, counts as scored by the shipped model at epoch 0', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR])
    let said: LedgerHead['modelVersion']
    const older: Storage = {
      ...storage,
      setModelVersion: async (modelVersion) => {
        said = modelVersion
      },
      ledger: new Proxy(storage.ledger, {
        get(target, name: keyof Ledger) {
          if (name !== 'head') return (target[name] as (...args: unknown[]) => unknown).bind(target)
          return async () => {
            const { modelVersion: _, ...head } = await target.head()
            return said === undefined ? head : { ...head, modelVersion: said }
          }
        },
      }),
    }
    const again = await createRegistry({ storage: older, model: LOOSE_MODEL })
    expect(said).toEqual(SHIPPED)
    await expect(again.match({ name: 'Zephyr' })).rejects.toMatchObject({ code: 'model_outdated' })
    expect((await (await createRegistry({ storage: older })).match(ZEPHYR_BY_BETA)).decision).toBe('match')
  })

  test('uses its own model when it is opened without one', async () => {
    const { registry, storage } = await openRegistry({ model: LOOSE_MODEL })
    await registry.import(RECORDS)
    const again = await createRegistry({ storage })
    expect((await again.match(ZEPHYR)).model).toBe('test-loose')
    expect(await again.import(RECORDS)).toMatchObject({ unchanged: RECORDS.length })
  })

  test('tells two models of one version apart by what they say, and not by where it is from', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR])
    const renamed = await createRegistry({ storage, model: { ...DEFAULT_MODEL, provenance: 'Elsewhere.' } })
    await renamed.match(ZEPHYR)
    const other = await createRegistry({ storage, model: { ...LOOSE_MODEL, version: DEFAULT_MODEL.version } })
    await expect(other.match(ZEPHYR)).rejects.toMatchObject({ code: 'model_outdated' })
  })
})

describe('opened with another model', () => {
  const zephyr = { supplier: ZEPHYR.supplier, code: ZEPHYR.code }
  const refused: readonly (readonly [string, (registry: Registry, utpid: string) => Promise<unknown>])[] = [
    ['match', (registry) => registry.match({ name: 'Zephyr' })],
    ['mapBatch', (registry) => registry.mapBatch([{ name: 'Zephyr' }])],
    ['import', (registry) => registry.import([ZEPHYR])],
    ['upsert', (registry) => registry.upsert(ZEPHYR)],
    ['end', (registry) => registry.deactivate(zephyr)],
    ['deactivateSupplier', (registry) => registry.deactivateSupplier('alpha')],
    ['split', (registry, utpid) => registry.split(utpid, [zephyr], BY)],
    ['delete', (registry, utpid) => registry.delete(utpid, BY)],
    ['pin', (registry, utpid) => registry.pin(utpid, { name: 'Zephyr' }, BY)],
    ['verify', (registry, utpid) => registry.verify(utpid, { ...BY, method: 'manual' })],
    ['undo', (registry) => registry.undo(3, BY)],
    ['reindex', (registry) => registry.reindex({ force: true })],
  ]

  test.each(refused)('%s is rejected with both models and the remedy, and works after the rescore', async (_, run) => {
    const { registry } = await openedWithAnother()
    const utpid = await utpidOf(registry, ZEPHYR)
    const error = (await run(registry, utpid).catch((thrown: unknown) => thrown)) as Error
    expect(error).toMatchObject({ code: 'model_outdated' })
    for (const part of [DEFAULT_MODEL.version, 'test-loose', 'rescore()']) expect(error.message).toContain(part)
    expect(await registry.rescore()).toMatchObject({ outcome: 'rescored', to: { model: 'test-loose', tfVersion: 0 } })
    await run(registry, utpid)
  })

  test('operations without scores work', async () => {
    const { registry } = await openedWithAnother()
    const utpid = await utpidOf(registry, ZEPHYR)
    expect((await registry.get(utpid))?.utpid).toBe(utpid)
    expect((await registry.search('zephyr')).total).toBe(1)
    expect((await registry.stats()).records.total).toBe(3)
    await registry.alerts()
    await registry.lineage(utpid)
    await registry.history(utpid)
    expect((await registry.setSupplier({ id: 'alpha', priority: 3 })).priority).toBe(3)
    await registry.addAliases([{ alias: 'OLD-1', utpid }])
    expect(await registry.events()).not.toHaveLength(0)
  })

  test('going back to the stored model is nothing to do', async () => {
    const { registry, storage } = await openedWithAnother()
    const { change } = await storage.ledger.head()
    expect(await registry.rescore({ model: DEFAULT_MODEL })).toMatchObject({ outcome: 'current', records: 0, change })
    expect((await registry.match(ZEPHYR)).model).toBe(DEFAULT_MODEL.version)
  })
})

describe('rescore', () => {
  test('does nothing when the registry has this model version', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(RECORDS)
    const { change } = await storage.ledger.head()
    expect(await registry.rescore()).toMatchObject({ outcome: 'current', from: SHIPPED, to: SHIPPED, change })
    expect((await storage.ledger.head()).change).toBe(change)
  })

  test('reports changes by kind, with names, ids and confidences', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
    const utpid = await utpidOf(registry, ZEPHYR)
    const { changes } = await registry.rescore({ model: NEVER })
    const [split] = changes.split.examples
    expect(split).toMatchObject({ utpid, name: 'Hotel Zephyr Marlowe' })
    const [created] = changes.created.examples
    expect(created).toMatchObject({ name: 'Zéphyr Marlowe', confidenceBefore: null })
    expect(changes.moved.examples).toEqual([
      {
        utpid: created?.utpid,
        name: 'Zéphyr Marlowe',
        other: { utpid, name: 'Hotel Zephyr Marlowe' },
        record: { supplier: 'beta', code: 'B1', name: 'Zéphyr Marlowe' },
        confidenceBefore: expect.any(Number),
        confidenceAfter: 1,
      },
    ])
    const back = await registry.rescore({ model: DEFAULT_MODEL })
    expect(back.changes.merged).toMatchObject({ count: 1, examples: [{ utpid: created?.utpid, other: { utpid } }] })
    expect(back.changes.merged.examples[0]?.confidenceBefore).not.toBeNull()
    expect(await utpidOf(registry, ZEPHYR_BY_BETA)).toBe(utpid)
    expect((await registry.rescore({ model: NEVER })).changes).toMatchObject({
      revived: { count: 1, examples: [{ utpid: created?.utpid }] },
      created: { count: 0 },
    })
  })

  test('reports the old and new confidence of a product that keeps its records', async () => {
    const { registry } = await openRegistry()
    await registry.import(RECORDS)
    const told = (await registry.rescore({ model: MILD_MODEL, dryRun: true })).changes.confidence
    expect(told.count).toBeGreaterThan(0)
    const confidences = (): Promise<unknown[]> =>
      Promise.all(told.examples.map(async ({ utpid }) => (await registry.get(utpid ?? ''))?.confidence))
    expect(told.examples.map(({ confidenceBefore }) => confidenceBefore)).toEqual(await confidences())
    await registry.rescore({ model: MILD_MODEL })
    expect(told.examples.map(({ confidenceAfter }) => confidenceAfter)).toEqual(await confidences())
  })

  test('reports alerts that open, change confidence, and close', async () => {
    const { registry } = await openRegistry({ model: NEVER })
    await registry.import(RECORDS)
    const opened = await registry.rescore({ model: LOOSE_MODEL })
    expect((await registry.alerts()).total).toBe(opened.changes.alert_opened.count)
    const refreshed = await registry.rescore({ model: DEFAULT_MODEL })
    const { alert_refreshed: stayed, alert_closed: closed, alert_opened: more } = refreshed.changes
    expect((await registry.alerts()).total).toBe(opened.changes.alert_opened.count - closed.count + more.count)
    expect(stayed.count).toBeGreaterThan(0)
    for (const { confidenceBefore, confidenceAfter } of stayed.examples)
      expect(confidenceBefore).not.toBe(confidenceAfter)
    const gone = await registry.rescore({ model: NEVER })
    expect(gone.changes.alert_closed.count).toBe(opened.changes.alert_opened.count - closed.count + more.count)
    expect((await registry.alerts()).total).toBe(0)
  })

  test('returns the requested number of examples of a kind, and counts all', async () => {
    const { registry } = await openRegistry()
    await registry.import(RECORDS)
    const few = await registry.rescore({ model: NEVER, dryRun: true, examples: 2 })
    expect(few.changes.moved.count).toBeGreaterThan(2)
    expect(few.changes.moved.examples).toHaveLength(2)
    const none = await registry.rescore({ model: NEVER, dryRun: true, examples: 0 })
    expect(none.changes.moved).toEqual({ count: few.changes.moved.count, examples: [] })
  })

  test('notifies followers in one change, with an event for the rescore', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    const { change } = await registry.rescore({ model: NEVER })
    const [page] = await registry.events({ after: change - 1 })
    expect(page?.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['product.updated', 'product.created', 'product.split', 'supplier.code.moved']),
    )
    expect(page?.events.at(-1)).toEqual({ type: 'registry.rescored', model: 'test-never', tfVersion: 0 })
  })

  test('respects judgements, verifications and pins', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
    const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    await registry.merge(zephyr, quill, BY)
    await registry.verify(zephyr, { ...BY, method: 'manual' })
    await registry.pin(zephyr, { stars: 5 }, BY)
    await registry.rescore({ model: NEVER })
    const product = await registry.get(zephyr)
    expect(product?.records).toHaveLength(3)
    expect(product).toMatchObject({ verified: true, stars: 5 })
    await expectConsistent(storage)
    const apart = await openRegistry()
    await apart.registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    await apart.registry.split(await utpidOf(apart.registry, ZEPHYR), [{ supplier: 'beta', code: 'B1' }], BY)
    await apart.registry.rescore({ model: LOOSE_MODEL })
    expect(await utpidOf(apart.registry, ZEPHYR)).not.toBe(await utpidOf(apart.registry, ZEPHYR_BY_BETA))
  })

  test('of an outdated index version also rebuilds keys and features', async () => {
    const { registry, storage } = await openRegistry({ rules: ARTIFICIAL_RULES })
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    const again = await createRegistry({ storage, model: LOOSE_MODEL, outdated: 'open' })
    const { change } = await again.rescore()
    expect((await again.events({ after: change - 1 }))[0]?.events.map(({ type }) => type).slice(-2)).toEqual([
      'registry.reindexed',
      'registry.rescored',
    ])
    expect((await again.match(ZEPHYR)).decision).toBe('match')
  })

  test('makes another registry of the same storage outdated, which is refused and loses nothing', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(RECORDS)
    const other = await createRegistry({ storage })
    await registry.rescore({ model: LOOSE_MODEL })
    await expect(other.upsert(ZEPHYR)).rejects.toMatchObject({ code: 'model_outdated' })
    await expect(other.match(ZEPHYR)).rejects.toMatchObject({ code: 'model_outdated' })
    expect(await utpidOf(registry, ZEPHYR)).toBe('')
    await registry.upsert(ZEPHYR)
  })

  test('a concurrent match uses one model, never both', async () => {
    const { registry } = await openRegistry({ yield: () => setImmediate(undefined) })
    await registry.import(RECORDS)
    const questions = RECORDS.slice(0, 10).map(({ supplier: _, code: __, ...input }) => input)
    const asked = async (): Promise<string> => JSON.stringify(await registry.mapBatch(questions))
    const before = await asked()
    let isOver = false
    const rescoring = registry.rescore({ model: LOOSE_MODEL }).finally(() => {
      isOver = true
    })
    const during: string[] = []
    while (!isOver) during.push(await asked())
    await rescoring
    const after = await asked()
    expect(before).not.toBe(after)
    for (const each of during) expect([before, after]).toContain(each)
  })

  const wrong: readonly (readonly [string, unknown, string, string])[] = [
    ['an epoch that was never taken', { tfVersion: 3 }, 'not_found', 'no term-frequency version 3'],
    ['a negative epoch', { tfVersion: -1 }, 'validation_failed', '"next"'],
    ['half an epoch', { tfVersion: 1.5 }, 'validation_failed', '"next"'],
    ['an epoch as text', { tfVersion: 'last' }, 'validation_failed', '"next"'],
    ['a broken model', { model: { ...DEFAULT_MODEL, thresholds: {} } }, 'validation_failed', 'thresholds'],
    ['no model', { model: null }, 'validation_failed', 'model'],
    ['a dry run that is text', { dryRun: 'yes' }, 'validation_failed', 'dryRun'],
    ['half an example', { examples: 0.5 }, 'validation_failed', 'examples'],
  ]
  test.each(wrong)('%s is rejected, and nothing has changed', async (_, options, code, text) => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR])
    const head = await storage.ledger.head()
    const refused = registry.rescore(options as RescoreOptions)
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringContaining(text) })
    expect(await storage.ledger.head()).toEqual(head)
    expect(await storage.resumeGeneration()).toBeUndefined()
  })
})

describe('tfVersions', () => {
  test('are taken of the registry’s own words, numbered, kept, and found by whoever opens the storage', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(RECORDS)
    const questions = RECORDS.slice(0, 20).map(({ supplier: _, code: __, ...input }) => input)
    const first = await registry.mapBatch(questions)
    expect(await registry.rescore({ tfVersion: 'next' })).toMatchObject({
      from: SHIPPED,
      to: { ...SHIPPED, tfVersion: 1 },
    })
    const answers = await registry.mapBatch(questions)
    expect(await (await createRegistry({ storage })).mapBatch(questions)).toEqual(answers)
    expect((await registry.rescore({ tfVersion: 'next' })).to.tfVersion).toBe(2)
    expect((await registry.rescore({ tfVersion: 0 })).to.tfVersion).toBe(0)
    expect(await registry.mapBatch(questions)).toEqual(first)
    expect((await registry.rescore({ tfVersion: 1 })).to.tfVersion).toBe(1)
    expect(await registry.mapBatch(questions)).toEqual(answers)
    expect((await registry.rescore({ tfVersion: 'next' })).to.tfVersion).toBe(3)
    const names = (await storage.ledger.modelVersions()).map(({ name }) => name)
    expect(names).toEqual(['epoch:1', 'epoch:2', 'epoch:3', `model:${SHIPPED.modelHash}`])
  })

  test('stay when another model is taken, and go with it when they are wanted', async () => {
    const { registry } = await openRegistry()
    await registry.import(RECORDS)
    await registry.rescore({ tfVersion: 'next' })
    expect((await registry.rescore({ model: LOOSE_MODEL })).to).toMatchObject({ model: 'test-loose', tfVersion: 1 })
    expect((await registry.rescore({ model: DEFAULT_MODEL, tfVersion: 0 })).to).toEqual(SHIPPED)
  })

  test('are reported as damage if their table is missing', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR])
    await storage.setModelVersion({ ...SHIPPED, tfVersion: 4 }, [])
    await expect(createRegistry({ storage })).rejects.toMatchObject({ code: 'storage_corrupt' })
    await storage.setModelVersion({ ...SHIPPED, tfVersion: 4 }, [{ name: 'epoch:4', content: { words: [] } }])
    await expect(createRegistry({ storage })).rejects.toMatchObject({ code: 'storage_corrupt' })
  })

  test('are carried by an export and a mirror', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(RECORDS)
    await registry.rescore({ model: LOOSE_MODEL, tfVersion: 'next' })
    const [restored, mirrored] = [createMemoryStorage(), createMemoryStorage()]
    await restoreRegistry(restored, registry.export())
    await replicateLedger(storage.ledger, mirrored)
    const questions = RECORDS.slice(0, 10).map(({ supplier: _, code: __, ...input }) => input)
    for (const copy of [restored, mirrored]) {
      expect(await scoredBy(copy)).toEqual(await scoredBy(storage))
      expect(await copy.ledger.modelVersions()).toEqual(await storage.ledger.modelVersions())
      const again = await createRegistry({ storage: copy })
      expect(await again.mapBatch(questions)).toEqual(await registry.mapBatch(questions))
    }
  })

  test('a replica detects a rescore, and a new scan copies the new edges', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    const mirror = createMemoryStorage()
    const after = await replicateLedger(storage.ledger, mirror)
    await registry.rescore({ model: LOOSE_MODEL })
    await expect(replicateLedger(storage.ledger, mirror, { after })).rejects.toMatchObject({ code: 'changes_expired' })
    await replicateLedger(storage.ledger, mirror)
    const ids = (await storage.ledger.scanRecords(-1, LIMITS.rowsPerPage)).map(({ row }) => row.id)
    expect(await mirror.ledger.edges(ids)).toEqual(await storage.ledger.edges(ids))
    expect(await scoredBy(mirror)).toEqual(await scoredBy(storage))
  })
})

describe('an interrupted rescore', () => {
  const TARGET = { model: LOOSE_MODEL } as const

  test.each([1, 2])('continues with the next slice after slice %i', async (slices) => {
    const { registry } = await openRegistry()
    await registry.import(RECORDS)
    const done = await stopAfter(registry, TARGET, slices)
    expect(await firstSlice(registry, TARGET)).toBeGreaterThan(done.at(-1) ?? 0)
  })

  test('continues clustering if it was clustering', async () => {
    const { registry } = await openRegistry()
    await registry.import(RECORDS)
    await stopAfter(registry, TARGET, 4)
    expect(await firstSlice(registry, TARGET)).toBe(RECORDS.length)
  })

  test('starts again on request, for another target, and after a dry run', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(RECORDS)
    await stopAfter(registry, TARGET, 2)
    expect(await firstSlice(registry, { ...TARGET, restart: true })).toBe(50)
    await stopAfter(registry, { model: DEFAULT_MODEL }, 2)
    expect(await firstSlice(registry, { model: STRICT_MODEL })).toBe(50)
    await stopAfter(registry, TARGET, 2)
    await registry.rescore({ ...TARGET, dryRun: true })
    expect(await firstSlice(registry, TARGET)).toBe(50)
    expect(await storage.resumeGeneration()).toBeUndefined()
  })

  test('leaves nothing of a dry run', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(RECORDS)
    await stopAfter(registry, { ...TARGET, dryRun: true }, 2)
    expect(await storage.resumeGeneration()).toBeUndefined()
  })

  test('starts again when the change feed lacks later changes', async () => {
    let now = Date.UTC(2026, 0, 1)
    const storage = createMemoryStorage({ clock: () => now, changeFeedDays: 1 })
    const { registry } = await openRegistry({ storage })
    await registry.import(RECORDS)
    await stopAfter(registry, TARGET, 2)
    await registry.upsert(ZEPHYR)
    now += 3 * 24 * 3_600_000
    await registry.upsert(QUILL)
    await registry.upsert(ZEPHYR_BY_BETA)
    expect(await firstSlice(registry, TARGET)).toBe(50)
    await expectConsistent(storage)
  })

  test('continues with its own term-frequency version, whatever the words are by then', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(RECORDS)
    const dry = await openRegistry()
    await dry.registry.import(RECORDS)
    await dry.registry.rescore({ tfVersion: 'next' })
    await stopAfter(registry, { tfVersion: 'next' }, 2)
    await registry.import(RECORDS.map((record, at) => ({ ...record, code: `more${at}` })))
    expect(await firstSlice(registry, { tfVersion: 'next' })).toBeGreaterThan(100)
    const words = async ({ ledger }: Storage): Promise<unknown> => {
      const tfVersions = (await ledger.modelVersions()).filter(({ name }) => name === 'epoch:1')
      expect(tfVersions).toHaveLength(1)
      return tfVersions.map(({ content }) => (content as TermFrequencyTable).words)
    }
    expect(await words(storage)).toEqual(await words(dry.storage))
  })

  test('a reindex resumes too, and starts again on request', async () => {
    const { registry } = await openRegistry()
    await registry.import(RECORDS)
    const stopReindex = async (): Promise<void> => {
      const signal = { aborted: false }
      const onProgress = ({ done }: { done: number }): void => {
        signal.aborted = done >= 100
      }
      await expect(registry.reindex({ rules: ARTIFICIAL_RULES, signal, onProgress })).rejects.toMatchObject({
        code: 'aborted',
      })
    }
    const reindex = async (restart: boolean): Promise<number | undefined> => {
      const done: number[] = []
      await registry.reindex({
        rules: ARTIFICIAL_RULES,
        force: true,
        restart,
        onProgress: (at) => void done.push(at.done),
      })
      return done[0]
    }
    await stopReindex()
    expect(await reindex(false)).toBeGreaterThan(100)
    await registry.reindex()
    await stopReindex()
    expect(await reindex(true)).toBe(50)
  })
})

test('records that come while it groups, before and after those it has grouped, are grouped with the rest', () =>
  recordsComeWhileItGroups(200))

longTest('records that come while it groups 1,000 records are grouped with the rest', () =>
  recordsComeWhileItGroups(700),
)

async function recordsComeWhileItGroups(products: number): Promise<void> {
  const sorted = generatedRecords(20_262, products).sort((one, other) =>
    String(one.supplier).localeCompare(String(other.supplier)),
  )
  // The last feed. Many of its records are similar to others only by the new model.
  const first = Math.round((products * 10) / 7)
  const records = sorted.slice(0, Math.round((first * 7) / 6))
  const { registry, storage } = await openRegistry({ survivorshipRules: TIMELESS, yield: setImmediate })
  await registry.import(records.slice(0, first))
  let imported: Promise<unknown> | undefined
  await registry.rescore({
    model: LOOSE_MODEL,
    onProgress: ({ phase }) => {
      if (phase === 'clusters') imported ??= registry.import(records.slice(first))
    },
  })
  await imported
  await expectConsistent(storage)
  const fresh = await openRegistry({ survivorshipRules: TIMELESS, model: LOOSE_MODEL })
  await fresh.registry.import(records)
  expect((await orderlessState(storage)).groups).toEqual((await orderlessState(fresh.storage)).groups)
}

test('a copy that is written after its old row was read counts in both products', async () => {
  const first: SmallRecord = {
    supplier: 'alpha',
    code: 'A1',
    name: 'Zephyr Marlowe',
    category: 'hotel',
    location: { city: 'Paris', coordinates: spot(0, 0) },
  }
  const other: SmallRecord = { ...first, supplier: 'beta', code: 'B1', name: 'Zephyr', location: { city: 'Paris' } }
  const copy: SmallRecord = { ...first, code: 'A2' }
  let waiting: SmallRecord[] | undefined
  let writing: Promise<unknown> = Promise.resolve()
  let pauses = 0
  const { registry, storage } = await openRegistry({
    survivorshipRules: TIMELESS,
    yield: async () => {
      if (waiting !== undefined && pauses++ > 0) {
        const batch = waiting
        waiting = undefined
        writing = registry.import(batch, { batchSize: 2 })
      }
      await setImmediate()
    },
  })
  await registry.import([first, other, { ...copy, name: 'Zephyr', location: { coordinates: spot(900, 0) } }])
  waiting = [copy, { ...other, location: {} }]
  await registry.rescore({ model: LOOSE_MODEL })
  await writing
  const { alerts } = await registry.alerts()
  expect(alerts).toMatchObject([{ copies: 2 }])
  await expectConsistent(storage)
})

test('a verification that a rescore reopens is listed, by a dry run too', async () => {
  const { registry, storage } = await openRegistry({ survivorshipRules: TIMELESS, model: PLAIN_MODEL })
  await registry.import(generatedRecords(20_261, 300))
  // Only every second product is curated, since two curated products would not be joined.
  for (const [at, { id }] of (await storage.ledger.scanProducts(-1, 500)).entries()) {
    if (at % 2 === 0) await registry.verify(UTPID_FORMAT.format(id), BY)
  }
  const { change } = await registry.stats()
  const listed = await registry.rescore({ model: LOOSE_MODEL, dryRun: true })
  const done = await registry.rescore({ model: LOOSE_MODEL })
  const told = (await eventsAfter(registry, change)).filter(({ type }) => type === 'product.unverified')
  expect(told.length).toBeGreaterThan(0)
  expect(done.changes.unverified.count).toBe(told.length)
  expect(listed.changes.unverified).toEqual(done.changes.unverified)
})

test('stats report the model version, and the existing term-frequency versions', async () => {
  const { registry } = await openRegistry()
  expect((await registry.stats()).modelVersion).toEqual({ ...SHIPPED, tfVersions: [0] })
  await registry.import(RECORDS)
  await registry.rescore({ tfVersion: 'next' })
  expect((await registry.stats()).modelVersion).toEqual({ ...SHIPPED, tfVersion: 1, tfVersions: [0, 1] })
})

describe('a complete run with the model of the registry', () => {
  test('changes nothing where clusters are correct', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(RECORDS)
    const before = await orderlessState(storage)
    const { change } = await storage.ledger.head()
    expect(await registry.rescore({ force: true })).toMatchObject({
      outcome: 'rescored',
      from: SHIPPED,
      to: SHIPPED,
      records: RECORDS.length,
      change: change + 1,
    })
    expect(await orderlessState(storage)).toEqual(before)
    await expectConsistent(storage)
  })

  test('finds lost edges between records, and joins the records again', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
    const before = await orderlessState(storage)
    // Simulates a fault of a storage: the edge is missing, and one of the two records is alone in its product.
    const { ledger } = storage
    const [one] = await ledger.scanRecords(-1, 1)
    const [edges = []] = await ledger.edges([one?.row.id ?? -1])
    const { change: base } = await ledger.head()
    await ledger.commit({
      ...emptyCommit('2026-01-01T00:00:00.000Z', base),
      edges: edges.map(({ a, b }) => ({ a, b, removed: true as const })),
    })
    expect(await ledger.edges([one?.row.id ?? -1])).toEqual([[]])
    await registry.rescore({ force: true })
    expect(await ledger.edges([one?.row.id ?? -1])).toEqual([edges])
    expect(await orderlessState(storage)).toEqual(before)
    await expectConsistent(storage)
  })

  test('is stopped, and goes on', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(RECORDS)
    const before = await orderlessState(storage)
    await stopAfter(registry, { force: true }, 2)
    expect(await registry.rescore({ force: true })).toMatchObject({ outcome: 'rescored' })
    expect(await orderlessState(storage)).toEqual(before)
    await expectConsistent(storage)
    await expect(registry.rescore({ force: 'yes' as never })).rejects.toMatchObject({ code: 'validation_failed' })
  })
})
