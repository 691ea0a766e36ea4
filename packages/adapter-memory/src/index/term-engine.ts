import type { ProductId } from '@utpid/core'
import type { ExpandedWord, ExpandRequest, IndexProduct, SearchAnswer, SearchQuery } from '@utpid/core/storage'
import type { Bitset } from './bits/bitset.ts'
import { HeavyHitters } from './bits/heavy-hitters.ts'
import type { TermColumns } from './columns/term-columns.ts'
import type { TermHash } from './columns/term-hash.ts'
import { TermIndex } from './plain/term-index.ts'
import { QueryCache } from './query/query-cache.ts'
import { answerOf, type PartAnswer } from './query/search-page.ts'
import { SegmentSearch } from './query/segment-search.ts'
import { idlePolicy, type MergePolicy } from './segments/merge-policy.ts'
import { type OtherThread, SegmentSet } from './segments/segment-set.ts'
import { mergeTermSegments } from './terms/merge-term-segments.ts'
import { TermSegment } from './terms/term-segment.ts'
import { TermSegmentBuilder } from './terms/term-segment-builder.ts'
import type { WordColumn } from './words/word-column.ts'

/**
 * Finds products by terms, and words by prefix or with typos. Most products are in immutable segments, recent products
 * in a write buffer. A product is live in exactly one of these parts.
 */
export class TermEngine {
  readonly #maxBufferRows: number
  readonly #idlePolicy: MergePolicy
  readonly #segments: SegmentSet<TermColumns, TermSegment>
  #buffer = new TermIndex()
  /** The cached queries to the current segments. */
  readonly #queryCache = new QueryCache()

  /**
   * @param maxBufferRows - The maximum number of products in the write buffer. A full buffer becomes a segment.
   * @param elsewhere - Merges segments in another thread. Default: all merges run in this thread.
   */
  constructor(maxBufferRows: number, elsewhere?: OtherThread<TermSegment, TermColumns>) {
    this.#maxBufferRows = maxBufferRows
    this.#idlePolicy = idlePolicy(maxBufferRows)
    const over = elsewhere && {
      merge: (parts: readonly TermSegment[]) => elsewhere.merge(parts),
      onEnd: (): void => {
        this.#queryCache.clear()
        elsewhere.onEnd()
      },
    }
    this.#segments = new SegmentSet((columns, dead) => new TermSegment(columns, dead), mergeTermSegments, over)
  }

  /**
   * Adds new products without checking whether they exist.
   *
   * @param dead - The deleted rows. Default: none.
   */
  load(columns: TermColumns, dead?: Bitset): void {
    this.#queryCache.clear()
    this.#segments.add(columns, dead)
  }

  /** The segments. After {@link flush} they contain all products. */
  get parts(): readonly TermSegment[] {
    return this.#segments.parts
  }

  get idleMerges(): number {
    return this.#segments.idleMerges
  }

  get isFallingBehind(): boolean {
    return this.#segments.isFallingBehind
  }

  get isEmpty(): boolean {
    return this.#segments.parts.length === 0 && this.#buffer.size === 0
  }

