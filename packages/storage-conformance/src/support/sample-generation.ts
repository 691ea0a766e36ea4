import { LIMITS, type Storage } from '@utpid/core'
import {
  type Commit,
  emptyCommit,
  type Generation,
  type GenerationPlan,
  type GenerationRows,
  type ProductRow,
} from '@utpid/core/storage'
import { expect } from 'vitest'
import {
  deactivatedRecord,
  SAMPLE_TIME,
  sampleDecision,
  sampleEdge,
  sampleLineage,
  sampleLink,
  sampleProduct,
  sampleRecord,
  sampleStay,
  together,
  write,
} from './sample-rows.ts'
import type { StateQueries, WholeState } from './whole-state.ts'

/** The index versions of the active generation and of the generation that is filled. */
export const BEFORE = '1-before'
export const AFTER = '2-after'

/** Queries for both generations. */
export const QUERIES: StateQueries = {
  recordIds: [11, 12, 13],
  productIds: [1, 2, 3],
  keys: [5, 6, 7, 105, 106, 107],
  terms: ['n:ritz', 'n:palace', 'm:ritz', 'm:palace'],
  words: ['ritz', 'palace', 'riz'],
  aliases: [],
}

/** Writes two products and three records with one index version. One of the records is inactive. */
export async function fill(storage: Storage): Promise<void> {
  await storage.setIndexVersion(BEFORE)
  await write(storage, {
    ...together(
      sampleStay(11, 1, { record: { keys: [5, 6] }, product: { terms: ['n:ritz'] } }),
      sampleStay(12, 2, { record: { keys: [6] }, product: { terms: ['n:palace'] } }),
      sampleStay(13, 3, { record: { keys: [7] } }),
    ),
    edges: [sampleEdge(11, 12), sampleEdge(12, 13)],
    decisions: [sampleDecision(0)],
    counters: { records: 3 },
    words: { ritz: 2, palace: 1 },
  })
  await write(storage, {
    records: [deactivatedRecord(13, 2)],
    unlinked: [13],
    removedProducts: [3],
    lineage: [sampleLineage(3, { status: 'retired' })],
    edges: [{ a: 12, b: 13, removed: true }],
    counters: { records: -1 },
    words: { ritz: -1 },
  })
}

/**
 * Returns the same rows for another index version: with other keys, features, terms and words, and another edge weight.
 */
export function rebuiltRows(parts: Partial<GenerationRows> = {}): GenerationRows {
  return {
    records: [
      { row: sampleRecord(11, { keys: [105, 106], features: Uint8Array.of(9, 1) }), link: sampleLink(11, 1) },
      { row: sampleRecord(12, { keys: [106], features: Uint8Array.of(9, 2) }), link: sampleLink(12, 2) },
      { row: { ...deactivatedRecord(13, 2), features: Uint8Array.of(9, 3) } },
    ],
    products: [sampleProduct(1, { records: [11], rank: 4, terms: ['m:ritz'] }), rebuiltPalace],
    removedProducts: [],
    edges: [sampleEdge(11, 12, { weight: 900 })],
    words: { riz: 1, palace: 1 },
    ...parts,
  }
}

export const rebuiltPalace: ProductRow = sampleProduct(2, { records: [12], rank: 1, terms: ['m:palace'] })

export async function beginFilled(storage: Storage, plan: Partial<GenerationPlan> = {}): Promise<Generation> {
  const generation = await storage.beginGeneration({ indexVersion: AFTER, ...plan })
  await generation.put(rebuiltRows())
  return generation
}

export async function headOf({ ledger }: Storage): Promise<number> {
  return (await ledger.head()).change
}

/** Returns a commit with only the given parts, based on the head. */
export async function commitOnHead(storage: Storage, parts: Partial<Commit> = {}): Promise<Commit> {
  return { ...emptyCommit(SAMPLE_TIME, await headOf(storage)), ...parts }
}

export async function recordsByKey(generation: Generation, ...keys: number[]): Promise<number[][]> {
  const { offsets, recordIds } = await generation.candidates(
    keys.map((key) => ({ keys: [key] })),
    LIMITS.recordsPerKey,
  )
  return keys.map((_, at) => [...recordIds.slice(offsets[at], offsets[at + 1])])
}

export function expectRebuilt(state: WholeState, change: number): void {
  expect(state.head).toEqual({ change, indexVersion: AFTER })
  expect(state.indexAt).toBe(change)
  expect(
    state.records.map(({ row, link }) => [row.id, row.revision, [...row.features], row.keys, link?.productId]),
  ).toEqual([
    [11, 1, [9, 1], [105, 106], 1],
    [12, 1, [9, 2], [106], 2],
    [13, 2, [9, 3], [], undefined],
  ])
  expect(state.products.map(({ id, rank, terms }) => [id, rank, terms])).toEqual([
    [1, 4, ['m:ritz']],
    [2, 1, ['m:palace']],
  ])
  const edge = sampleEdge(11, 12, { weight: 900 })
  expect(state.edges).toEqual([[edge], [edge], []])
  expect(state.words).toEqual([0, 1, 1])
  expect(state.candidates).toEqual([
    [],
    [],
    [],
    [[11, 1, 10]],
    [
      [11, 1, 10],
      [12, 2, 11],
    ],
    [],
  ])
  expect(state.found.map(({ productIds }) => productIds)).toEqual([[], [], [1], [2]])
}
