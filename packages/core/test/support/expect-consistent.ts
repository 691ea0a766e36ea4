import type { ProductId, Storage } from '@utpid/core'
import {
  CURRENT_RULES,
  DEFAULT_MODEL,
  type IndexRules,
  PairScorer,
  type ScoringModel,
  weightOfConfidence,
} from '@utpid/core/scoring'
import type { AlertRow, ChangeNumber, EdgeRow, RecordId, StoredRecord } from '@utpid/core/storage'
import { expect } from 'vitest'
import { classIdOf, copyClassOf } from '../../src/blocking/copy-keys.ts'
import { CompetingEdges } from '../../src/clustering/competition/competing-edges.ts'
import { Judgements } from '../../src/clustering/constraints/judgements.ts'
import { sameSets } from '../../src/clustering/constraints/judgements-between.ts'
import { CounterChanges } from '../../src/golden-record/counter-changes.ts'
import { LIMITS } from '../../src/model/limits.ts'
import { storedTermFrequency } from '../../src/scoring/term-frequency-table.ts'
import { readInChunks } from '../../src/storage/ledger/read-in-chunks.ts'
import { nameWords } from '../../src/text/name-words.ts'
import { readWhole, type WholeRegistry } from './registry-state.ts'

interface ConsistencyOptions {
  readonly copies?: boolean
}

/** Fails unless all rows of a registry are consistent. */
export async function expectConsistent(
  storage: Storage,
  rules: IndexRules = CURRENT_RULES,
  { copies = true }: ConsistencyOptions = {},
): Promise<WholeRegistry> {
  const whole = await readWhole(storage)
  expectLinks(whole)
  expectAlerts({ ...whole, edges: edgesInCompetition(whole, await storedScorer(storage)) })
  if (copies) expectCopies(whole, rules)
  expectLineage(whole)
  expectCounters(whole)
  await expectWords(storage, whole)
  await expectDetails(storage, whole)
  await expectDecisions(storage, whole)
  expect(await storage.index.at()).toBe((await storage.ledger.head()).change)
  return whole
}

/** Fails unless each record is in the product of its link, and in no other. */
function expectLinks({ records: all, products }: WholeRegistry): void {
  for (const { row, link } of all) {
    expect(row.deactivatedAt === undefined, `${row.record.supplier}/${row.record.code}`).toBe(link !== undefined)
    if (row.deactivatedAt !== undefined) expect(row.keys).toEqual([])
  }
  const records = all.filter(({ link }) => link !== undefined)
  const linked = records.map(({ row, link }) => [row.id, link?.productId] as const)
  const listed = products.flatMap(({ id, records: own }) => own.map((record) => [record, id] as const))
  expect(new Map(listed)).toEqual(new Map(linked))
  expect(listed.length).toBe(records.length)
  const rows = new Map(records.map((stored) => [stored.row.id, stored]))
  for (const product of products) {
    const own = product.records.map((id) => rows.get(id))
    expect(product.suppliers).toEqual([...new Set(own.map((stored) => stored?.row.record.supplier))].sort())
    if (own.length > 1) {
      expect(product.confidence).toBe(Math.min(...own.map((stored) => stored?.link?.confidence ?? -1)))
    }
  }
}

/**
 * Fails unless open alerts with edges are exactly the pairs of products with all of these:
 * - an edge between their records;
 * - no judgement of different;
 * - one product is among the strongest competing products of the other;
 * - no alert about copies.
 *
 * All other open alerts must be about copies, or about products that a limit separates.
 */
