import type { BulkLoad, ExportFacts, LinesAside, LoadProgress, ReadAside } from '../../storage/bulk-load.ts'
import type { LedgerRow } from '../../storage/ledger-row.ts'
import { IdSet } from '../context/id-set.ts'
import { LoadCounts } from './load-counts.ts'
import { nameOf } from './mirror-rows.ts'

/**
 * Rows of an export on their way into a bulk load, which takes each thing once. An export is made while others write:
 * what it tells again is little, and is kept, to be written as commits.
 */
export class LoadRows {
  readonly #load: BulkLoad
  readonly #counts = new LoadCounts()
  /** What came, by kind. */
  readonly #ids = new Map<LedgerRow['kind'], IdSet>()
  /** Names of what has no id of its own. */
  readonly #seen = new Set<string>()
  readonly #late: LedgerRow[] = []

  constructor(load: BulkLoad) {
    this.#load = load
  }

  async put(rows: readonly LedgerRow[]): Promise<void> {
    const fresh: LedgerRow[] = []
    for (const row of rows) {
      // Put down with the scoring.
      if (row.kind === 'scoring') continue
      if (row.kind === 'ended') {
        // One that was never told of as active needs nothing.
        if (this.#idsOf('product').has(row.product)) this.#late.push(row)
        continue
      }
      if (!this.#isFirst(row)) {
        this.#late.push(row)
        continue
      }
      this.#counts.add(row)
      fresh.push(row)
    }
    await this.#load.put(fresh)
  }

  get aside(): LinesAside | undefined {
    return this.#load.aside
  }

  /** Whether rows that were read aside are all told for the first time. */
  areFirst({ ids, names }: ExportFacts): boolean {
    if (names.some((name) => this.#seen.has(name))) return false
    return (Object.entries(ids) as [LedgerRow['kind'], Float64Array][]).every(([kind, those]) => {
      const known = this.#idsOf(kind)
      return !those.some((id) => known.has(id))
    })
  }

  /** @param read - Rows that are told for the first time. */
  async putAside(read: ReadAside): Promise<void> {
    const { ids, names } = read.facts
    for (const name of names) this.#seen.add(name)
    for (const [kind, those] of Object.entries(ids) as [LedgerRow['kind'], Float64Array][]) {
      const known = this.#idsOf(kind)
      for (const id of those) known.add(id)
    }
    this.#counts.addFacts(read.facts)
    await read.put()
  }

  /** Also while it is being finished. */
  abandon(): Promise<void> {
    return this.#load.abandon()
  }

  /** @returns what is to be written after what was loaded, in its order. */
  async finish(onProgress: (progress: LoadProgress) => void): Promise<readonly LedgerRow[]> {
    await this.#load.finish(this.#counts.finish(), onProgress)
    return this.#late
  }

  #isFirst(row: LedgerRow): boolean {
    const id = idOf(row)
    if (id === undefined) {
      const name = nameOf(row)
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

/** The id that tells a row from others of its kind; undefined of what has only a name. */
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
    default:
      return undefined
  }
}
