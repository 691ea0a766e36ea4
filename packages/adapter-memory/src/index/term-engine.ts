import type { ExpandedWord, ExpandRequest, IndexProduct, ProductId, SearchAnswer, SearchQuery } from '@utpid/core'
import { MostHeld } from './bits/most-held.ts'
import type { RowBits } from './bits/row-bits.ts'
import type { TermHash } from './columns/spread-term.ts'
import type { TermColumns } from './columns/term-columns.ts'
import { TermIndex } from './plain/term-index.ts'
import { RecentQuestions } from './query/recent-questions.ts'
import { answerOf, type PartAnswer } from './query/search-page.ts'
import { SegmentSearch } from './query/segment-search.ts'
import { type ChooseMerge, restingMerge } from './segments/merge-choice.ts'
import { type Elsewhere, SegmentSet } from './segments/segment-set.ts'
import { mergeTermSegments } from './terms/merge-term-segments.ts'
import { TermSegment } from './terms/term-segment.ts'
import { TermSegmentBuilder } from './terms/term-segment-builder.ts'
import type { WordColumn } from './words/word-column.ts'

/**
 * Finds products by their terms, and words by a part or a misspelling of them: most products are in segments that do not
 * change, those written since in an index that does. A product lives in exactly one of them.
 */
export class TermEngine {
  readonly #deltaMost: number
  readonly #resting: ChooseMerge
  readonly #segments: SegmentSet<TermColumns, TermSegment>
  #delta = new TermIndex()
  /** Of the segments as they are. */
  readonly #recent = new RecentQuestions()

  /**
   * @param deltaMost - So many products are written before they become a segment.
   * @param elsewhere - Where some of them are merged; all here unless given.
   */
  constructor(deltaMost: number, elsewhere?: Elsewhere<TermSegment, TermColumns>) {
    this.#deltaMost = deltaMost
    this.#resting = restingMerge(deltaMost)
    const over = elsewhere && {
      merge: (parts: readonly TermSegment[]) => elsewhere.merge(parts),
      onOver: (): void => {
        this.#recent.forget()
        elsewhere.onOver()
      },
    }
    this.#segments = new SegmentSet((columns, dead) => new TermSegment(columns, dead), mergeTermSegments, over)
  }

  /**
   * Takes in products that are not here yet, without looking whether they are.
   *
   * @param dead - Rows that are dead; none unless given.
   */
  load(columns: TermColumns, dead?: RowBits): void {
    this.#recent.forget()
    this.#segments.add(columns, dead)
  }

  /** Its segments, all that there is once {@link flush} was called. */
  get parts(): readonly TermSegment[] {
    return this.#segments.parts
  }

  /** How many merges that were begun at rest are ended. */
  get mergesAtRest(): number {
    return this.#segments.mergesAtRest
  }

  /** Whether more is written than is merged. */
  get isCrowded(): boolean {
    return this.#segments.isCrowded
  }

  get isEmpty(): boolean {
    return this.#segments.parts.length === 0 && this.#delta.size === 0
  }

