import { setImmediate } from 'node:timers/promises'
import { createMemoryStorage } from '@utpid/adapter-memory'
import type { MatchResult, Registry, Storage } from '@utpid/core'
import type { ReindexProgress } from '@utpid/core/operations'
import type { IndexRules } from '@utpid/core/scoring'
import type { Generation } from '@utpid/core/storage'
import { ARTIFICIAL_RULES } from '@utpid/storage-conformance'
import { describe, expect, test } from 'vitest'
import { CURRENT_RULES } from '../../../src/features/rules/index-version.ts'
import { createRegistry } from '../../../src/registry/create-registry.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { spot, threeCrowds } from '../../support/small-world.ts'

const RECORDS = threeCrowds()
const QUESTIONS = RECORDS.slice(0, 20).map(({ supplier: _, code: __, ...input }) => input)

/** Returns a storage that was filled with the artificial rules. */
async function outdatedStorage(): Promise<Storage> {
  const { registry, storage } = await openRegistry({ rules: ARTIFICIAL_RULES })
  await registry.import(RECORDS)
  return storage
}

/** Returns a storage whose generations run code of the test before the swap, or in its place. */
function whileSwitching(storage: Storage, run: (swap: () => Promise<void>) => Promise<void>): Storage {
  return {
    ...storage,
    beginGeneration: async (plan) => {
      const generation = await storage.beginGeneration(plan)
      return new Proxy(generation, {
        get(target, name: keyof Generation) {
          if (name !== 'swap') return (target[name] as ((...args: unknown[]) => unknown) | undefined)?.bind(target)
          return async (...args: Parameters<Generation['swap']>) => {
            let result: Awaited<ReturnType<Generation['swap']>> | undefined
            await run(async () => {
              result = await target.swap(...args)
            })
            return result
          }
        },
      })
    },
  }
}

/** Returns the part of match results that a swap must not change. */
function decided(results: readonly MatchResult[]): unknown {
  return results.map(({ decision, utpid, confidence, matches }) => [
    decision,
    utpid,
    confidence,
    matches.map((match) => [match.utpid, match.confidence]),
  ])
}

describe('a storage of another index version', () => {
  test('is rejected with both versions and the remedy', async () => {
    const storage = await outdatedStorage()
    const refused = createRegistry({ storage })
    await expect(refused).rejects.toMatchObject({ code: 'index_outdated' })
    const error = (await refused.catch((thrown: unknown) => thrown)) as Error
    for (const part of [ARTIFICIAL_RULES.version, CURRENT_RULES.version, 'utpid reindex', "outdated: 'open'"]) {
      expect(error.message).toContain(part)
    }
  })

  const refusedCalls: readonly (readonly [string, (registry: Registry) => Promise<unknown>])[] = [
    ['match', (registry) => registry.match({ name: 'Zephyr' })],
    ['mapBatch', (registry) => registry.mapBatch([{ name: 'Zephyr' }])],
    ['import', (registry) => registry.import(RECORDS)],
    ['upsert', (registry) => registry.upsert(RECORDS[0])],
  ]

  test.each(refusedCalls)('opened for a reindex, rejects %s until it is done', async (_, run) => {
    const registry = await createRegistry({ storage: await outdatedStorage(), outdated: 'open' })
    await expect(run(registry)).rejects.toMatchObject({
      code: 'index_outdated',
      message: expect.stringContaining('reindex()'),
    })
    await registry.reindex()
    await run(registry)
  })

  test('opened for a reindex, allows everything without keys', async () => {
    const storage = await outdatedStorage()
    const registry = await createRegistry({ storage, outdated: 'open' })
    const found = await registry.search(RECORDS[0]?.name ?? '')
    const utpid = found.products[0]?.utpid ?? ''
    expect((await registry.get(utpid))?.utpid).toBe(utpid)
    expect((await registry.locate({ utpid }))?.utpid).toBe(utpid)
    expect(await registry.suppliers()).toHaveLength(4)
    expect((await registry.setSupplier({ id: 's1', name: 'One' })).name).toBe('One')
    expect((await registry.stats()).records.total).toBe(RECORDS.length)
    await registry.alerts()
    await registry.duplicates(utpid)
    expect(await registry.events({ limit: 1 })).toHaveLength(1)
  })

  test('opens with its own rules, and uses them during the reindex', async () => {
    const storage = await outdatedStorage()
    const registry = await createRegistry({ storage, rules: ARTIFICIAL_RULES, yield: () => setImmediate(undefined) })
    const before = decided(await registry.mapBatch(QUESTIONS))
    const moving = registry.reindex()
    await registry.upsert(RECORDS[0])
    expect(decided(await registry.mapBatch(QUESTIONS))).toEqual(before)
    expect(await moving).toMatchObject({ from: ARTIFICIAL_RULES.version, to: CURRENT_RULES.version })
    expect(decided(await registry.mapBatch(QUESTIONS))).toEqual(before)
    await createRegistry({ storage })
  })
})

