import type { ExpandedWord, ExpandRequest, IndexProduct, ProductId, SearchAnswer, SearchQuery } from '@utpid/core'
import { MostHeld } from '../most-held.ts'
import { TermIndex } from '../term-index.ts'
import { allAtOnce } from './in-slices.ts'
import { nextMerge } from './merge-choice.ts'
import { GONE } from './merge-key-segments.ts'
import { type MergedTerms, mergeTermSegments } from './merge-term-segments.ts'
import { answerOf, type PartAnswer } from './search-page.ts'
import { SegmentSearch } from './segment-search.ts'
import { TermSegment } from './term-segment.ts'
import { TermSegmentBuilder } from './term-segment-builder.ts'

interface Merge {
  readonly parts: readonly TermSegment[]
  readonly work: Generator<void, MergedTerms>
}

/**
 * Finds products by their terms, and words by a part or a misspelling of them: most products are in segments that do not
 * change, those written since in an index that does. A product lives in exactly one of them.
 */
export class TermEngine {
  readonly #deltaMost: number
  #segments: readonly TermSegment[] = []
  #merge: Merge | undefined
  #delta = new TermIndex()

  /** @param deltaMost - So many products are written before they become a segment. */
  constructor(deltaMost: number) {
    this.#deltaMost = deltaMost
  }

  /** Takes in products that are not here yet, without looking whether they are. */
  load(segment: TermSegment): void {
    if (segment.length > 0) this.#segments = [...this.#segments, segment]
  }

  /**
   * One piece of the work that keeps segments few: makes one of what was written, or goes on with a merge.
   *
   * @returns Whether there is more to do.
   */
  tend(): boolean {
    if (this.#delta.size >= this.#deltaMost) {
      const builder = new TermSegmentBuilder()
      for (const product of this.#delta.products()) builder.add(product)
      this.#segments = [...this.#segments, new TermSegment(builder.finish())]
      this.#delta = new TermIndex()
      return true
    }
    this.#merge ??= this.#beginMerge()
    if (this.#merge === undefined) return false
    const { parts, work } = this.#merge
    const { done, value } = work.next()
    if (done !== true) return true
    this.#replace(parts, value)
    this.#merge = undefined
    return true
  }

  get isEmpty(): boolean {
    return this.#segments.length === 0 && this.#delta.size === 0
  }

  /** Makes one segment of all, at once. */
  mergeAll(): void {
    this.#merge = undefined
    if (this.#segments.length > 1) this.#replace(this.#segments, allAtOnce(mergeTermSegments(this.#segments)))
  }

  #replace(parts: readonly TermSegment[], { columns, rowsOf }: MergedTerms): void {
    const merged = new TermSegment(columns)
    for (const [at, part] of parts.entries()) part.catchUp(merged, rowsOf[at] as Uint32Array, GONE)
    const others = this.#segments.filter((segment) => !parts.includes(segment))
    this.#segments = merged.live === 0 ? others : [...others, merged]
  }

  #beginMerge(): Merge | undefined {
    const parts = nextMerge(this.#segments.map(({ live }) => live))?.map((at) => this.#segments[at] as TermSegment)
    if (parts === undefined) return undefined
    return { parts, work: mergeTermSegments(parts) }
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
