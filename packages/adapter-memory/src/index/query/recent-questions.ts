import type { SearchQuery, TermCondition } from '@utpid/core'
import type { SegmentSearch } from './segment-search.ts'

/** A search asks up to three times in a row; seldom are others asked in between. */
const KEPT = 4

/** A question, and what was worked out for it. */
export interface RecentQuestion {
  query: SearchQuery
  readonly searches: readonly SegmentSearch[]
}

/**
 * The last few questions, to be gone on with while the segments stay as they are. They are held in a place that the next
 * ones take: of a WeakMap by what was asked the engine keeps what was worked out longer than anybody wants it, a hundred
 * kilobytes each.
 */
export class RecentQuestions {
  readonly #questions: (RecentQuestion | undefined)[] = new Array(KEPT).fill(undefined)
  #isEmpty = true
  #next = 0

  /** The one whose first tier is this. */
  of(first: TermCondition): RecentQuestion | undefined {
    for (const question of this.#questions) if (question?.query.tiers[0] === first) return question
    return undefined
  }

  /** In the place of what was asked by the same tier before. */
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

  /** What was found may be found no more; segments that were merged are held by nobody then. */
  forget(): void {
    if (this.#isEmpty) return
    this.#questions.fill(undefined)
    this.#isEmpty = true
  }
}
