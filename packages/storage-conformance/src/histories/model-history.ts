import { LIMITS, RegistryError, type Storage } from '@utpid/core'
import { replicateLedger } from '@utpid/core/copy'
import type { CandidateColumns, SearchQuery } from '@utpid/core/storage'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StorageBench } from '../support/storage-bench.ts'
import {
  ALERT_IDS,
  CONCORDANCE_IDS,
  commitOf,
  IMPORT_SUPPLIERS,
  type Intent,
  intents,
  KEYS,
  POINTS,
  PRODUCT_IDS,
  RECORD_IDS,
  TERMS,
  WORDS,
} from './random-history.ts'
import { comparePlaces, type ModelAnswer, SimpleModel, typosBetween } from './simple-model.ts'

export const USUAL_HISTORIES = 25
/**
 * The maximum number of histories during shrinking. Without this limit, shrinking would take longer than a long run.
 */
const MAX_SHRUNK_HISTORIES = 100
const STEPS = 12
/** The timeouts in milliseconds. On a busy machine, one history takes half a second for a storage in a folder. */
const TIMEOUT_MS = { start: 20_000, perHistory: 2_000 }
/** The record limit of a key. It is low, so that small histories have keys above the limit. */
const RECORDS_PER_KEY = 3

/**
 * Tests random histories. After every transaction, the storage must return the results of a model that searches lists.
 * A copy that only follows the change feed must return the same results.
 */
export function testModelHistory(bench: StorageBench, histories: number): void {
  const timeout = TIMEOUT_MS.start + histories * TIMEOUT_MS.perHistory
  describe('random histories', () => {
    it(`equal a simple model after each transaction (${histories} histories)`, { timeout }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(intents, { minLength: 1, maxLength: STEPS }), queries, async (history, asked) => {
          await compareHistory(bench, history, asked)
        }),
        { numRuns: histories, endOnFailure: histories > MAX_SHRUNK_HISTORIES },
      )
    })
  })
}

async function compareHistory(
  bench: StorageBench,
  history: readonly Intent[],
  queries: readonly SearchQuery[],
): Promise<void> {
  let storage = await bench.open()
  const mirror = await bench.open()
  let mirrored = 0
  const model = new SimpleModel()
  for (const [at, intent] of history.entries()) {
    const touchedBefore = model.touched
    const commit = commitOf(intent, model, `step ${at}`)
    // Uses an earlier base: if the last transaction touched the key, only reads before that transaction conflict with
    // it.
    const base = intent.fault === 'key' && model.head > 0 ? model.head - 1 : model.head
    const refused = intent.fault === 'key' ? touchedBefore.length > 0 : intent.fault !== 'none'
    const outcome = await storage.ledger.commit({ ...commit, readVersion: base }).catch((error: unknown) => error)
    if (refused) {
      expect(outcome).toBeInstanceOf(RegistryError)
      expect((outcome as RegistryError).code).toBe('revision_conflict')
    } else {
      expect(outcome).toEqual({ change: model.head + 1, repeated: false })
      model.write(commit)
    }
    await compareLedger(storage, model)
    await compareIndex(storage, model, queries)
    if (intent.followed || at === history.length - 1) {
      mirrored = await replicateLedger(storage.ledger, mirror.ledger, { after: mirrored })
      expect(mirrored).toBe(model.head)
      await compareRows(mirror, model)
      await compareIndex(mirror, model, queries)
    }
    if (intent.reopens && at === history.length - 1 && storage.capabilities.durable) {
      storage = await bench.reopen(storage)
      await compareLedger(storage, model)
      await compareIndex(storage, model, queries)
    }
  }
  await storage.close()
  await mirror.close()
}

async function compareLedger(storage: Storage, model: SimpleModel): Promise<void> {
  const { ledger } = storage
  expect((await ledger.head()).change).toBe(model.head)
  await compareRows(storage, model)
  const counters = Object.entries(model.counters).filter(([, amount]) => amount !== 0)
  expect(new Map(await ledger.counters())).toEqual(new Map(counters))
  expect(await ledger.words(['x', 'y', 'z'])).toEqual(['x', 'y', 'z'].map((word) => model.words[word] ?? 0))
  expect(await ledger.changes(0, 100)).toHaveLength(model.head)
}

