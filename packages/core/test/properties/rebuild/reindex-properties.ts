import { setImmediate } from 'node:timers/promises'
import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, Storage } from '@utpid/core'
import type { IndexRules } from '@utpid/core/scoring'
import { ARTIFICIAL_RULES } from '@utpid/storage-conformance'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { CURRENT_RULES } from '../../../src/features/rules/index-version.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { expectSameState, orderlessState, readWhole } from '../../support/registry-state.ts'
import { finalState, history, type SmallRecord, smallRecord, spot } from '../../support/small-world.ts'
import { TIMELESS } from '../../support/timeless.ts'

/** Rules that use fewer features of a record, so that some products split and other products merge. */
export const OTHER_RULES: IndexRules = {
  ...ARTIFICIAL_RULES,
  version: '0-other',
  extract: ({ phone: _, ...content }, own) => {
    const words = content.name?.split(' ') ?? []
    const name = words.slice(0, Math.max(1, words.length - 1)).join(' ')
    return CURRENT_RULES.extract({ ...content, ...(content.name === undefined ? {} : { name }) }, own)
  },
}

/** Generates enough records for a reindex in several slices. */
export function manyRecords(): fc.Arbitrary<SmallRecord[][]> {
  return fc.array(smallRecord({ suppliers: 6, codes: 40 }), { minLength: 90, maxLength: 150 }).map((batch) => [batch])
}

/**
 * Returns all state that depends on the index version, by supplier and code. It must equal the state of a registry
 * filled with the new rules.
 */
async function derivedState(storage: Storage): Promise<unknown> {
  const { records } = await readWhole(storage)
  const derived = records.map(({ row }) => [
    `${row.record.supplier}/${row.record.code}`,
    row.features.join(),
    row.keys.join(),
  ])
  const words = ['zephyr', 'marlowe', 'quill', 'hotel', '12']
  return {
    records: derived.sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1)),
    words: await storage.ledger.words(words),
    version: (await storage.ledger.head()).indexVersion,
  }
}

/** Returns the results of matches and searches. Leaves out the UTPIDs, because they differ between registries. */
async function answersOf(registry: Registry, records: readonly SmallRecord[]): Promise<unknown> {
  const matches = await registry.mapBatch(records.map(({ supplier: _, code: __, ...input }) => input))
  const found = await Promise.all(['zephyr', 'marlowe quill', 'paris'].map((text) => registry.search(text)))
  return {
    matches: matches.map(({ decision, confidence, matches: candidates, skippedKeys }) => [
      decision,
      confidence,
      candidates.map((match) => match.confidence),
      skippedKeys,
    ]),
    found: found.map(({ total }) => total),
  }
}

export async function expectBuiltAnew(
  lived: { registry: Registry; storage: Storage },
  records: readonly SmallRecord[],
  rules: IndexRules,
): Promise<void> {
  await expectConsistent(lived.storage, rules)
  const fresh = await openRegistry({ survivorshipRules: TIMELESS, rules })
  await fresh.registry.import(records)
  expectSameState(await orderlessState(lived.storage), await orderlessState(fresh.storage))
  expect(await derivedState(lived.storage)).toEqual(await derivedState(fresh.storage))
  expect(await answersOf(lived.registry, records)).toEqual(await answersOf(fresh.registry, records))
}

/**
 * Tests that a reindex gives the result of a registry filled with the new rules from the start, for any writes before,
 * during and after the reindex.
 */
export function reindexEqualsBuiltAnew(
  rules: IndexRules,
  before: fc.Arbitrary<SmallRecord[][]>,
  numRuns: number,
): Promise<void> {
  const property = fc.asyncProperty(
    before,
    history({ batches: 10, perBatch: 4 }),
    fc.infiniteStream(fc.nat(3)),
    async (before, during, turns) => {
      const waiting = [...during]
      let writing = Promise.resolve<unknown>(undefined)
      let going = false
      const storage = createMemoryStorage()
      const { registry } = await openRegistry({
        storage,
        survivorshipRules: TIMELESS,
        yield: async () => {
          if (!going) return
          const turn = turns.next().value ?? 0
          const batch = turn > 1 ? waiting.shift() : undefined
          // Imports run one after the other, so that the last version of each record is known.
          if (batch !== undefined) writing = writing.then(() => registry.import(batch, { batchSize: 2 }))
          // Sometimes the write ends first; sometimes it runs while the reindex continues.
          if (turn % 2 === 1) await setImmediate()
        },
      })
      for (const batch of before) await registry.import(batch)
      going = true
      expect(await registry.reindex({ rules })).toMatchObject({ outcome: 'reindexed' })
      going = false
      await writing
      for (const batch of waiting) await registry.import(batch)
      await expectBuiltAnew({ registry, storage }, finalState([...before, ...during].flat()), rules)
    },
  )
  return fc.assert(property, runs(numRuns))
}

