import type { SearchOptions, Storage } from '@utpid/core'
import type { GoldenRecord } from '@utpid/core/storage'
import { misspelt } from '../feeds/typed-words.ts'
import { picker, seededRandom, shuffled } from '../harness/seeded-random.ts'
import { sampledProducts } from '../harness/stored-rows.ts'

/** Classes of searches, by the frequency of their words and by their filters. */
export const SEARCH_CLASSES = [
  'rare',
  'middling',
  'common',
  'two or three words',
  'two common',
  'with country',
  'with type',
  'with verified',
  'near',
  'prefix',
  'typo',
] as const

export type SearchClass = (typeof SEARCH_CLASSES)[number]

export interface ClassedQuery {
  readonly kind: SearchClass
  readonly text: string
  readonly options: SearchOptions
}

/** Frequencies of words, as shares of records. */
const COMMON = 0.01
const MIDDLING = 0.0002
const MAX_RARE = 50
const SAMPLED_ONE_IN = 20
const MAX_SAMPLED = 20_000
const RADII = [500, 1_000, 5_000, 20_000]
const TYPO_LETTERS = 6
const PREFIX_LETTERS = 3

/** Words of a registry by frequency, and the golden records of some products. */
export interface Vocabulary {
  readonly rare: readonly string[]
  readonly middling: readonly string[]
  readonly common: readonly string[]
  readonly shown: readonly GoldenRecord[]
}

export async function readVocabulary({ ledger }: Storage, records: number): Promise<Vocabulary> {
  const words = [...(await ledger.commonWords(2))]
    .filter(([word]) => /^\p{L}{3,}$/u.test(word))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const between = (min: number, max: number): string[] =>
    words.filter(([, count]) => count >= min && count < max).map(([word]) => word)
  return {
    rare: between(2, MAX_RARE),
    middling: between(Math.max(MAX_RARE, records * MIDDLING), records * COMMON),
    common: between(records * COMMON, Number.POSITIVE_INFINITY),
    shown: await sampledProducts({ ledger }, SAMPLED_ONE_IN, MAX_SAMPLED),
  }
}

/** The same number of queries of each class, in random order. */
export function classedQueries(vocabulary: Vocabulary, perClass: number, seed: number): ClassedQuery[] {
  const random = seededRandom(seed)
  const queries = SEARCH_CLASSES.flatMap((kind) =>
    Array.from({ length: perClass }, () => ({ kind, ...drawnQuery(kind, vocabulary, random) })),
  )
  return shuffled(queries, random)
}

function drawnQuery(
  kind: SearchClass,
  { rare, middling, common, shown }: Vocabulary,
  random: () => number,
): Omit<ClassedQuery, 'kind'> {
  const pick = picker(random)
  const anyWord = (): string => (random() < 0.5 ? pick(common) : pick(middling))
  const filterText = (): string => (random() < 0.2 ? '' : anyWord())
  const placed = (): GoldenRecord => {
    for (;;) {
      const drawn = pick(shown)
      if (drawn.coordinates !== undefined && drawn.country !== undefined) return drawn
    }
  }
  switch (kind) {
    case 'rare':
      return { text: pick(rare), options: {} }
    case 'middling':
      return { text: pick(middling), options: {} }
    case 'common':
      return { text: pick(common), options: {} }
    case 'two or three words':
      return { text: someWords(pick(shown), random), options: {} }
    case 'two common':
      return { text: `${pick(common)} ${pick(common)}`, options: {} }
    case 'with country':
      return { text: filterText(), options: { country: placed().country as string } }
    case 'with type':
      return { text: filterText(), options: { type: pick(shown).category } }
    case 'with verified':
      return { text: filterText(), options: { verified: true } }
    case 'near': {
      const { coordinates } = placed()
      const near = { coordinates: coordinates as NonNullable<typeof coordinates>, radiusMeters: pick(RADII) }
      return { text: random() < 0.5 ? '' : anyWord(), options: { near } }
    }
    case 'prefix':
      return { text: prefixOf(someWords(pick(shown), random)), options: {} }
    case 'typo':
      return { text: misspelt(longWord(shown, random), random), options: {} }
  }
}

/** Two or three consecutive words of a name and its city. */
function someWords({ name, city = '' }: GoldenRecord, random: () => number): string {
  const words = `${name} ${city}`.split(/\s+/).filter(Boolean)
  const count = Math.min(words.length, random() < 0.5 ? 2 : 3)
  const from = Math.floor(random() * (words.length - count + 1))
  return words.slice(from, from + count).join(' ')
}

/** Cuts the last word to a prefix. */
function prefixOf(text: string): string {
  const last = text.slice(text.lastIndexOf(' ') + 1)
  return text.slice(0, text.length - Math.max(0, last.length - PREFIX_LETTERS))
}

function longWord(shown: readonly GoldenRecord[], random: () => number): string {
  const pick = picker(random)
  for (;;) {
    const words = pick(shown).name.split(/\s+/)
    const long = words.filter((word) => word.length >= TYPO_LETTERS && /^\p{Script=Latin}+$/u.test(word))
    if (long.length > 0) return pick(long)
  }
}