describe('reindex', () => {
  test('does nothing when the version is the current one, unless it is forced', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(RECORDS)
    const { change } = await storage.ledger.head()
    expect(await registry.reindex()).toMatchObject({ outcome: 'current', records: 0, change })
    expect((await storage.ledger.head()).change).toBe(change)
    expect(await registry.reindex({ force: true })).toMatchObject({
      outcome: 'reindexed',
      records: RECORDS.length,
      changedProducts: 0,
      change: change + 1,
    })
  })

  test('notifies followers in one change, and keeps the revisions of unchanged rows', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(RECORDS)
    const revisions = async (): Promise<unknown> =>
      (await storage.ledger.scanProducts(-1, 1_000)).map(({ id, revision, lastUpdated }) => [id, revision, lastUpdated])
    const before = await revisions()
    const { change } = await registry.reindex({ rules: ARTIFICIAL_RULES })
    expect(await revisions()).toEqual(before)
    expect(await registry.events({ after: change - 1 })).toMatchObject([
      { change, events: [{ type: 'registry.reindexed', indexVersion: ARTIFICIAL_RULES.version }] },
    ])
  })

  test('stores new names of suppliers while the storage is outdated', async () => {
    const registry = await createRegistry({ storage: await outdatedStorage(), outdated: 'open' })
    await registry.setSupplier({ id: 's1', name: 'Wanderlust' })
    expect((await registry.search('wanderlust')).total).toBe(0)
    await registry.reindex()
    expect((await registry.search('wanderlust')).total).toBe((await registry.search('', { supplier: 's1' })).total)
  })

  test('reports progress, phase by phase, to the end', async () => {
    const { registry } = await openRegistry()
    await registry.import(RECORDS)
    const seen: ReindexProgress[] = []
    await registry.reindex({ force: true, onProgress: (progress) => void seen.push(progress) })
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual(['records', 'clusters', 'swap'])
    for (const phase of ['records', 'clusters', 'swap']) {
      const last = seen.findLast((progress) => progress.phase === phase)
      expect(last).toMatchObject({ done: RECORDS.length, total: RECORDS.length })
    }
  })

  test('yields at least once for each 50 records and phase', async () => {
    let turns = 0
    const { registry } = await openRegistry({ yield: async () => void turns++ })
    await registry.import(RECORDS, { batchSize: 5_000 })
    const before = turns
    await registry.reindex({ force: true })
    expect(turns - before).toBeGreaterThanOrEqual(2 * Math.ceil(RECORDS.length / 50))
  })

  test('changes nothing when stopped, and another reindex can start', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(RECORDS)
    const before = await storage.ledger.head()
    for (const phase of ['records', 'clusters'] as const) {
      const signal = { aborted: false }
      const stopped = registry.reindex({
        rules: ARTIFICIAL_RULES,
        signal,
        onProgress: (progress) => {
          if (progress.phase === phase) signal.aborted = true
        },
      })
      await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
      expect(await storage.ledger.head()).toEqual(before)
    }
    expect(await registry.reindex({ rules: ARTIFICIAL_RULES })).toMatchObject({ outcome: 'reindexed' })
  })

  test('rejects a second concurrent reindex, and continues the first', async () => {
    const { registry } = await openRegistry({ yield: () => setImmediate(undefined) })
    await registry.import(RECORDS)
    const first = registry.reindex({ force: true })
    await expect(registry.reindex({ force: true })).rejects.toMatchObject({ code: 'generation_open' })
    expect(await first).toMatchObject({ outcome: 'reindexed' })
  })

  test.each([
    ['no version', { ...ARTIFICIAL_RULES, version: '' }],
    ['no salt', { ...ARTIFICIAL_RULES, salt: Number.NaN }],
    ['no decode', { ...ARTIFICIAL_RULES, decode: undefined }],
    ['nothing', null],
  ])('rules with %s are refused', async (_, rules) => {
    const { registry } = await openRegistry()
    const wrong = rules as unknown as IndexRules
    await expect(registry.reindex({ rules: wrong })).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(createRegistry({ storage: createMemoryStorage(), rules: wrong })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  })

  test('ends when its registry is closed', async () => {
    const { registry } = await openRegistry({ yield: () => setImmediate(undefined) })
    await registry.import(RECORDS)
    const reindexing = registry.reindex({ force: true })
    await registry.close()
    await expect(reindexing).rejects.toMatchObject({ code: 'closed' })
  })

  test('a match during a swap uses one generation, never both', async () => {
    const inner = createMemoryStorage()
    let expected: unknown
    const during: Promise<MatchResult[]>[] = []
    const storage = whileSwitching(inner, async (swap) => {
      // Some calls query the old index before the swap; some find the new index although they have the old rules.
      for (let turn = 0; turn < 12; turn++) {
        during.push(registry.mapBatch(QUESTIONS))
        await Promise.resolve()
      }
      await swap()
      for (let turn = 0; turn < 12; turn++) {
        during.push(registry.mapBatch(QUESTIONS))
        await Promise.resolve()
      }
    })
    const { registry } = await openRegistry({ storage })
    await registry.import(RECORDS)
    expected = decided(await registry.mapBatch(QUESTIONS))
    await registry.reindex({ rules: ARTIFICIAL_RULES })
    expect(during).toHaveLength(24)
    for (const results of await Promise.all(during)) expect(decided(results)).toEqual(expected)
  })

  test('permanent conflicts with other processes end in a conflict error, and nothing has changed', async () => {
    const inner = createMemoryStorage()
    let attempts = 0
    const storage = whileSwitching(inner, async (swap) => {
      attempts++
      await other.setSupplier({ id: 's9', priority: attempts })
      await swap()
    })
    const { registry } = await openRegistry({ storage })
    const other = await createRegistry({ storage: inner })
    await registry.import(RECORDS)
    await expect(registry.reindex({ rules: ARTIFICIAL_RULES })).rejects.toMatchObject({ code: 'revision_conflict' })
    expect(attempts).toBe(10)
    expect((await inner.ledger.head()).indexVersion).toBe(CURRENT_RULES.version)
    expect(await registry.import(RECORDS)).toMatchObject({ unchanged: RECORDS.length })
  })
})

