import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { DEFAULT_MODEL } from '../../../src/scoring/default-model.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { type OpenOptions, type OpenRegistry, openRegistry } from '../../support/open-registry.ts'
import { expectSameState, orderlessState } from '../../support/registry-state.ts'
import {
  crowd,
  finalState,
  history,
  type SmallRecord,
  seededRandom,
  shuffled,
  spot,
} from '../../support/small-world.ts'
import { TIMELESS } from '../../support/timeless.ts'

function openTimeless(options: OpenOptions = {}): Promise<OpenRegistry> {
  return openRegistry({ survivorshipRules: TIMELESS, ...options })
}

/** Options with a model in which candidates compete, with far more bits than a trained model has. */
export const COMPETING: OpenOptions = {
  model: { ...DEFAULT_MODEL, competition: { alone: 2, far_ahead: 1, ahead: 0, behind: -2, far_behind: -4 } },
}

/** Tests that a registry after any history equals a registry that has imported the final state at once. */
export function anyHistoryEqualsAFullRun(numRuns: number, options: OpenOptions = {}): Promise<void> {
  const property = fc.asyncProperty(history(), fc.boolean(), async (batches, singly) => {
    const lived = await openTimeless(options)
    for (const batch of batches) {
      if (singly) for (const record of batch) await lived.registry.upsert(record)
      else await lived.registry.import(batch)
    }
    await expectConsistent(lived.storage)
    const fresh = await openTimeless(options)
    await fresh.registry.import(finalState(batches.flat()))
    expectSameState(await orderlessState(lived.storage), await orderlessState(fresh.storage))
  })
  return fc.assert(property, runs(numRuns))
}

/**
 * Tests that the same records give the same clusters, alerts, fields and counters, in any order and in batches of any
 * size.
 */
export async function anyOrderIsTheSame(
  records: readonly object[],
  orders: number,
  seed: number,
  batchSizes: readonly number[],
  options: OpenOptions = {},
): Promise<void> {
  const first = await openTimeless(options)
  await first.registry.import(records)
  const expected = await orderlessState(first.storage)
  const words = await first.registry.termFrequencies()
  const random = seededRandom(seed)
  for (let order = 0; order < orders; order++) {
    const batchSize = batchSizes[order % batchSizes.length] as number
    const { registry, storage } = await openTimeless(options)
    await registry.import(shuffled(records, random), { batchSize })
    await registry.rescore({ tfVersion: words ?? 0 })
    expectSameState(await orderlessState(storage), expected, `order ${order} of seed ${seed}, batches of ${batchSize}`)
  }
}

/**
 * Tests that the same records give the same registry if they come in any number of imports, each of which may end with
 * a count of the words. The registries are compared at one term-frequency version.
 *
 * @param records - Enough records for a count.
 * @param minCountedRecords - The number of records from which the registries count.
 * @param cuts - For each registry, the numbers of records of its imports; the last import has the rest.
 * @returns the term-frequency version of each registry after its imports.
 */
export async function countedInAnyImportsIsTheSame(
  records: readonly object[],
  minCountedRecords: number,
  cuts: readonly (readonly number[])[],
  seed: number,
): Promise<number[]> {
  const random = seededRandom(seed)
  const versions: number[] = []
  const first = await openTimeless({ minCountedRecords, termFrequencies: 'manual' })
  await first.registry.import(records)
  const shipped = await orderlessState(first.storage)
  await first.registry.countTermFrequencies()
  const counted = await orderlessState(first.storage)
  const words = await first.registry.termFrequencies()
  if (words === undefined) throw new Error('The records are too few for a count.')
  for (const numbers of cuts) {
    const { registry, storage } = await openTimeless({ minCountedRecords })
    const waiting = shuffled(records, random)
    for (const number of numbers)
      await registry.import(waiting.splice(0, number), { batchSize: Math.ceil(minCountedRecords / 14) })
    await registry.import(waiting)
    versions.push((await registry.stats()).modelVersion.tfVersion)
    await registry.rescore({ tfVersion: words })
    await expectConsistent(storage)
    expectSameState(await orderlessState(storage), counted, `imports of ${numbers} records, seed ${seed}`)
    await registry.rescore({ tfVersion: 0 })
    expectSameState(await orderlessState(storage), shipped, `the shipped table, imports of ${numbers}, seed ${seed}`)
  }
  return versions
}

/**
 * Tests a block where a key crosses its limit in both directions. A crowd arrives, some records move or change their
 * names, and some return.
 *
 * @param word - First word of all names; '' for a block that only place keys connect.
 */
