import type { ProductId } from '../../model/utpid.ts'
import type { Change } from '../../storage/commit.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger, StoredRecord } from '../../storage/ledger.ts'
import type { LedgerRow } from '../../storage/ledger-row.ts'
import type { ChangeNumber, ImportKey, RecordId } from '../../storage/rows.ts'
import { readDetails } from '../records/read-details.ts'

/**
 * Reads the rows that some changes name: each row once, in its current state. The function reads all kinds
 * concurrently, which saves round trips.
 *
 * @param place - Folder or database of the registry, for messages.
 */
export async function changedRows(ledger: Ledger, changes: readonly Change[], place?: string): Promise<LedgerRow[]> {
  const read = <Id>(
    rowsOf: (ledger: Ledger, ids: readonly Id[]) => Promise<LedgerRow[]>,
    idsOf: (change: Change) => readonly Id[],
  ): Promise<LedgerRow[]> => rowsOf(ledger, [...new Set(changes.flatMap(idsOf))])
  const kinds = await Promise.all([
    read(supplierRows, ({ suppliers }) => suppliers),
    read(
      (from, ids: readonly RecordId[]) => recordRows(from, ids, place),
      ({ records }) => records,
    ),
    read(edgeRows, ({ edges }) => edges),
    read(judgementRows, ({ judgements }) => judgements),
    read(productRows, ({ products, removedProducts }) => [...products, ...removedProducts]),
    read(lineageRows, ({ lineage }) => lineage),
    read(verificationRows, ({ verifications }) => verifications),
    read(decisionRows, ({ decisions }) => decisions),
    read(aliasRows, ({ aliases }) => aliases),
    read(alertRows, ({ alerts }) => alerts),
    read(concordanceRows, ({ concordances = [] }) => concordances),
    importRows(ledger, changes),
  ])
  return kinds.flat()
}

async function supplierRows(ledger: Ledger, ids: readonly string[]): Promise<LedgerRow[]> {
  if (ids.length === 0) return []
  const named = new Set(ids)
  return (await ledger.suppliers()).flatMap((row) => (named.has(row.id) ? [{ kind: 'supplier', row }] : []))
}

async function recordRows(ledger: Ledger, ids: readonly RecordId[], place?: string): Promise<LedgerRow[]> {
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  return detailedRows(
    ledger,
    stored.filter((record) => record !== undefined),
    place,
  )
}

/** Returns the rows of stored records, with their details. */
export async function detailedRows(
  ledger: Ledger,
  stored: readonly StoredRecord[],
  place?: string,
): Promise<LedgerRow[]> {
  return (await readDetails(ledger, stored, place)).map((record) => ({ kind: 'record', ...record }))
}

/**
 * Returns the edges between some records.
 *
 * @param ids - Records at both ends of the edges.
 */
export async function edgeRows(ledger: Ledger, ids: readonly RecordId[]): Promise<LedgerRow[]> {
  const lists = await readInChunks(ids, (chunk) => ledger.edges(chunk))
  return lists.map((rows, at) => {
    const record = ids[at] as RecordId
    return { kind: 'edges', record, rows: rows.filter(({ a }) => a === record) }
  })
}

/** Returns the judgements on pairs whose lower record id is in `ids`. */
export async function judgementRows(ledger: Ledger, ids: readonly RecordId[]): Promise<LedgerRow[]> {
  const lists = await readInChunks(ids, (chunk) => ledger.judgements(chunk))
  return lists.flatMap((rows, at) => rows.flatMap((row) => (row.a === ids[at] ? [{ kind: 'judgement', row }] : [])))
}

async function productRows(ledger: Ledger, ids: readonly ProductId[]): Promise<LedgerRow[]> {
  const rows = await readInChunks(ids, (chunk) => ledger.getProducts(chunk))
  return rows.map((row, at) =>
    row === undefined ? { kind: 'removed', product: ids[at] as ProductId } : { kind: 'product', row },
  )
}

async function lineageRows(ledger: Ledger, ids: readonly ProductId[]): Promise<LedgerRow[]> {
  const rows = await readInChunks(ids, (chunk) => ledger.lineage(chunk))
  return rows.flatMap((row) => (row === undefined ? [] : [{ kind: 'lineage', row }]))
}

/** Returns the verifications of products. The result omits products without verifications. */
export async function verificationRows(ledger: Ledger, ids: readonly ProductId[]): Promise<LedgerRow[]> {
  const lists = await readInChunks(ids, (chunk) => ledger.verifications(chunk))
  return lists.flatMap((rows, at) =>
    rows.length === 0 ? [] : [{ kind: 'verifications', product: ids[at] as ProductId, rows }],
  )
}

async function decisionRows(ledger: Ledger, changes: readonly ChangeNumber[]): Promise<LedgerRow[]> {
  const rows = await readInChunks(changes, (chunk) => ledger.decisions(chunk))
  return rows.flatMap((row) => (row === undefined ? [] : [{ kind: 'decision', row }]))
}

async function aliasRows(ledger: Ledger, aliases: readonly string[]): Promise<LedgerRow[]> {
  const products = await readInChunks(aliases, (chunk) => ledger.byAlias(chunk))
  return products.flatMap((productId, at) =>
    productId === undefined ? [] : [{ kind: 'alias', row: { alias: aliases[at] as string, productId } }],
  )
}

async function alertRows(ledger: Ledger, ids: readonly string[]): Promise<LedgerRow[]> {
  const rows = await readInChunks(ids, (chunk) => ledger.getAlerts(chunk))
  return rows.flatMap((row) => (row === undefined ? [] : [{ kind: 'alert', row }]))
}

async function concordanceRows(ledger: Ledger, ids: readonly string[]): Promise<LedgerRow[]> {
  const rows = await readInChunks(ids, (chunk) => ledger.concordances(chunk))
  return rows.map((row, at) => ({ kind: 'concordance', row: row ?? { id: ids[at] as string } }))
}

/** Returns the import rows that some changes name. The result omits rows that the ledger has deleted since. */
async function importRows(ledger: Ledger, changes: readonly Change[]): Promise<LedgerRow[]> {
  const keys = new Map<string, ImportKey>()
  for (const key of changes.flatMap(({ imports }) => imports ?? [])) keys.set(`${key.supplier} ${key.change}`, key)
  const rows: LedgerRow[] = []
  for (const { supplier, change } of keys.values()) {
    const [row] = await ledger.imports(supplier, change + 1, 1)
    if (row?.change === change) rows.push({ kind: 'import', row })
  }
  return rows
}
