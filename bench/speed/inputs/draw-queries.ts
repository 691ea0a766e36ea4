import { misspelt, wordsOf } from '../../feeds/typed-words.ts'
import { picker, seededRandom, shuffled } from '../../harness/seeded-random.ts'
import type { SearchDocument } from './search-document.ts'

/** Kinds of typed queries. */
export const SEARCH_KINDS = ['one word', '2-3 words', 'prefix', 'typo', 'country', 'common words'] as const

export type SearchKind = (typeof SEARCH_KINDS)[number]

export interface SearchQueryText {
  readonly kind: SearchKind
  readonly text: string
  /** Restricts the search to this country. */
  readonly country?: string
}

const MIN_PREFIX = 3
const MIN_TYPO_LENGTH = 5
const COMMON = 40

/**
 * Returns the same number of queries of each kind, in random order. They have words of documents, and the most frequent
 * words.
 */
export function drawQueries(documents: readonly SearchDocument[], perKind: number, seed: number): SearchQueryText[] {
  const random = seededRandom(seed)
  const pick = picker(random)
  const common = commonWords(documents)
  const word = (minLength: number): string => {
    for (;;) {
      const words = wordsOf(pick(documents).name).filter((each) => each.length >= minLength)
      if (words.length > 0) return pick(words)
    }
  }
  const made: Readonly<Record<SearchKind, () => Omit<SearchQueryText, 'kind'>>> = {
    'one word': () => ({ text: word(MIN_PREFIX) }),
    '2-3 words': () => {
      const words = wordsOf(pick(documents).name)
      const from = Math.floor(random() * Math.max(1, words.length - 1))
      return { text: words.slice(from, from + 2 + Math.floor(random() * 2)).join(' ') || word(MIN_PREFIX) }
    },
    prefix: () => {
      const whole = word(MIN_PREFIX + 1)
      return { text: whole.slice(0, MIN_PREFIX + Math.floor(random() * (whole.length - MIN_PREFIX))) }
    },
    typo: () => ({ text: misspelt(word(MIN_TYPO_LENGTH), random) }),
    country: () => {
      const document = pick(documents.filter(({ country }) => country !== ''))
      return { text: wordsOf(document.name)[0] ?? word(MIN_PREFIX), country: document.country }
    },
    'common words': () => ({ text: random() < 0.5 ? pick(common) : `${pick(common)} ${pick(common)}` }),
  }
  const queries = SEARCH_KINDS.flatMap((kind) => Array.from({ length: perKind }, () => ({ kind, ...made[kind]() })))
  return shuffled(queries, random)
}

function commonWords(documents: readonly SearchDocument[]): string[] {
  const counts = new Map<string, number>()
  for (const { name, city } of documents) {
    for (const word of new Set(wordsOf(`${name} ${city}`))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, COMMON)
    .map(([word]) => word)
}
