import { bucketStarts } from '../columns/bucket-starts.ts'
import { type Integers, integers, type Units } from '../columns/shared-column.ts'
import type { TermColumns } from '../columns/term-columns.ts'

/** The number of UTF-16 units in the ending of a word. A shorter word has no ending. */
export const ENDING_UNITS = 3

const WORDS_PER_BUCKET = 4
const WORDS_AT_ONCE = 2_048

export type WordEndings = Pick<TermColumns, 'wordsByEnding' | 'endingStarts'>

/** Groups words by length and ending. Yields after every small step. */
export function* wordEndings(wordStarts: Integers, wordUnits: Units): Generator<void, WordEndings> {
  const words = wordStarts.length - 1
  let buckets = 1
  while (buckets * WORDS_PER_BUCKET < words) buckets *= 2
  const buckets32 = new Uint32Array(words)
  for (let word = 0; word < words; word++) {
    const end = wordStarts[word + 1] as number
    buckets32[word] = endingBucket(wordUnits, end, end - (wordStarts[word] as number), buckets)
    if (word % WORDS_AT_ONCE === 0) yield
  }
  const starts = bucketStarts(words, buckets, (word) => buckets32[word] as number)
  const endingStarts = integers(buckets + 1)
  endingStarts.set(starts)
  const wordsByEnding = integers(words)
  for (let word = 0; word < words; word++) {
    const bucket = buckets32[word] as number
    const to = starts[bucket] as number
    starts[bucket] = to + 1
    wordsByEnding[to] = word
    if (word % WORDS_AT_ONCE === 0) yield
  }
  return { wordsByEnding, endingStarts }
}

/**
 * Returns the bucket of a length and an ending.
 *
 * @param end - The end of the ending in `units`, exclusive.
 * @param buckets - The number of buckets, a power of two.
 */
export function endingBucket(units: Uint16Array, end: number, length: number, buckets: number): number {
  let hash = length
  for (let unit = Math.max(end - length, end - ENDING_UNITS); unit < end; unit++) {
    hash = Math.imul(hash ^ (units[unit] as number), 0x9e37_79b1)
    hash ^= hash >>> 15
  }
  return hash & (buckets - 1)
}
