import type { BulkLoad, ExportFacts, LoadProgress, ParallelLineReader, ParallelLines } from '../../storage/bulk-load.ts'
import { concordanceKey } from '../../storage/concordance-rows.ts'
import type { LedgerRow } from '../../storage/ledger-row.ts'
import { IdSet } from '../context/id-set.ts'
import { LoadCounts } from './load-counts.ts'
import { keyOf } from './write-rows.ts'

/**
 * Loads rows of an export with a bulk load, which accepts each key once. Other writers are active during an export, so
 * a few keys appear several times. This class stores later rows with the same key and writes these rows as commits.
 */
export class LoadRows {
  readonly #load: BulkLoad
  readonly #counts = new LoadCounts()
  /** The ids of the rows so far, by kind. */
  readonly #ids = new Map<LedgerRow['kind'], IdSet>()
  /** The names of rows without an id. */
  readonly #seen = new Set<string>()
  readonly #repeated: LedgerRow[] = []

  constructor(load: BulkLoad) {
    this.#load = load
  }

  async put(rows: readonly LedgerRow[]): Promise<void> {
    const fresh: LedgerRow[] = []
    for (const row of rows) {
      // The restore writes models together with the model version, so this code skips models.
      if (row.kind === 'modelVersion') continue
      if (row.kind === 'removed') {
        // A removed product needs no row if this load has not read a row of the product.
        if (this.#idsOf('product').has(row.product)) this.#repeated.push(row)
        continue
      }
      if (!this.#isNew(row)) {
        this.#repeated.push(row)
        continue
      }
      this.#counts.add(row)
      fresh.push(row)
    }
    await this.#load.put(fresh)
  }

  get lineReader(): ParallelLineReader | undefined {
    return this.#load.lineReader
  }

  /** Reports whether all keys of some rows are new. Another thread may have parsed the rows. */
  areNew({ ids, names }: ExportFacts): boolean {
    if (names.some((name) => this.#seen.has(name))) return false
    return (Object.entries(ids) as [LedgerRow['kind'], Float64Array][]).every(([kind, idColumn]) => {
      const known = this.#idsOf(kind)
      return !idColumn.some((id) => known.has(id))
    })
  }

  /**
   * Stores parsed rows for the bulk load.
   *
   * @param read - Parsed rows; all their keys are new.
   */
  async putAside(read: ParallelLines): Promise<void> {
    const { ids, names } = read.facts
    for (const name of names) this.#seen.add(name)
    for (const [kind, idColumn] of Object.entries(ids) as [LedgerRow['kind'], Float64Array][]) {
      const known = this.#idsOf(kind)
      for (const id of idColumn) known.add(id)
    }
    this.#counts.addFacts(read.facts)
    await read.put()
  }

  /** Abandons the load. The method may be called during `finish`. */
  abandon(): Promise<void> {
    return this.#load.abandon()
  }

  /**
   * Finishes the bulk load.
   *
   * @returns The rows to write after the bulk load, in order.
   */
  async finish(onProgress: (progress: LoadProgress) => void): Promise<readonly LedgerRow[]> {
    await this.#load.finish(this.#counts.finish(), onProgress)
    return this.#repeated
  }

  #isNew(row: LedgerRow): boolean {
    const id = idOf(row)
    if (id === undefined) {
      const name = keyOf(row)
      if (this.#seen.has(name)) return false
      this.#seen.add(name)
      return true
    }
    return this.#idsOf(row.kind).add(id)
  }

  #idsOf(kind: LedgerRow['kind']): IdSet {
    let ids = this.#ids.get(kind)
    if (ids === undefined) {
      ids = new IdSet()
      this.#ids.set(kind, ids)
    }
    return ids
  }
}

/** Returns the id that identifies a row among the rows of its kind; undefined for kinds whose rows have only a name. */
export function idOf(row: LedgerRow): number | undefined {
  switch (row.kind) {
    case 'record':
    case 'product':
    case 'lineage':
      return row.row.id
    case 'edges':
      return row.record
    case 'verifications':
      return row.product
    case 'decision':
      return row.row.change
    case 'concordance':
      // There may be millions. If two ids have one hash, the second row is written by a commit.
      return concordanceKey(row.row.id)
    default:
      return undefined
  }
}
