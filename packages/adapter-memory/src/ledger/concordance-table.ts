import type { ConcordanceRow } from '@utpid/core/storage'
import { compareText } from '@utpid/core/storage'
import { upperBound } from '../index/bits/upper-bound.ts'

/** The rows of the concordances. */
export class ConcordanceTable {
  readonly #rows = new Map<string, ConcordanceRow>()
  /** The sorted ids. A scan builds this list, and a new or removed row drops it. */
  #sorted: readonly string[] | undefined

  put(row: ConcordanceRow): void {
    if (this.#rows.has(row.id) === (row.content === undefined)) this.#sorted = undefined
    if (row.content === undefined) this.#rows.delete(row.id)
    else this.#rows.set(row.id, row)
  }

  get(id: string): ConcordanceRow | undefined {
    return this.#rows.get(id)
  }

  /** Returns at most `limit` rows after an id, sorted by code point. */
  after(id: string | undefined, limit: number): ConcordanceRow[] {
    this.#sorted ??= [...this.#rows.keys()].sort(compareText)
    const sorted = this.#sorted
    const from = id === undefined ? 0 : upperBound(sorted.length, (at) => compareText(sorted[at] as string, id) > 0)
    return sorted.slice(from, from + limit).map((each) => this.#rows.get(each) as ConcordanceRow)
  }
}