async function compareRows({ ledger }: Storage, model: SimpleModel): Promise<void> {
  const stored = model.records.map((row) => {
    const link = model.linkOf(row.id)
    return link === undefined ? { row } : { row, link }
  })
  stored.sort((a, b) => a.row.id - b.row.id)
  expect(await ledger.scanRecords(-1, 100)).toStrictEqual(stored)
  expect(await ledger.getRecords(RECORD_IDS)).toStrictEqual(
    RECORD_IDS.map((id) => stored.find(({ row }) => row.id === id)),
  )
  expect(await ledger.details(RECORD_IDS)).toStrictEqual(RECORD_IDS.map((id) => model.details.get(id)))
  expect(await ledger.scanProducts(-1, 100)).toStrictEqual([...model.products].sort((a, b) => a.id - b.id))
  const lineage = [...model.lineage].sort((a, b) => a.id - b.id)
  expect(await ledger.scanLineage(-1, 100)).toStrictEqual(lineage)
  expect(await ledger.lineage(PRODUCT_IDS)).toStrictEqual(PRODUCT_IDS.map((id) => lineage.find((row) => row.id === id)))
  expect(await ledger.edges(RECORD_IDS)).toStrictEqual(RECORD_IDS.map((id) => model.edgesOf(id)))
  expect(await ledger.judgements(RECORD_IDS)).toStrictEqual(RECORD_IDS.map((id) => model.judgementsOf(id)))
  expect(await ledger.verifications(PRODUCT_IDS)).toStrictEqual(
    PRODUCT_IDS.map((id) => model.verifications.filter(({ productId }) => productId === id)),
  )
  const alerts = [...model.alerts].sort((a, b) => (a.id < b.id ? -1 : 1))
  expect(await ledger.scanAlerts(undefined, 100)).toStrictEqual(alerts)
  expect(await ledger.getAlerts(ALERT_IDS)).toStrictEqual(ALERT_IDS.map((id) => alerts.find((row) => row.id === id)))
  expect(await ledger.openAlerts(PRODUCT_IDS)).toStrictEqual(
    PRODUCT_IDS.map((id) => alerts.filter(({ status, products }) => status === 'open' && products.includes(id))),
  )
  const decisions = [...model.decisions].sort((a, b) => a.change - b.change)
  expect(await ledger.scanDecisions(0, 100)).toStrictEqual(decisions)
  expect(await ledger.decisions([1, 2, 3])).toStrictEqual(
    [1, 2, 3].map((at) => decisions.find((row) => row.change === at)),
  )
  const codes = await ledger.scanCodes('alpha', undefined, 100)
  expect(codes).toHaveLength(stored.length)
  expect(new Map(codes.map(({ code, recordId }) => [recordId, code]))).toEqual(
    new Map(stored.map(({ row }) => [row.id, row.record.code])),
  )
  const aliases = [...(await ledger.scanAliases(undefined, 100))].sort((a, b) => (a.alias < b.alias ? -1 : 1))
  expect(aliases).toStrictEqual([...model.aliases].sort((a, b) => (a.alias < b.alias ? -1 : 1)))
  expect(await ledger.concordances(CONCORDANCE_IDS)).toStrictEqual(
    CONCORDANCE_IDS.map((id) => model.concordances.find((row) => row.id === id)),
  )
  const concordances = [...(await ledger.scanConcordances(undefined, 100))].sort((a, b) => (a.id < b.id ? -1 : 1))
  expect(concordances).toStrictEqual([...model.concordances].sort((a, b) => (a.id < b.id ? -1 : 1)))
  for (const supplier of IMPORT_SUPPLIERS) {
    expect(await ledger.imports(supplier, 0, 100)).toStrictEqual(model.importsOf(supplier))
    expect(await ledger.imports(supplier, model.head, 100)).toStrictEqual(
      model.importsOf(supplier).filter(({ change }) => change < model.head),
    )
  }
  expect(await ledger.suppliers()).toStrictEqual([...model.suppliers].sort((a, b) => (a.id < b.id ? -1 : 1)))
}

