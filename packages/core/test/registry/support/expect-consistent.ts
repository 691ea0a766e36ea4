import type { AlertRow, ProductId, RecordId, Storage } from '@utpid/core'
import { expect } from 'vitest'
import { CounterChanges } from '../../../src/grouping/counter-changes.ts'
import { nameWords } from '../../../src/text/name-words.ts'
import { readWhole, type WholeRegistry } from './registry-state.ts'

/** Fails unless everything a registry holds agrees with everything else it holds. */
export async function expectConsistent(storage: Storage): Promise<WholeRegistry> {
  const whole = await readWhole(storage)
  expectLinks(whole)
  expectAlerts(whole)
  expectLineage(whole)
  expectCounters(whole)
  await expectWords(storage, whole)
  expect(await storage.index.at()).toBe((await storage.ledger.head()).change)
  return whole
}

/** Each record is in the one product its link names, and each product is linked by all it lists. */
function expectLinks({ records, products }: WholeRegistry): void {
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

/** Open alerts are exactly the pairs of products with an edge between their records, and with none that a person ruled different. */
function expectAlerts({ records, products, edges, rulings, alerts }: WholeRegistry): void {
  const productOf = new Map<RecordId, ProductId | undefined>(records.map(({ row, link }) => [row.id, link?.productId]))
  const endsOf = (a: RecordId, b: RecordId): number[] =>
    [productOf.get(a) as number, productOf.get(b) as number].sort((x, y) => x - y)
  const different = rulings.filter(({ verdict }) => verdict === 'different')
  const apart = new Set(different.map(({ a, b }) => endsOf(a, b).join()))
  const strongest = new Map<string, number>()
  for (const { a, b, confidence } of edges) {
    const [low, high] = endsOf(a, b)
    if (low === high || apart.has(`${low},${high}`)) continue
    strongest.set(`${low},${high}`, Math.max(strongest.get(`${low},${high}`) ?? 0, confidence))
  }
  const open = alerts.filter(({ status }) => status === 'open')
  expect(new Map(open.map((alert) => [alert.products.join(), alert.confidence]))).toEqual(strongest)
  expect(open.length).toBe(strongest.size)
  const touching = (id: ProductId): AlertRow[] => open.filter((alert) => alert.products.includes(id))
  for (const product of products) expect(product.duplicates).toBe(touching(product.id).length)
  for (const { products: ends, records: pair } of open) expect(pair.map((id) => productOf.get(id))).toEqual([...ends])
}

/** Active products say so in their lineage, and answer for each id they absorbed in one hop. */
function expectLineage({ products, lineage }: WholeRegistry): void {
  const rows = new Map(lineage.map((row) => [row.id, row]))
  const absorbed = products.flatMap((row) => row.absorbed ?? [])
  expect(new Set([...products.map(({ id }) => id), ...absorbed]).size).toBe(products.length + absorbed.length)
  for (const product of products) {
    expect(rows.get(product.id)).toMatchObject({ status: 'active', mintedChange: product.mintedChange })
    expect(rows.get(product.id)).not.toHaveProperty('into')
    for (const id of product.absorbed ?? []) {
      expect(rows.get(id)).toMatchObject({ status: 'merged', into: product.id })
    }
  }
}

function expectCounters({ records, products, alerts, counters }: WholeRegistry): void {
  const recount = new CounterChanges()
  for (const row of products) recount.product(row, 1)
  for (const { row } of records) recount.record(row, 1)
  for (const { status } of alerts) recount.add(`alerts.${status}`, 1)
  expect(counters).toEqual(recount.finish())
}

async function expectWords({ ledger }: Storage, { records }: WholeRegistry): Promise<void> {
  const recount = new Map<string, number>()
  for (const { row } of records)
    for (const word of new Set(nameWords(row.record.name))) recount.set(word, (recount.get(word) ?? 0) + 1)
  const words = [...recount.keys()].slice(0, 1_000)
  expect(await ledger.words(words)).toEqual(words.map((word) => recount.get(word)))
}