  /**
   * One piece of the work that keeps segments few: makes one of what was written, or goes on with a merge.
   *
   * @returns Whether there is more to do.
   */
  tend(): boolean {
    if (this.#delta.size < this.#deltaMost) return this.#merging(() => this.#segments.tend())
    this.flush()
    return true
  }

  /**
   * One piece of the work that makes segments fewer still while nothing is written.
   *
   * @param mayBegin - Whether to begin another merge where none is under way.
   * @returns Whether there is more to do.
   */
  rest(mayBegin: boolean): boolean {
    return this.#merging(() => this.#segments.rest(mayBegin ? this.#resting : undefined))
  }

  #merging(once: () => boolean): boolean {
    const before = this.#segments.parts
    const isMore = once()
    if (this.#segments.parts !== before) this.#recent.forget()
    return isMore
  }

  /**
   * Makes a segment of what was written.
   *
   * @param least - Unless it is less than this; one unless given.
   */
  flush(least = 1): void {
    if (this.#delta.size < least) return
    const builder = new TermSegmentBuilder()
    for (const product of this.#delta.products()) builder.add(product)
    this.#recent.forget()
    this.#segments.add(builder.finish())
    this.#delta = new TermIndex()
  }

  /** Makes one segment of all segments, at once. */
  mergeAll(): void {
    this.#recent.forget()
    this.#segments.mergeAll()
  }

  /** As {@link mergeAll}, resting after every small piece of work; nothing may be written meanwhile. */
  *mergingAll(always: boolean): Generator<void, void> {
    this.flush()
    yield* this.#segments.mergingAll(always)
    this.#recent.forget()
  }

  put(product: IndexProduct): void {
    this.#recent.forget()
    if (!this.#delta.has(product.id)) {
      for (const segment of this.#segments.parts) {
        const row = segment.row(product.id)
        if (row < 0) continue
        // A scan that ran beside a writer may have seen a newer row than the step that is applied now.
        if (segment.revision(row) > product.revision) return
        segment.bury(row)
        break
      }
    }
    this.#delta.put(product)
  }

  remove(id: ProductId): void {
    this.#recent.forget()
    this.#delta.remove(id)
    for (const segment of this.#segments.parts) {
      const row = segment.row(id)
      if (row >= 0) segment.bury(row)
    }
  }

  search(query: SearchQuery): SearchAnswer {
    const parts: PartAnswer[] = this.#questionOf(query).map((search) => search.answer(query))
    if (this.#delta.size > 0 || parts.length === 0) parts.push(this.#delta.part(query))
    return answerOf(parts, query)
  }

  /** Of each segment, the same again where it was asked the same with fewer tiers: a search goes from narrow to wide. */
  #questionOf(query: SearchQuery): readonly SegmentSearch[] {
    const [first] = query.tiers
    const before = first === undefined ? undefined : this.#recent.of(first)
    if (before !== undefined && goesOn(before.query, query)) {
      before.query = query
      return before.searches
    }
    const hashes = new Map<string, TermHash>()
    const searches = this.#segments.parts.map((segment) => new SegmentSearch(segment, query, hashes))
    this.#recent.keep({ query, searches })
    return searches
  }

  expand({ tag, word, by, limit }: ExpandRequest): ExpandedWord[] {
    const found = new MostHeld(limit)
    const [largest, ...others] = [...this.#segments.parts].sort((a, b) => b.length - a.length)
    // What products of several parts hold is added up: of the largest part only words that most products hold, and those that
    // others have too, need be looked at.
    const elsewhere = new Map<string, number>()
    const addUp = (text: string, products: number): void => {
      elsewhere.set(text, (elsewhere.get(text) ?? 0) + products)
    }
    for (const segment of others) {
      eachExpansion(segment, { tag, word, by }, (term, text) => addUp(text(), segment.liveCount(term)))
    }
    if (this.#delta.size > 0) this.#delta.eachExpansion({ tag, word, by }, addUp)
    const add = (text: string, products: number): void => {
      if (products > 0 && text !== word) found.add(text, products)
    }
    const words = largest?.wordsOf(tag)
    for (const [text, products] of elsewhere) {
      const term = words?.term(text)
      add(text, products + (term === undefined ? 0 : (largest as TermSegment).liveCount(term)))
    }
    if (largest === undefined) return found.inOrder()
    eachExpansion(
      largest,
      { tag, word, by },
      (term, text) => {
        if (largest.count(term) < found.least) return
        const own = text()
        if (!elsewhere.has(own)) add(own, largest.liveCount(term))
      },
      () => found.least,
    )
    return found.inOrder()
  }
}

/** @param enough - Words that fewer products hold need not be visited; all are unless given. */
function eachExpansion(
  segment: TermSegment,
  { tag, word, by }: Omit<ExpandRequest, 'limit'>,
  visit: Parameters<WordColumn['startingWith']>[1],
  enough?: () => number,
): void {
  const words = segment.wordsOf(tag)
  if (by === 'prefix') words?.startingWith(word, visit, enough)
  else words?.within(by, word, visit)
}

/** Whether a question is the one before, with nothing but more tiers behind. */
function goesOn(before: SearchQuery, now: SearchQuery): boolean {
  return (
    before.tiers.every((tier, at) => now.tiers[at] === tier) &&
    before.filters === now.filters &&
    before.near === now.near &&
    before.after === now.after &&
    before.counted === now.counted &&
    before.offset === now.offset &&
    before.limit === now.limit
  )
}
