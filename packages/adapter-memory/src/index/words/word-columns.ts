import { textEncoder } from '../../runtime/environment.ts'
import { bytes, GrowingColumn, integers, units as unitColumn } from '../columns/shared-column.ts'
import type { TermColumns } from '../columns/term-columns.ts'
import { TERM_HIGH_BITS, type TermHash, termHash } from '../columns/term-hash.ts'
import { wordEndings } from './word-endings.ts'

const WORDS_AT_ONCE = 512

type WordColumns = Pick<
  TermColumns,
  'wordTags' | 'wordEnds' | 'wordStarts' | 'wordUnits' | 'wordTerms' | 'wordsByEnding' | 'endingStarts'
>

type Dictionary = Pick<TermColumns, 'bucketTerms' | 'lows' | 'checks' | 'highs'>

/**
 * Builds the columns of the words that can be expanded. Yields after every small step.
 *
 * @param words - The distinct words by tag, sorted by UTF-16 units. Words whose terms have no rows are omitted.
 */
export function* wordColumns(
  dictionary: Dictionary,
  words: Iterable<readonly [tag: string, words: Iterable<string>]>,
): Generator<void, WordColumns> {
  const tags: string[] = []
  const ends = new GrowingColumn(integers, 16)
  const starts = new GrowingColumn(integers)
  const units = new GrowingColumn(unitColumn)
  const terms = new GrowingColumn(integers)
  for (const [tag, ofTag] of words) {
    tags.push(tag)
    for (const word of ofTag) {
      const term = findTerm(dictionary, termHash(`${tag}:${word}`))
      if (term < 0) continue
      starts.push(units.length)
      for (let at = 0; at < word.length; at++) units.push(word.charCodeAt(at))
      terms.push(term)
      if (terms.length % WORDS_AT_ONCE === 0) yield
    }
    ends.push(terms.length)
  }
  starts.push(units.length)
  const names = textEncoder.encode(JSON.stringify(tags))
  const wordTags = bytes(names.length)
  wordTags.set(names)
  const wordStarts = starts.finish()
  const wordUnits = units.finish()
  return {
    wordTags,
    wordEnds: ends.finish(),
    wordStarts,
    wordUnits,
    wordTerms: terms.finish(),
    ...(yield* wordEndings(wordStarts, wordUnits)),
  }
}

/** Returns the position of a term, or -1. */
export function findTerm({ bucketTerms, lows, checks, highs }: Dictionary, { high, low }: TermHash): number {
  const bucket = Math.floor(high / (2 ** TERM_HIGH_BITS / (bucketTerms.length - 1)))
  const end = bucketTerms[bucket + 1] as number
  for (let at = bucketTerms[bucket] as number; at < end; at++) {
    if (lows[at] !== low) continue
    if (highs.length > 0 ? highs[at] === high : checks[at] === (high & 0xff)) return at
  }
  return -1
}
