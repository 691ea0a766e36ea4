import {
  type ChangeNumber,
  type IndexProduct,
  type IndexRecord,
  LIMITS,
  type ProductId,
  type RecordId,
  RegistryError,
  type RegistryEvent,
} from '@utpid/core'
import type { DurableLedger } from '../durable/durable-ledger.ts'
import type { IndexGeneration } from '../index-generation.ts'
import { partsOf } from './index-parts.ts'
import type { SnapshotFile } from './read-snapshot.ts'
import { RefusedSnapshot, type SnapshotOrigin } from './snapshot-format.ts'

/** Rows that are read from the ledger and taken in at a time. */
const ROWS_AT_ONCE = 2_000
const RENEWING: readonly RegistryEvent['type'][] = ['registry.reindexed', 'registry.rescored']

type SnapshotLedger = Pick<DurableLedger, 'lastChange' | 'markOf' | 'changes' | 'indexRecord' | 'indexProduct'>

/**
 * Fills an index from a snapshot, and with what the ledger has had since.
 *
 * @param about - What the ledger says of itself.
 * @returns How many rows were read from the ledger.
 * @throws {RefusedSnapshot} when it is damaged, or of another state than the feed leads on from.
 */
export async function restoreIndex(
  file: SnapshotFile,
  about: { readonly created: string; readonly indexVersion?: string },
  ledger: SnapshotLedger,
  index: IndexGeneration,
): Promise<number> {
  const { contents } = file
  checkOrigin(contents, about, ledger)
  const { records, products } = await changedSince(ledger, contents.change)
  index.restore?.(partsOf(contents, await file.read()))
  for (const ids of portions(records)) replayRecords(index, ids, ledger)
  for (const ids of portions(products)) replayProducts(index, ids, ledger)
  index.tend()
  return records.size + products.size
}

function checkOrigin(
  { created, indexVersion, change, until, mark }: SnapshotOrigin,
  about: { readonly created: string; readonly indexVersion?: string },
  ledger: SnapshotLedger,
): void {
  if (indexVersion !== about.indexVersion) {
    throw new RefusedSnapshot(
      'index_version',
      `it is of index version ${indexVersion ?? 'none'}, the registry of ${about.indexVersion ?? 'none'}`,
    )
  }
  if (created !== about.created) throw new RefusedSnapshot('foreign', 'it was made of another registry')
  if (until > ledger.lastChange) {
    throw new RefusedSnapshot('foreign', `it knows change ${until}, and the ledger ends with ${ledger.lastChange}`)
  }
  const present = ledger.markOf(change)
  if (present === mark) return
  throw present === 0
    ? new RefusedSnapshot('expired', `it ends with change ${change}, which the feed no longer keeps`)
    : new RefusedSnapshot('foreign', `its change ${change} is not the one of this ledger`)
}

/** Which rows the feed names after a change. */
async function changedSince(
  ledger: SnapshotLedger,
  change: ChangeNumber,
): Promise<{ readonly records: Set<RecordId>; readonly products: Set<ProductId> }> {
  const records = new Set<RecordId>()
  const products = new Set<ProductId>()
  try {
    for (let after = change; after < ledger.lastChange; ) {
      const page = await ledger.changes(after, LIMITS.rowsPerPage)
      for (const entry of page) {
        if (entry.events.some(({ type }) => RENEWING.includes(type))) {
          throw new RefusedSnapshot('expired', `the registry was made anew in change ${entry.change}, after it`)
        }
        for (const id of entry.records) records.add(id)
        for (const id of [...entry.products, ...entry.endedProducts]) products.add(id)
        after = entry.change
      }
    }
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'changes_expired') throw error
    throw new RefusedSnapshot('expired', `it ends with change ${change}, and the feed begins later`, error)
  }
  return { records, products }
}

function replayRecords(index: IndexGeneration, ids: readonly RecordId[], ledger: SnapshotLedger): void {
  const records: IndexRecord[] = []
  const removedRecords: RecordId[] = []
  for (const id of ids) {
    const record = ledger.indexRecord(id)
    if (record === undefined) removedRecords.push(id)
    else records.push(record)
  }
  index.replay?.({ records, removedRecords, products: [], removedProducts: [] })
}

function replayProducts(index: IndexGeneration, ids: readonly ProductId[], ledger: SnapshotLedger): void {
  const products: IndexProduct[] = []
  const removedProducts: ProductId[] = []
  for (const id of ids) {
    const product = ledger.indexProduct(id)
    if (product === undefined) removedProducts.push(id)
    else products.push(product)
  }
  index.replay?.({ records: [], removedRecords: [], products, removedProducts })
}

function* portions(ids: ReadonlySet<number>): Generator<readonly number[]> {
  const all = [...ids].sort((a, b) => a - b)
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) yield all.slice(from, from + ROWS_AT_ONCE)
}
