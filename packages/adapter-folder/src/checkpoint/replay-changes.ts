import type { IndexGeneration } from '@utpid/adapter-memory/engine'
import { LIMITS, type ProductId, type RegistryEvent } from '@utpid/core'
import type { Change, ChangeNumber, IndexProduct, IndexRecord, RecordId } from '@utpid/core/storage'
import type { DurableLedger } from '../ledger/durable-ledger.ts'

/** The maximum number of rows that are read from the ledger and applied together. */
const ROWS_AT_ONCE = 2_000
const REBUILD_EVENTS: readonly RegistryEvent['type'][] = ['registry.reindexed', 'registry.rescored']

/** The ledger from which rows are replayed. */
export type ReplayedLedger = Pick<DurableLedger, 'lastChange' | 'changes' | 'indexRecord' | 'indexProduct'>

/**
 * Returns whether a change rebuilt all keys, features and clusters. An index from before such a change cannot be
 * updated by replaying changes.
 */
export function isRebuild({ events }: Change): boolean {
  return events.some(({ type }) => REBUILD_EVENTS.includes(type))
}

/**
 * Yields all later changes of the change feed.
 *
 * @throws `changes_expired`
 */
export async function* changesAfter(ledger: ReplayedLedger, change: ChangeNumber): AsyncGenerator<Change, void> {
  for (let after = change; after < ledger.lastChange; ) {
    for (const entry of await ledger.changes(after, LIMITS.rowsPerPage)) {
      yield entry
      after = entry.change
    }
  }
}

/** The distinct index rows that are named in changes. */
export class NamedRows {
  readonly #records = new Set<RecordId>()
  readonly #products = new Set<ProductId>()

  add({ records, products, removedProducts }: Change): void {
    for (const id of records) this.#records.add(id)
    for (const id of products) this.#products.add(id)
    for (const id of removedProducts) this.#products.add(id)
  }

  get count(): number {
    return this.#records.size + this.#products.size
  }

  /** Applies the current state of the rows to an index. */
  replay(ledger: ReplayedLedger, index: IndexGeneration): void {
    for (const ids of batches(this.#records)) replayRecords(index, ids, ledger)
    for (const ids of batches(this.#products)) replayProducts(index, ids, ledger)
  }
}

function replayRecords(index: IndexGeneration, ids: readonly RecordId[], ledger: ReplayedLedger): void {
  const records: IndexRecord[] = []
  const removedRecords: RecordId[] = []
  for (const id of ids) {
    const record = ledger.indexRecord(id)
    if (record === undefined) removedRecords.push(id)
    else records.push(record)
  }
  index.replay?.({ records, removedRecords, products: [], removedProducts: [] })
}

function replayProducts(index: IndexGeneration, ids: readonly ProductId[], ledger: ReplayedLedger): void {
  const products: IndexProduct[] = []
  const removedProducts: ProductId[] = []
  for (const id of ids) {
    const product = ledger.indexProduct(id)
    if (product === undefined) removedProducts.push(id)
    else products.push(product)
  }
  index.replay?.({ records: [], removedRecords: [], products, removedProducts })
}

function* batches(ids: ReadonlySet<number>): Generator<readonly number[]> {
  const all = [...ids].sort((a, b) => a - b)
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) yield all.slice(from, from + ROWS_AT_ONCE)
}