function expectAlerts({ records, products, edges, alerts, judgements }: WholeRegistry): void {
  const productOf = new Map<RecordId, ProductId | undefined>(records.map(({ row, link }) => [row.id, link?.productId]))
  const strongest = new Map<string, EdgeRow>()
  const pairOf = (a: RecordId, b: RecordId): string =>
    [productOf.get(a) as number, productOf.get(b) as number].sort((x, y) => x - y).join()
  const apart = new Set(judgements.filter(({ verdict }) => verdict === 'different').map(({ a, b }) => pairOf(a, b)))
  for (const edge of edges) {
    const pair = pairOf(edge.a, edge.b)
    if (productOf.get(edge.a) === productOf.get(edge.b) || apart.has(pair)) continue
    const known = strongest.get(pair)
    if (known === undefined || comesBefore(edge, known)) strongest.set(pair, edge)
  }
  const open = alerts.filter(({ status }) => status === 'open')
  const asked = new Set<string>()
  for (const { id } of products) {
    const own = [...strongest].filter(([pair]) => pair.split(',').includes(String(id)))
    own.sort(([, x], [, y]) => (comesBefore(x, y) ? -1 : 1))
    for (const [pair] of own.slice(0, LIMITS.alertsPerProduct)) asked.add(pair)
  }
  const pairs = open.map((alert) => alert.products.join())
  expect(new Set(pairs).size).toBe(pairs.length)
  for (const { products: ends, copies } of open) if (copies !== undefined) asked.delete(ends.join())
  const onEdges = open.filter(({ copies, skippedKeys }) => copies === undefined && skippedKeys === undefined)
  expect(new Map(onEdges.map((alert) => [alert.products.join(), alert.confidence]))).toEqual(
    new Map([...strongest].flatMap(([pair, { confidence }]) => (asked.has(pair) ? [[pair, confidence]] : []))),
  )
  expect(onEdges.length).toBe(asked.size)
  const touching = (id: ProductId): AlertRow[] => open.filter((alert) => alert.products.includes(id))
  for (const product of products) expect(product.duplicates).toBe(touching(product.id).length)
  for (const { products: ends, records: pair } of open) expect(pair.map((id) => productOf.get(id))).toEqual([...ends])
}

/** Returns a scorer with the thresholds, competition bits and habits that the storage says its clusters have. */
async function storedScorer({ ledger }: Storage): Promise<PairScorer> {
  const { modelVersion } = await ledger.head()
  const rows = await ledger.modelVersions()
  const content = rows.find(({ name }) => name === `model:${modelVersion?.modelHash}`)?.content
  const { thresholds, competition } = (content ?? DEFAULT_MODEL) as ScoringModel
  const { competition: _, ...others } = DEFAULT_MODEL
  const model = { ...others, thresholds, ...(competition === undefined ? {} : { competition }) }
  return new PairScorer(model, storedTermFrequency(modelVersion?.tfVersion ?? 0, rows))
}

/** Returns the edges of a registry as its clusters take them: with the bits of competing candidates, from `review` on. */
export async function competingEdges(storage: Storage, whole: WholeRegistry): Promise<EdgeRow[]> {
  return edgesInCompetition(whole, await storedScorer(storage))
}

/** Returns the edges with the bits of competing candidates that still reach `review`. */
function edgesInCompetition({ records, edges, judgements: rows }: WholeRegistry, scorer: PairScorer): EdgeRow[] {
  if (scorer.model.competition === undefined) return [...edges]
  const suppliers = new Map(records.map(({ row }) => [row.id, row.record.supplier]))
  const supplierOf = (id: RecordId): string => suppliers.get(id) ?? ''
  const judgements = new Judgements(rows)
  const mustLinks = sameSets(judgements)
  const areDifferent = (a: RecordId, b: RecordId): boolean => judgements.areDifferent(a, b)
  const competing = new CompetingEdges({ edges, supplierOf, mustLinks, areDifferent }, scorer)
  const minWeight = weightOfConfidence(scorer.model.thresholds.review) * 100
  return edges.map((edge) => competing.adjusted(edge)).filter(({ weight }) => weight >= minWeight)
}

function comesBefore(x: EdgeRow, y: EdgeRow): boolean {
  return x.weight !== y.weight ? x.weight > y.weight : x.a !== y.a ? x.a < y.a : x.b < y.b
}

/**
 * Checks the records of one supplier with equal features. Fails unless the one with the lowest code stands for the
 * others, and one open alert covers those copies in other products that have no judgement.
 */
