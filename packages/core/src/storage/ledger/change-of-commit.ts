import { defined } from '../../model/defined.ts'
import { compareText } from '../../text/text-order.ts'
import type { Change, Commit } from '../commit.ts'
import type { ChangeNumber, ImportKey, ImportRow } from '../rows.ts'

/** Returns the change feed entry of a transaction, which contains the ids of its rows, ascending and distinct. */
export function changeOfCommit(commit: Commit, change: ChangeNumber): Change {
  return {
    change,
    changedAt: commit.at,
    ...defined({ idempotencyKey: commit.idempotencyKey }),
    records: ascending([
      ...commit.records.map((row) => row.id),
      ...commit.links.map((link) => link.recordId),
      ...commit.unlinked,
    ]),
    products: ascending(commit.products.map((row) => row.id)),
    removedProducts: ascending(commit.removedProducts),
    edges: ascending(commit.edges.flatMap(({ a, b }) => [a, b])),
    judgements: ascending(commit.judgements.flatMap(({ a, b }) => [a, b])),
    lineage: ascending(commit.lineage.map((row) => row.id)),
    verifications: ascending(commit.verifications.map((row) => row.productId)),
    alerts: byCodePoint(commit.alerts.map((row) => row.id)),
    decisions: ascending(commit.decisions.map((row) => row.change)),
    aliases: byCodePoint(commit.aliases.map((row) => row.alias)),
    suppliers: byCodePoint(commit.suppliers.map((row) => row.id)),
    ...((commit.concordances ?? []).length === 0
      ? {}
      : { concordances: byCodePoint((commit.concordances ?? []).map((row) => row.id)) }),
    ...(commit.imports === undefined || commit.imports.length === 0 ? {} : { imports: importKeys(commit.imports) }),
    events: [...commit.events],
  }
}

function importKeys(rows: readonly ImportRow[]): ImportKey[] {
  return rows
    .map(({ supplier, change }) => ({ supplier, change }))
    .sort((a, b) => compareText(a.supplier, b.supplier) || a.change - b.change)
}

function byCodePoint(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort(compareText)
}

function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b)
}
