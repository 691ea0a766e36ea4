import type { Storage } from '@utpid/core'
import type {
  AlertRow,
  ConcordanceRow,
  EdgeRow,
  JudgementRow,
  LineageRow,
  ProductRow,
  RecordId,
  StoredRecord,
} from '@utpid/core/storage'
import { expect } from 'vitest'
import { LIMITS } from '../../src/model/limits.ts'
import { readInChunks } from '../../src/storage/ledger/read-in-chunks.ts'

/** All rows of a registry. */
export interface WholeRegistry {
  readonly records: readonly StoredRecord[]
  readonly products: readonly ProductRow[]
  readonly edges: readonly EdgeRow[]
  readonly alerts: readonly AlertRow[]
  /** Lineage of every product that was ever minted. */
  readonly lineage: readonly LineageRow[]
  /** Judgements that are not withdrawn. */
  readonly judgements: readonly JudgementRow[]
  readonly concordances: readonly ConcordanceRow[]
  readonly counters: Readonly<Record<string, number>>
}

export async function readWhole({ ledger }: Storage): Promise<WholeRegistry> {
  const records: StoredRecord[] = []
  for (let page = await ledger.scanRecords(-1, LIMITS.rowsPerPage); page.length > 0; ) {
    records.push(...page)
    page = await ledger.scanRecords(page.at(-1)?.row.id as number, LIMITS.rowsPerPage)
  }
  const products: ProductRow[] = []
  for (let page = await ledger.scanProducts(-1, LIMITS.rowsPerPage); page.length > 0; ) {
    products.push(...page)
    page = await ledger.scanProducts(page.at(-1)?.id as number, LIMITS.rowsPerPage)
  }
  const ids = records.map(({ row }) => row.id)
  const edges = new Map<string, EdgeRow>()
  for (const list of await readInChunks(ids, (chunk) => ledger.edges(chunk)))
    for (const edge of list) edges.set(`${edge.a}:${edge.b}`, edge)
  const alerts: AlertRow[] = []
  for (let total = 1; alerts.length < total; ) {
    const page = await ledger.alerts({ order: 'detectedAt', offset: alerts.length, limit: LIMITS.rowsPerPage })
    total = page.total
    alerts.push(...page.alerts)
  }
  const lineage: LineageRow[] = []
  for (let page = await ledger.scanLineage(-1, LIMITS.rowsPerPage); page.length > 0; ) {
    lineage.push(...page)
    page = await ledger.scanLineage(page.at(-1)?.id as number, LIMITS.rowsPerPage)
  }
  const judgements = new Map<string, JudgementRow>()
  for (const judgement of (await readInChunks(ids, (chunk) => ledger.judgements(chunk))).flat())
    if (judgement.withdrawnAt === undefined) judgements.set(`${judgement.a}:${judgement.b}`, judgement)
  return {
    records,
    products,
    edges: [...edges.values()],
    alerts,
    lineage,
    judgements: [...judgements.values()],
    concordances: await ledger.scanConcordances(undefined, LIMITS.rowsPerPage),
    counters: Object.fromEntries(await ledger.counters()),
  }
}

/**
 * State that must not depend on the order of records: clusters and open alerts by supplier and code, their edges, and
 * all current counters. It has no ids and times.
 */
export interface OrderlessState {
  readonly groups: readonly string[]
  readonly edges: readonly string[]
  readonly alerts: readonly string[]
  readonly shown: readonly string[]
  readonly counters: Readonly<Record<string, number>>
}

export async function orderlessState(storage: Storage): Promise<OrderlessState> {
  const { records: all, products, edges, alerts: every, counters } = await readWhole(storage)
  // Alerts about products that a limit separates also depend on history.
  const separated = every.filter(({ status, skippedKeys }) => status === 'open' && skippedKeys === true)
  const alerts = every.filter(({ skippedKeys }) => skippedKeys !== true)
  const separatedOf = (id: number): number => separated.filter((alert) => alert.products.includes(id)).length
  const records = all.filter(({ link }) => link !== undefined)
  const names = new Map<RecordId, string>(
    records.map(({ row }) => [row.id, `${row.record.supplier}/${row.record.code}`]),
  )
  const name = (id: RecordId): string => names.get(id) ?? `? ${id}`
  const groups = new Map(products.map((row) => [row.id, row.records.map(name).sort().join(' + ')]))
  const pair = (one: string, other: string): string => [one, other].sort().join(' | ')
  return {
    groups: [...groups.values()].sort(),
    edges: edges.map(({ a, b, weight }) => `${pair(name(a), name(b))} ${weight}`).sort(),
    alerts: alerts
      .filter(({ status }) => status === 'open')
      .map(
        ({ products: [a, b], confidence, copies = 0 }) =>
          `${pair(groups.get(a) ?? `? ${a}`, groups.get(b) ?? `? ${b}`)} ${confidence} ${copies}`,
      )
      .sort(),
    shown: products
      .map(({ id, goldenRecord, confidence, duplicates, rank, terms }) =>
        [
          groups.get(id),
          JSON.stringify(goldenRecord),
          confidence,
          duplicates - separatedOf(id),
          rank,
          terms.join(' '),
        ].join(' ; '),
      )
      .sort(),
    // The number of closed alerts depends on history.
    counters: Object.fromEntries(
      Object.entries(counters).flatMap(([counter, amount]) => {
        if (counter === 'alerts.open') return amount > separated.length ? [[counter, amount - separated.length]] : []
        return counter.startsWith('alerts.') ? [] : [[counter, amount]]
      }),
    ),
  }
}

/** Compares one part after the other, so that a failure shows the first difference. */
export function expectSameState(state: OrderlessState, expected: OrderlessState, message?: string): void {
  for (const part of ['edges', 'groups', 'alerts', 'shown', 'counters'] as const) {
    expect(state[part], message).toEqual(expected[part])
  }
}
