import type { ConcordanceRow } from '@utpid/core/storage'
import { compareText } from '@utpid/core/storage'
import { upperBound } from '../index/bits/upper-bound.ts'

/** The rows of the concordances. */
export class ConcordanceTable {
  readonly #rows = new Map<string, ConcordanceRow>()
  /** The sorted ids, with those of removed rows. A scan builds this list, and a new row drops it. */
  #sorted: readonly string[] | undefined

  put(row: ConcordanceRow): void {
    if (row.content === undefined) {
      this.#rows.delete(row.id)
      return
    }
    if (!this.#rows.has(row.id)) this.#sorted = undefined
    this.#rows.set(row.id, row)
  }

  get(id: string): ConcordanceRow | undefined {
    return this.#rows.get(id)
  }

  /** Returns at most `limit` rows after an id, sorted by code point. */
  after(id: string | undefined, limit: number): ConcordanceRow[] {
    this.#sorted ??= [...this.#rows.keys()].sort(compareText)
    const sorted = this.#sorted
    let at = id === undefined ? 0 : upperBound(sorted.length, (at) => compareText(sorted[at] as string, id) > 0)
    const page: ConcordanceRow[] = []
    for (; at < sorted.length && page.length < limit; at++) {
      const row = this.#rows.get(sorted[at] as string)
      if (row !== undefined) page.push(row)
    }
    return page
  }
}