  /**
   * Runs one step of maintenance: flushes the write buffer or continues a merge.
   *
   * @returns whether more steps remain.
   */
  maintain(): boolean {
    if (this.#buffer.size < this.#maxBufferRows) return this.#merging(() => this.#segments.maintain())
    this.flush()
    return true
  }

  /**
   * Runs one step of an idle merge.
   *
   * @param mayStart - Whether to start a merge if no merge is running.
   * @returns whether more steps remain.
   */
  mergeIdle(mayStart: boolean): boolean {
    return this.#merging(() => this.#segments.mergeIdle(mayStart ? this.#idlePolicy : undefined))
  }

  #merging(once: () => boolean): boolean {
    const before = this.#segments.parts
    const isMore = once()
    if (this.#segments.parts !== before) this.#queryCache.clear()
    return isMore
  }

  /**
   * Converts the write buffer into a segment.
   *
   * @param minRows - The minimum number of products in the buffer. Default: 1.
   */
  flush(minRows = 1): void {
    if (this.#buffer.size < minRows) return
    const builder = new TermSegmentBuilder()
    for (const product of this.#buffer.products()) builder.add(product)
    this.#queryCache.clear()
    this.#segments.add(builder.finish())
    this.#buffer = new TermIndex()
  }

  /** Merges all segments into one segment, without yielding. */
  mergeAll(): void {
    this.#queryCache.clear()
    this.#segments.mergeAll()
  }

  /**
   * Merges segments like {@link mergeAll}, but yields after every small step. The index must not be written until the
   * end.
   */
  *mergingAll(always: boolean): Generator<void, void> {
    this.flush()
    yield* this.#segments.mergingAll(always)
    this.#queryCache.clear()
  }

  put(product: IndexProduct): void {
    this.#queryCache.clear()
    if (!this.#buffer.has(product.id)) {
      for (const segment of this.#segments.parts) {
        const row = segment.row(product.id)
        if (row < 0) continue
        // Keeps the newer row: a scan during writes may have found a newer row than this transaction has.
        if (segment.revision(row) > product.revision) return
        segment.markDeleted(row)
        break
      }
    }
    this.#buffer.put(product)
  }

  remove(id: ProductId): void {
    this.#queryCache.clear()
    this.#buffer.remove(id)
    for (const segment of this.#segments.parts) {
      const row = segment.row(id)
      if (row >= 0) segment.markDeleted(row)
    }
  }

  search(query: SearchQuery): SearchAnswer {
    const parts: PartAnswer[] = this.#searchesOf(query).map((search) => search.answer(query))
    if (this.#buffer.size > 0 || parts.length === 0) parts.push(this.#buffer.part(query))
    return answerOf(parts, query)
  }

  /**
   * Returns the search of each segment. A search adds tiers step by step: if a query only adds tiers to a cached query,
   * the cached search continues.
   */
  #searchesOf(query: SearchQuery): readonly SegmentSearch[] {
    const [first] = query.tiers
    const before = first === undefined ? undefined : this.#queryCache.of(first)
    if (before !== undefined && isContinuation(before.query, query)) {
      before.query = query
      return before.searches
    }
    const hashes = new Map<string, TermHash>()
    const searches = this.#segments.parts.map((segment) => new SegmentSearch(segment, query, hashes))
    this.#queryCache.put({ query, searches })
    return searches
  }

  expand({ tag, word, by, limit }: ExpandRequest): ExpandedWord[] {
    const found = new HeavyHitters(limit)
    const [largest, ...others] = [...this.#segments.parts].sort((a, b) => b.length - a.length)
    // The product counts of a word are summed over the parts. The largest part only has to read its most frequent words
    // and the words of the other parts.
    const elsewhere = new Map<string, number>()
    const addUp = (text: string, products: number): void => {
      elsewhere.set(text, (elsewhere.get(text) ?? 0) + products)
    }
    for (const segment of others) {
      eachExpansion(segment, { tag, word, by }, (term, text) => addUp(text(), segment.liveCount(term)))
    }
    if (this.#buffer.size > 0) this.#buffer.eachExpansion({ tag, word, by }, addUp)
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
        if (largest.count(term) < found.minProducts) return
        const own = text()
        if (!elsewhere.has(own)) add(own, largest.liveCount(term))
      },
      () => found.minProducts,
    )
    return found.inOrder()
  }
}

/**
 * @param minProducts - The minimum number of products of a word. Words with fewer products may be skipped. Default:
 *   no minimum.
 */
function eachExpansion(
  segment: TermSegment,
  { tag, word, by }: Omit<ExpandRequest, 'limit'>,
  visit: Parameters<WordColumn['startingWith']>[1],
  minProducts?: () => number,
): void {
  const words = segment.wordsOf(tag)
  if (by === 'prefix') words?.startingWith(word, visit, minProducts)
  else words?.within(by, word, visit)
}

/** Returns whether a query equals the previous query, apart from more tiers at its end. */
function isContinuation(before: SearchQuery, now: SearchQuery): boolean {
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
