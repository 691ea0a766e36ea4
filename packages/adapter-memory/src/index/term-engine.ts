import type { ProductId } from '@utpid/core'
import type { ExpandedWord, ExpandRequest, IndexProduct, SearchAnswer, SearchQuery } from '@utpid/core/storage'
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
 * Finds products by terms, and words by prefix or with typos. Most products are in immutable segments, recent ones in a
 * write buffer. A product is live in exactly one of them.
 */
export class TermEngine {
  readonly #deltaMost: number
  readonly #resting: ChooseMerge
  readonly #segments: SegmentSet<TermColumns, TermSegment>
  #delta = new TermIndex()
  /** Queries to the current segments. */
  readonly #recent = new RecentQuestions()

  /**
   * @param deltaMost - Maximum products of the write buffer. A full buffer becomes a segment.
   * @param elsewhere - Merges segments in another thread. Default: all merges run in this thread.
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
   * Adds new products without checking whether they exist.
   *
   * @param dead - Deleted rows. Default: none.
   */
  load(columns: TermColumns, dead?: RowBits): void {
    this.#recent.forget()
    this.#segments.add(columns, dead)
  }

  /** Its segments. After {@link flush} they hold everything. */
  get parts(): readonly TermSegment[] {
    return this.#segments.parts
  }

  /** Number of completed idle merges. */
  get mergesAtRest(): number {
    return this.#segments.mergesAtRest
  }

  /** Whether merges fall behind writes. */
  get isCrowded(): boolean {
    return this.#segments.isCrowded
  }

  get isEmpty(): boolean {
    return this.#segments.parts.length === 0 && this.#delta.size === 0
  }

  /**
   * Does one piece of maintenance: flushes the write buffer or continues a merge.
   *
   * @returns Whether more work remains.
   */
  tend(): boolean {
    if (this.#delta.size < this.#deltaMost) return this.#merging(() => this.#segments.tend())
    this.flush()
    return true
  }

  /**
   * Does one piece of an idle merge.
   *
   * @param mayBegin - Whether to start a merge if none is running.
   * @returns Whether more work remains.
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
   * Turns the write buffer into a segment.
   *
   * @param least - Minimum products of the buffer. Default: 1.
   */
  flush(least = 1): void {
    if (this.#delta.size < least) return
    const builder = new TermSegmentBuilder()
    for (const product of this.#delta.products()) builder.add(product)
    this.#recent.forget()
    this.#segments.add(builder.finish())
    this.#delta = new TermIndex()
  }

  /** Merges all segments into one, without yielding. */
  mergeAll(): void {
    this.#recent.forget()
    this.#segments.mergeAll()
  }

  /** Like {@link mergeAll}, but yields after every small piece of work. The index must not be written meanwhile. */
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
        // A scan during writes may have seen a newer row than the transaction applied now.
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

  /**
   * Returns the search of each segment. A query that only adds tiers to a cached one continues it: searches widen step
   * by step.
   */
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
    // Product counts of a word are summed over the parts. In the largest part, only the most frequent words and the
    // words of the other parts must be read.
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

/** @param enough - Minimum products of a word. Words with fewer may be skipped. Default: no minimum. */
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

/** Whether a query equals the previous one, apart from more tiers at its end. */
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