describe('during permanent writes', () => {
  /** Returns records of unrelated products. */
  function strangers(first: number, count: number): object[] {
    return Array.from({ length: count }, (_, at) => ({
      supplier: 's1',
      code: `c${first + at}`,
      name: `Hotel ${['bra', 'cle', 'dri', 'flo', 'gru', 'pla', 'ske'][(first + at) % 7]}${(first + at) * 7_919}`,
      category: 'hotel',
      location: { city: 'Paris', coordinates: spot(((first + at) % 400) * 700, Math.floor((first + at) / 400) * 900) },
    }))
  }

  test.each([
    { perWrite: 150, stored: 300, mostWrites: 20 },
    { perWrite: 50, stored: 200, mostWrites: 100 },
    { perWrite: 1, stored: 200, mostWrites: 2_000 },
  ])('$perWrite records at a time, a reindex comes to its end, and they get on too', async (given) => {
    // With a storage in memory, a loop of upserts runs only microtasks.
    const { registry, storage } = await openRegistry(
      given.perWrite === 1 ? {} : { yield: () => setImmediate(undefined) },
    )
    await registry.import(strangers(0, given.stored))
    let writes = 0
    let isOpen = true
    const writing = (async () => {
      while (isOpen && writes <= given.mostWrites) {
        const records = strangers(given.stored + writes * given.perWrite, given.perWrite)
        if (given.perWrite === 1) await registry.upsert(records[0])
        else await registry.import(records)
        writes++
      }
    })()
    const signal = {
      get aborted() {
        return writes >= given.mostWrites
      },
    }
    const report = await registry.reindex({ rules: ARTIFICIAL_RULES, signal })
    isOpen = false
    await writing
    expect(report.outcome).toBe('reindexed')
    expect(writes).toBeGreaterThan(1)
    const { total } = (await registry.stats()).records
    expect(total).toBe(given.stored + writes * given.perWrite)
    await expectConsistent(storage, ARTIFICIAL_RULES)
  })
})
