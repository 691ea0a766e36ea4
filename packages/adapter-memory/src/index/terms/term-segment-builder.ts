import type { ProductId } from '@utpid/core'
import type { IndexProduct } from '@utpid/core/storage'
import { WHOLE_TAGS } from '@utpid/core/storage'
import { putRevision } from '../candidates/key-segment-builder.ts'
import { BucketEntries } from '../columns/bucket-entries.ts'
import { bucketStarts } from '../columns/bucket-starts.ts'
import { bytes, GrowingColumn, integers, numbers, signedIntegers } from '../columns/shared-column.ts'
import { NO_POINT, RANKS, type TermColumns } from '../columns/term-columns.ts'
import { TERM_HIGH_BITS, termBucketBitsFor, termHigh, termLow } from '../columns/term-hash.ts'
import { runToEnd } from '../segments/cooperative.ts'
import { wordColumns } from '../words/word-columns.ts'
import { PostingsWriter } from './postings-writer.ts'

/** Builds a segment from products. Callers add products individually, with distinct ids. */
export class TermSegmentBuilder {
  readonly #ids = new GrowingColumn(numbers)
  readonly #ranks = new GrowingColumn(bytes)
  readonly #revisions = new GrowingColumn(numbers)
  readonly #points = new GrowingColumn(signedIntegers)
  /** For each product: the end of its terms in `#highs` and `#lows`. */
  readonly #termEnds = new GrowingColumn(integers)
  readonly #highs = new GrowingColumn(integers)
  readonly #lows = new GrowingColumn(integers)
  readonly #words = new Map<string, Set<string>>()

  get length(): number {
    return this.#ids.length
  }

  add({ id, revision, rank, terms, point }: IndexProduct): void {
    this.#ids.push(id)
    this.#ranks.push(rank)
    this.#revisions.push(revision)
    this.#points.append(point ?? [NO_POINT, 0, 0])
    for (const text of new Set(terms)) {
      this.#highs.push(termHigh(text))
      this.#lows.push(termLow(text))
      this.#keepWord(text)
    }
    this.#termEnds.push(this.#highs.length)
  }

  /**
   * @param bucketBits - The number of upper bits of a term hash that select its bucket. Default: derived from the
   *   number of terms.
   */
  finish(bucketBits: number = termBucketBitsFor(this.#highs.length)): TermColumns {
    const order = this.#order()
    const dictionary = this.#dictionary(order, bucketBits)
    return { ...this.#productColumns(order), ...dictionary, ...runToEnd(wordColumns(dictionary, this.#sortedWords())) }
  }

  #keepWord(text: string): void {
    const colon = text.indexOf(':')
    if (colon < 0) return
    const tag = text.slice(0, colon)
    if (WHOLE_TAGS.has(tag)) return
    const words = this.#words.get(tag)
    if (words === undefined) this.#words.set(tag, new Set([text.slice(colon + 1)]))
    else words.add(text.slice(colon + 1))
  }

  *#sortedWords(): Generator<readonly [tag: string, words: readonly string[]]> {
    for (const tag of [...this.#words.keys()].sort()) yield [tag, [...(this.#words.get(tag) as Set<string>)].sort()]
  }

  /** Returns the product position of each row. */
  #order(): Uint32Array {
    const ids = this.#ids.values
    const ranks = this.#ranks.values
    return Uint32Array.from({ length: this.length }, (_, at) => at).sort(
      (a, b) => (ranks[b] as number) - (ranks[a] as number) || (ids[a] as number) - (ids[b] as number),
    )
  }

  #productColumns(
    order: Uint32Array,
  ): Pick<TermColumns, 'productIds' | 'rankEnds' | 'revisions' | 'laterRevisions' | 'points'> {
    const productIds = numbers(this.length)
    const rankEnds = integers(RANKS)
    const revisions = bytes(this.length)
    const later = new GrowingColumn(numbers, 2)
    const points = signedIntegers(this.length * 3)
    const given = this.#points.values
    for (const [row, from] of order.entries()) {
      productIds[row] = this.#ids.at(from) as ProductId
      putRevision(revisions, later, row, this.#revisions.at(from))
      points.set(given.subarray(from * 3, from * 3 + 3), row * 3)
      const rank = RANKS - 1 - this.#ranks.at(from)
      rankEnds[rank] = row + 1
    }
    fillEnds(rankEnds)
    return { productIds, rankEnds, revisions, laterRevisions: later.finish(), points }
  }

  #dictionary(order: Uint32Array, bucketBits: number): ReturnType<PostingsWriter['finish']> {
    const highs = this.#highs.values
    const lows = this.#lows.values
    const shift = TERM_HIGH_BITS - bucketBits
    const buckets = 2 ** bucketBits
    const starts = bucketStarts(highs.length, buckets, (at) => (highs[at] as number) >>> shift)
    const entryOf = new Uint32Array(highs.length)
    const rows = new Uint32Array(highs.length)
    const next = starts.slice()
    for (const [row, from] of order.entries()) {
      for (let at = from === 0 ? 0 : this.#termEnds.at(from - 1); at < this.#termEnds.at(from); at++) {
        const bucket = (highs[at] as number) >>> shift
        const to = next[bucket] as number
        next[bucket] = to + 1
        entryOf[to] = at
        rows[to] = row
      }
    }
    const writer = new PostingsWriter(bucketBits, this.length)
    const entries = new BucketEntries()
    for (let bucket = 0; bucket < buckets; bucket++) {
      entries.clear()
      for (let to = starts[bucket] as number; to < (starts[bucket + 1] as number); to++) {
        const at = entryOf[to] as number
        entries.add(highs[at] as number, lows[at] as number, rows[to] as number)
      }
      writer.put(entries.sorted())
    }
    return writer.finish()
  }
}

/** Sets the end of each rank without rows to the end of the previous rank. */
export function fillEnds(rankEnds: Uint32Array): void {
  for (let at = 1; at < rankEnds.length; at++) {
    rankEnds[at] = Math.max(rankEnds[at] as number, rankEnds[at - 1] as number)
  }
}