/**
 * Tests two registries on one storage. One of them writes until the other has reindexed the storage. From then on, its
 * calls fail with `index_outdated`.
 */
export function otherWritersAreNeverLost(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(history(), history({ batches: 12, perBatch: 3 }), async (before, during) => {
    const storage = createMemoryStorage()
    const written = before.flat()
    let drawn = 0
    const other = await openRegistry({ storage, survivorshipRules: TIMELESS, random: () => ++drawn * 7_919 })
    const { registry } = await openRegistry({
      storage,
      survivorshipRules: TIMELESS,
      yield: () => setImmediate(undefined),
    })
    await registry.import(written)
    const writing = (async () => {
      for (const batch of during) {
        for (const record of batch) {
          const outcome = await other.registry.upsert(record).catch((error: { code: string }) => error.code)
          if (outcome === 'index_outdated') return
          written.push(record)
          await setImmediate()
        }
      }
    })()
    await registry.reindex({ rules: ARTIFICIAL_RULES })
    await writing
    await expect(other.registry.match({ name: 'Zephyr' })).rejects.toMatchObject({ code: 'index_outdated' })
    await expectBuiltAnew({ registry, storage }, finalState(written), ARTIFICIAL_RULES)
  })
  return fc.assert(property, runs(numRuns))
}

/**
 * Tests a reindex whose rules change clusters, and a second reindex that restores the rules. Every UTPID still leads to
 * a product, and the clusters are the same as at the start.
 */
export function changedGroupsKeepEveryId(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(history(), async (batches) => {
    const { registry, storage } = await openRegistry({ survivorshipRules: TIMELESS })
    for (const batch of batches) await registry.import(batch)
    const first = await readWhole(storage)
    const ids = (await registry.events()).flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'product.created' ? [event.utpid] : [])),
    )
    await registry.reindex({ rules: OTHER_RULES })
    await expectConsistent(storage, OTHER_RULES)
    await registry.reindex({ rules: CURRENT_RULES })
    await expectConsistent(storage)
    for (const utpid of ids) expect((await registry.locate({ utpid }))?.utpid).not.toBeNull()
    const again = await readWhole(storage)
    const groups = (whole: typeof first): string[] =>
      whole.products.map(({ records }) => [...records].sort().join()).sort()
    expect(groups(again)).toEqual(groups(first))
  })
  return fc.assert(property, runs(numRuns))
}

/** Tests a reindex of records that share keys. Imports meanwhile make keys cross their limit in both directions. */
export async function crowdedKeysComeOutTheSame(records: readonly SmallRecord[]): Promise<void> {
  const moved = records.map((record, at) =>
    at % 3 === 0 ? { ...record, location: { city: 'Paris', coordinates: spot(2_000 + (at % 7) * 30, 0) } } : record,
  )
  const storage = createMemoryStorage()
  const waiting = [moved.slice(0, 150), moved.slice(150)]
  const writes: Promise<unknown>[] = []
  const { registry } = await openRegistry({
    storage,
    survivorshipRules: TIMELESS,
    yield: () => setImmediate(undefined),
  })
  await registry.import(records, { batchSize: 5_000 })
  await registry.reindex({
    rules: ARTIFICIAL_RULES,
    // Imports the second batch when almost all records are clustered. Its changes must be clustered again.
    onProgress: ({ phase, done, total }) => {
      const isDue = waiting.length === 2 ? phase === 'records' : phase === 'clusters' && done > total * 0.8
      const batch = isDue ? waiting.shift() : undefined
      if (batch !== undefined) writes.push(registry.import(batch, { batchSize: 40 }))
    },
  })
  await Promise.all(writes)
  expect(waiting).toEqual([])
  await expectBuiltAnew({ registry, storage }, moved, ARTIFICIAL_RULES)
}