export async function crowdedKeysAreTheSame(count: number, orders: number, seed: number, word?: string): Promise<void> {
  const random = seededRandom(seed)
  const { before, after } = movingCrowd(count, random, word)
  const fresh = await openTimeless()
  await fresh.registry.import(after)
  const expected = await orderlessState(fresh.storage)
  for (let order = 0; order < orders; order++) {
    const { registry, storage } = await openTimeless()
    const batchSize = [5_000, 37, 1, 150][order % 4] as number
    await registry.import(shuffled(before, random), { batchSize })
    // The key of the block makes its records similar. While this key exceeds its limit, only the records in the next
    // cell have edges.
    const crowded = (await orderlessState(storage)).edges.length
    expect(expected.edges.length).toBeGreaterThan(Math.max(count / 8, crowded * 4))
    // Half of the block leaves for a while.
    await registry.import(before.slice(0, count / 2).map((record) => ({ ...record, location: { city: 'Paris' } })))
    await registry.import(shuffled(after, random), { batchSize })
    await expectConsistent(storage)
    expectSameState(await orderlessState(storage), expected, `order ${order} of seed ${seed}`)
  }
}

/** A crowd and its next state: some records move or change their names. */
function movingCrowd(
  count: number,
  random: () => number,
  word?: string,
): { before: SmallRecord[]; after: SmallRecord[] } {
  const before = crowd(count, 5, random, 13, word)
  const after = before.map((record, at): SmallRecord => {
    if (at % 3 > 0) return record
    return random() < 0.8
      ? { ...record, location: { city: 'Paris', coordinates: spot(2_000 + (at % 7) * 30, 0) } }
      : { ...record, name: `Solace ${record.name}` }
  })
  return { before, after }
}

/**
 * Tests keys that cross their limit in both directions on disk, where each opening counts the records of keys again.
 */
export async function crowdsOutliveRestarts(
  count: number,
  restarts: number,
  seed: number,
  word?: string,
): Promise<void> {
  const random = seededRandom(seed)
  const { before, after } = movingCrowd(count, random, word)
  const moved = after.filter((record, at) => record !== before[at])
  const lived = [...shuffled(before, random), ...shuffled(moved, random)]
  const borders = Array.from({ length: restarts }, () => Math.floor(random() * lived.length)).sort((a, b) => a - b)
  await restartsChangeNothing([0, ...borders].map((from, at) => lived.slice(from, borders[at])))
}

/** Tests that a registry on disk that is closed and opened at any moment behaves as if it had stayed open. */
export async function restartsChangeNothing(batches: readonly (readonly SmallRecord[])[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'utpid-order-'))
  try {
    const open = async (): Promise<OpenRegistry> =>
      openTimeless({ storage: await openDurableStorage(join(folder, 'registry')), random: systemIds() })
    let opened = await open()
    for (const batch of batches) {
      await opened.registry.import(batch)
      await opened.registry.close()
      opened = await open()
    }
    await expectConsistent(opened.storage)
    const state = await orderlessState(opened.storage)
    await opened.registry.close()
    const fresh = await openTimeless()
    await fresh.registry.import(finalState(batches.flat()))
    expectSameState(state, await orderlessState(fresh.storage))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns a generator of ids that does not start again when a registry is opened. */
function systemIds(): () => number {
  return () => Math.floor(Math.random() * 2 ** 50)
}

/**
 * Tests several registries that write to one storage concurrently, each for other suppliers. They must give the same
 * result as one registry that imports everything.
 */
export function writersAtOnceEqualAFullRun(numRuns: number): Promise<void> {
  const writers = 3
  const histories = fc.tuple(...Array.from({ length: writers }, () => history({ batches: 4, perBatch: 4 })))
  const property = fc.asyncProperty(histories, async (batchesOfWriters) => {
    const own = batchesOfWriters.map((batches, writer) =>
      batches.map((batch) => batch.map((record) => ({ ...record, supplier: `${record.supplier}-${writer}` }))),
    )
    const storage = createMemoryStorage()
    await Promise.all(
      own.map(async (batches, writer) => {
        let drawn = writer * 1_000_000
        const { registry } = await openTimeless({ storage, random: () => ++drawn * 7_919 })
        for (const batch of batches) await registry.import(batch, { batchSize: 2 })
      }),
    )
    await expectConsistent(storage)
    const fresh = await openTimeless()
    await fresh.registry.import(finalState(own.flat(2)))
    expectSameState(await orderlessState(storage), await orderlessState(fresh.storage))
  })
  return fc.assert(property, runs(numRuns))
}

/** Records of generated feeds, ready for import. */
export function generatedRecords(seed: number, products: number): Record<string, unknown>[] {
  return [...generateFeeds({ seed, products }).records].map((row) => toRecord({ ...row, supplier: row.source }))
}
