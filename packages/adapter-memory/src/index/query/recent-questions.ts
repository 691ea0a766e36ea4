import type { SearchQuery, TermCondition } from '@utpid/core/storage'
import type { SegmentSearch } from './segment-search.ts'

/** Maximum cached queries. A search sends up to three in a row; others rarely come between. */
const KEPT = 4

/** A query with its computed state. */
export interface RecentQuestion {
  query: SearchQuery
  readonly searches: readonly SegmentSearch[]
}

/**
 * Caches the last queries, so that they can continue while the segments are unchanged. New queries overwrite old ones
 * in a ring. In a WeakMap by query, the JavaScript engine would retain each state of 100 kB for too long.
 */
export class RecentQuestions {
  readonly #questions: (RecentQuestion | undefined)[] = new Array(KEPT).fill(undefined)
  #isEmpty = true
  #next = 0

  /** Returns the query with this first tier. */
  of(first: TermCondition): RecentQuestion | undefined {
    for (const question of this.#questions) if (question?.query.tiers[0] === first) return question
    return undefined
  }

  /** Replaces the query with the same first tier. */
  keep(question: RecentQuestion): void {
    this.#isEmpty = false
    const [first] = question.query.tiers
    const same = this.#questions.findIndex((each) => each !== undefined && each.query.tiers[0] === first)
    if (same >= 0) {
      this.#questions[same] = question
      return
    }
    this.#questions[this.#next] = question
    this.#next = (this.#next + 1) % KEPT
  }

  /** Empties the cache: its rows may be outdated, and merged segments must be released. */
  forget(): void {
    if (this.#isEmpty) return
    this.#questions.fill(undefined)
    this.#isEmpty = true
  }
}