function expectCopies({ records, alerts, edges, judgements }: WholeRegistry, rules: IndexRules): void {
  const classes = new Map<string, StoredRecord[]>()
  const idOf = new Map<string, string>()
  for (const stored of records) {
    if (stored.link === undefined) continue
    const features = rules.decode(stored.row.features)
    const content = rules.encode({ ...features, identifiers: features.identifiers.slice(0, -1) }).join()
    classes.set(content, [...(classes.get(content) ?? []), stored])
    idOf.set(content, classIdOf(copyClassOf(features, rules)))
  }
  const different = new Set(
    judgements.flatMap(({ a, b, verdict }) => (verdict === 'different' ? [`${a}:${b}`, `${b}:${a}`] : [])),
  )
  const wanted: string[] = []
  for (const [content, members] of classes) {
    members.sort((a, b) => (a.row.record.code < b.row.record.code ? -1 : 1))
    const [first, ...copies] = members as [StoredRecord, ...StoredRecord[]]
    expect(first.row.copy, `${first.row.record.supplier}/${first.row.record.code}`).toBeUndefined()
    for (const { row } of copies) {
      expect(row.copy, `${row.record.supplier}/${row.record.code}`).toBe(true)
      expect(row.keys.length).toBe(2)
      for (const { a, b } of edges) expect(a === row.id && b === first.row.id).toBe(false)
    }
    const asked = copies.find(
      ({ row, link }) => link?.productId !== first.link?.productId && !different.has(`${first.row.id}:${row.id}`),
    )
    if (asked === undefined) continue
    // The id of a class does not depend on its records.
    const dismissed = alerts.find(
      ({ id, status, resolution }) => id === idOf.get(content) && status === 'dismissed' && resolution?.by === 'person',
    )
    if (dismissed === undefined)
      wanted.push(told(idOf.get(content) as string, [first.row.id, asked.row.id], members.length))
  }
  const open = alerts.filter(({ status, copies }) => status === 'open' && copies !== undefined)
  expect(open.map(({ id, records: pair, copies }) => told(id, pair, copies)).sort()).toEqual(wanted.sort())
}

function told(id: string, pair: readonly RecordId[], copies: number | undefined): string {
  return `${id}: ${[...pair].sort((a, b) => a - b).join()} of ${copies}`
}

/** Fails unless exactly the records with the flag have details. */
async function expectDetails({ ledger }: Storage, { records }: WholeRegistry): Promise<void> {
  const details = await readInChunks(records, (chunk) => ledger.details(chunk.map(({ row }) => row.id)))
  expect(details.map((content) => content !== undefined)).toEqual(records.map(({ row }) => row.detailed === true))
}

/** Fails unless every product that a decision is about lists that decision. */
async function expectDecisions({ ledger }: Storage, { lineage }: WholeRegistry): Promise<void> {
  const named = new Map(lineage.map((row) => [row.id, new Set(row.decisions)]))
  const known = new Set<ChangeNumber>()
  for (let page = await ledger.scanDecisions(0, LIMITS.rowsPerPage); page.length > 0; ) {
    for (const { change, before } of page) {
      known.add(change)
      for (const { id } of before) expect(named.get(id)?.has(change), `decision ${change} about ${id}`).toBe(true)
    }
    page = await ledger.scanDecisions(page.at(-1)?.change as ChangeNumber, LIMITS.rowsPerPage)
  }
  for (const changes of named.values()) for (const change of changes) expect(known).toContain(change)
}

/** Fails unless lineage has every active product as active, and one lookup leads from its merged ids to it. */
function expectLineage({ products, lineage }: WholeRegistry): void {
  const rows = new Map(lineage.map((row) => [row.id, row]))
  const active = new Set(products.map(({ id }) => id))
  for (const row of lineage) {
    expect(active.has(row.id)).toBe(row.status === 'active')
    if (row.status !== 'merged') expect(row).not.toHaveProperty('into')
    // The product that another one was merged into is active, deleted or retired. It is never merged itself.
    else expect(rows.get(row.into as ProductId)?.status).not.toBe('merged')
  }
  const mergedIds = products.flatMap((row) => row.mergedIds ?? [])
  expect(new Set([...products.map(({ id }) => id), ...mergedIds]).size).toBe(products.length + mergedIds.length)
  for (const product of products) {
    expect(rows.get(product.id)).toMatchObject({ status: 'active', mintedChange: product.mintedChange })
    expect(rows.get(product.id)).not.toHaveProperty('into')
    for (const id of product.mergedIds ?? []) {
      expect(rows.get(id)).toMatchObject({ status: 'merged', into: product.id })
    }
  }
}

function expectCounters({ records, products, alerts, concordances, counters }: WholeRegistry): void {
  const recount = new CounterChanges()
  for (const row of products) recount.product(row, 1)
  for (const { row, link } of records) if (link !== undefined) recount.record(row, 1)
  for (const { status } of alerts) recount.add(`alerts.${status}`, 1)
  for (const row of concordances) recount.concordances(row, 1)
  expect(counters).toEqual(recount.finish())
}

async function expectWords({ ledger }: Storage, { records }: WholeRegistry): Promise<void> {
  const recount = new Map<string, number>()
  for (const { row, link } of records)
    if (link !== undefined)
      for (const word of new Set(nameWords(row.record.name))) recount.set(word, (recount.get(word) ?? 0) + 1)
  const words = [...recount.keys()].slice(0, 1_000)
  expect(await ledger.words(words)).toEqual(words.map((word) => recount.get(word)))
}
