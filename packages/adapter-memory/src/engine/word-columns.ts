import { marksOf } from '../word-marks.ts'
import { bucketStarts } from './bucket-starts.ts'
import { bytes, GrowingColumn, type Integers, integers, units as unitColumn } from './shared-column.ts'
import { TERM_HIGH_BITS, type TermHash, termHash } from './spread-term.ts'
import { LENGTHS, type TermColumns } from './term-columns.ts'

const WORDS_AT_ONCE = 512

type WordColumns = Pick<
  TermColumns,
  'wordTags' | 'wordEnds' | 'wordStarts' | 'wordUnits' | 'wordTerms' | 'wordsByLength' | 'wordMarks' | 'lengthEnds'
>

type Dictionary = Pick<TermColumns, 'bucketTerms' | 'lows' | 'checks' | 'highs'>

/**
 * Columns of the words that may be spelled on.
 *
 * Rests after every small piece of work.
 *
 * @param words - By tag, in the order of their UTF-16 units, each once. One whose term no row holds is left out.
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
  const marks = new GrowingColumn(integers)
  for (const [tag, ofTag] of words) {
    tags.push(tag)
    for (const word of ofTag) {
      const term = findTerm(dictionary, termHash(`${tag}:${word}`))
      if (term < 0) continue
      starts.push(units.length)
      for (let at = 0; at < word.length; at++) units.push(word.charCodeAt(at))
      terms.push(term)
      marks.push(marksOf(word))
      if (terms.length % WORDS_AT_ONCE === 0) yield
    }
    ends.push(terms.length)
  }
  starts.push(units.length)
  const names = new TextEncoder().encode(JSON.stringify(tags))
  const wordTags = bytes(names.length)
  wordTags.set(names)
  const wordEnds = ends.finish()
  const wordStarts = starts.finish()
  return {
    wordTags,
    wordEnds,
    wordStarts,
    wordUnits: units.finish(),
    wordTerms: terms.finish(),
    ...(yield* byLength(wordEnds, wordStarts, marks.values)),
  }
}

function* byLength(
  wordEnds: Integers,
  wordStarts: Integers,
  marks: Integers,
): Generator<void, Pick<WordColumns, 'wordsByLength' | 'wordMarks' | 'lengthEnds'>> {
  const wordsByLength = integers(marks.length)
  const wordMarks = integers(marks.length)
  const lengthEnds = integers(wordEnds.length * LENGTHS)
  for (let tag = 0; tag < wordEnds.length; tag++) {
    const from = tag === 0 ? 0 : (wordEnds[tag - 1] as number)
    const words = (wordEnds[tag] as number) - from
    const lengthOf = (word: number): number =>
      Math.min(LENGTHS - 1, (wordStarts[from + word + 1] as number) - (wordStarts[from + word] as number))
    const starts = bucketStarts(words, LENGTHS, lengthOf)
    lengthEnds.set(
      starts.subarray(1).map((end) => from + end),
      tag * LENGTHS,
    )
    for (let word = 0; word < words; word++) {
      const length = lengthOf(word)
      const to = from + (starts[length] as number)
      starts[length] = (starts[length] as number) + 1
      wordsByLength[to] = from + word
      wordMarks[to] = marks[from + word] as number
      if (word % WORDS_AT_ONCE === 0) yield
    }
  }
  return { wordsByLength, wordMarks, lengthEnds }
}

/** The position of a term, or -1. */
export function findTerm({ bucketTerms, lows, checks, highs }: Dictionary, { high, low }: TermHash): number {
  const bucket = Math.floor(high / (2 ** TERM_HIGH_BITS / (bucketTerms.length - 1)))
  const end = bucketTerms[bucket + 1] as number
  for (let at = bucketTerms[bucket] as number; at < end; at++) {
    if (lows[at] !== low) continue
    if (highs.length > 0 ? highs[at] === high : checks[at] === (high & 0xff)) return at
  }
  return -1
}