async function compareIndex({ index }: Storage, model: SimpleModel, asked: readonly SearchQuery[]): Promise<void> {
  const lookups = [...KEYS.map((key) => [key]), [...KEYS].reverse()]
  const columns = await index.candidates(
    lookups.map((keys) => ({ keys })),
    RECORDS_PER_KEY,
  )
  for (const [at, keys] of lookups.entries()) {
    expect(answerOf(columns, at, keys.length)).toEqual(model.candidates(keys, RECORDS_PER_KEY))
  }
  for (const query of asked) {
    const all = model.search(query)
    const { after, near, offset, limit } = query
    const rest = all.filter((place) => after === undefined || comparePlaces(after, place, near !== undefined) < 0)
    const page = rest.slice(offset, offset + limit)
    const answer = await index.search(query)
    expect(answer.productIds).toEqual(page.map(({ id }) => id))
    expect(answer.next).toEqual(offset + limit < rest.length ? page.at(-1) : undefined)
    if (answer.exact) expect(answer.total).toBe(all.length)
    else expect(answer.total).toBeLessThanOrEqual(all.length)
    const counts = model.counts(query)
    if (answer.counts?.exact !== false) expect(answer.counts?.products).toEqual(counts)
    else
      for (const [at, count] of answer.counts.products.entries()) expect(count).toBeLessThanOrEqual(counts?.[at] ?? 0)
  }
  for (const word of ['', 'r', 'ritz', 'pari', 'アパ']) {
    const prefixed = await index.expand({ tag: 'n', word, by: 'prefix', limit: LIMITS.wordsPerExpansion })
    expect(prefixed).toEqual(model.expand('n', word, 'prefix'))
    for (const by of [1, 2] as const) {
      const near = await index.expand({ tag: 'p', word, by, limit: LIMITS.wordsPerExpansion })
      expect(near, `${word} within ${by}: ${WORDS.map((other) => typosBetween(word, other))}`).toEqual(
        model.expand('p', word, by),
      )
    }
  }
}

/** Converts the columns of one key lookup to the form that the model returns. */
function answerOf(columns: CandidateColumns, lookup: number, keyCount: number): ModelAnswer {
  const rows = Array.from({ length: columns.recordIds.length }, (_, row) => row).slice(
    columns.offsets[lookup],
    columns.offsets[lookup + 1],
  )
  return {
    candidates: rows.map((row) => ({
      record: columns.recordIds[row] as number,
      product: columns.productIds[row] as number,
      hits: Array.from({ length: keyCount }, (_, bit) => bit).filter(
        (bit) => ((columns.keyHits[row * 2] as number) >>> bit) & 1,
      ),
      features: [...columns.bytes.subarray(columns.featureOffsets[row], columns.featureOffsets[row + 1])],
    })),
    skipped: columns.skippedKeys
      .filter((skipped) => skipped.lookup === lookup)
      .map(({ key, records }) => ({ key, records })),
  }
}

const groups = fc.array(
  fc.record({ any: fc.subarray([...TERMS], { minLength: 1, maxLength: 3 }), optional: fc.boolean() }),
  { maxLength: 5 },
)
const conditions = fc.record({ groups, minShouldMatch: fc.nat(4) }, { requiredKeys: ['groups'] })
const filters = fc.array(fc.record({ any: fc.subarray([...TERMS], { minLength: 1, maxLength: 5 }) }), { maxLength: 1 })
const circles = fc.record({ center: fc.constantFrom(...POINTS), squaredRadius: fc.constantFrom(0, 24, 25, 26, 10_000) })

/** Arbitrary positions, and positions that products can have. */
const positions = fc.record({
  tier: fc.nat(2),
  key: fc.oneof(fc.nat(15), fc.constantFrom(0, 25, 100, 10_000)),
  id: fc.constantFrom(...PRODUCT_IDS),
})

const queries: fc.Arbitrary<SearchQuery[]> = fc.array(
  fc.record(
    {
      tiers: fc.array(conditions, { minLength: 1, maxLength: 3 }),
      filters,
      near: circles,
      counted: fc.uniqueArray(fc.constantFrom(...TERMS), { maxLength: 5 }),
      after: positions,
      offset: fc.nat(2),
      limit: fc.nat(6),
    },
    { requiredKeys: ['tiers', 'filters', 'offset', 'limit'] },
  ),
  { maxLength: 8 },
)
