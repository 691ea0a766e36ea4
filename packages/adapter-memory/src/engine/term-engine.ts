import type { ExpandedWord, ExpandRequest, IndexProduct, ProductId, SearchAnswer, SearchQuery } from '@utpid/core'
import { MostHeld } from '../most-held.ts'
import { TermIndex } from '../term-index.ts'
import { answerOf, type PartAnswer } from './search-page.ts'
import { SegmentSearch } from './segment-search.ts'
import type { TermSegment } from './term-segment.ts'

/**
 * Finds products by their terms, and words by a part or a misspelling of them: most products are in segments that do not
 * change, those written since in an index that does. A product lives in exactly one of them.
 */
export class TermEngine {
  #segments: readonly TermSegment[]
  #delta = new TermIndex()

  constructor(segments: readonly TermSegment[] = []) {
    this.#segments = segments
  }

  get segments(): readonly TermSegment[] {
    return this.#segments
  }

  /** What was written since the segments were made. */
  get delta(): TermIndex {
    return this.#delta
  }

  /** Serves from these segments, which hold all that is live, and begins a new delta. */
  replaceAll(segments: readonly TermSegment[]): void {
    this.#segments = segments
    this.#delta = new TermIndex()
  }

  put(product: IndexProduct): void {
    if (!this.#delta.has(product.id)) {
      for (const segment of this.#segments) {
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
    this.#delta.remove(id)
    for (const segment of this.#segments) {
      const row = segment.row(id)
      if (row >= 0) segment.bury(row)
    }
  }

  search(query: SearchQuery): SearchAnswer {
    const parts: PartAnswer[] = this.#segments.map((segment) => new SegmentSearch(segment, query).answer())
    if (this.#delta.size > 0 || parts.length === 0) parts.push(this.#delta.part(query))
    return answerOf(parts, query)
  }

  expand({ tag, word, by, limit }: ExpandRequest): ExpandedWord[] {
    const counts = new Map<string, number>()
    const add = (text: string, products: number): void => {
      if (products > 0 && text !== word) counts.set(text, (counts.get(text) ?? 0) + products)
    }
    for (const segment of this.#segments) {
      const words = segment.wordsOf(tag)
      if (words === undefined) continue
      if (by === 'prefix') words.startingWith(word, (term, text) => add(text, segment.liveCount(term)))
      else words.within(by, word, (term, text) => add(text, segment.liveCount(term)))
    }
    if (this.#delta.size > 0) this.#delta.eachExpansion({ tag, word, by }, add)
    const found = new MostHeld(limit)
    for (const [text, products] of counts) found.add(text, products)
    return found.inOrder()
  }
}
