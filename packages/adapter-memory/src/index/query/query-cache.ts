import type { SearchQuery, TermCondition } from '@utpid/core/storage'
import type { SegmentSearch } from './segment-search.ts'

/**
 * The maximum number of cached queries. A search sends up to three queries in a row; other queries rarely come between.
 */
const MAX_CACHED = 4

/** A query with its computed state. */
export interface CachedQuery {
  query: SearchQuery
  readonly searches: readonly SegmentSearch[]
}

/**
 * Caches the last queries, so that they can continue while the segments are unchanged. New queries overwrite old
 * queries in a ring. With a WeakMap instead, the JavaScript engine would retain states of 100 kB for too long.
 */
export class QueryCache {
  readonly #entries: (CachedQuery | undefined)[] = new Array(MAX_CACHED).fill(undefined)
  #isEmpty = true
  #next = 0

  /** Returns the query with this first tier. */
  of(first: TermCondition): CachedQuery | undefined {
    for (const question of this.#entries) if (question?.query.tiers[0] === first) return question
    return undefined
  }

  /** Replaces the query with the same first tier. */
  put(question: CachedQuery): void {
    this.#isEmpty = false
    const [first] = question.query.tiers
    const same = this.#entries.findIndex((each) => each !== undefined && each.query.tiers[0] === first)
    if (same >= 0) {
      this.#entries[same] = question
      return
    }
    this.#entries[this.#next] = question
    this.#next = (this.#next + 1) % MAX_CACHED
  }

  /** Empties the cache: its rows may be outdated, and the memory of merged segments must be freed. */
  clear(): void {
    if (this.#isEmpty) return
    this.#entries.fill(undefined)
    this.#isEmpty = true
  }
}
