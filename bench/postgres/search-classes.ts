import type { SearchOptions, Storage } from '@utpid/core'
import { LIMITS } from '@utpid/core'
import type { GoldenRecord } from '@utpid/core/storage'
import { seededRandom } from '../harness/seeded-random.ts'

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
  const words = [...(await ledger.commonWords(2))].filter(([word]) => /^\p{L}{3,}$/u.test(word)).sort(byText)
  const between = (min: number, max: number): string[] =>
    words.filter(([, count]) => count >= min && count < max).map(([word]) => word)
  return {
    rare: between(2, MAX_RARE),
    middling: between(Math.max(MAX_RARE, records * MIDDLING), records * COMMON),
    common: between(records * COMMON, Number.POSITIVE_INFINITY),
    shown: await sampleShown(ledger),
  }
}

function byText([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1
}

/** The golden records of a sample of products. */
async function sampleShown(ledger: Storage['ledger']): Promise<GoldenRecord[]> {
  const shown: GoldenRecord[] = []
  for (let after = -1; shown.length < MAX_SAMPLED; ) {
    const page = await ledger.scanProducts(after, LIMITS.rowsPerPage)
    for (let at = 0; at < page.length; at += SAMPLED_ONE_IN) shown.push((page[at] as (typeof page)[number]).shown)
    const last = page.at(-1)
    if (last === undefined) break
    after = last.id
  }
  return shown
}

/** The same number of queries of each class, in random order. */
export function classedQueries(vocabulary: Vocabulary, perClass: number, seed: number): ClassedQuery[] {
  const random = seededRandom(seed)
  const queries = SEARCH_CLASSES.flatMap((kind) =>
    Array.from({ length: perClass }, () => ({ kind, ...drawnQuery(kind, vocabulary, random) })),
  )
  return queries
    .map((query) => ({ query, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ query }) => query)
}

function drawnQuery(
  kind: SearchClass,
  { rare, middling, common, shown }: Vocabulary,
  random: () => number,
): Omit<ClassedQuery, 'kind'> {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const product = (): GoldenRecord => pick(shown)
  const anyWord = (): string => (random() < 0.5 ? pick(common) : pick(middling))
  const placed = (): GoldenRecord => {
    for (;;) {
      const drawn = product()
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
      return { text: someWords(product(), random), options: {} }
    case 'two common':
      return { text: `${pick(common)} ${pick(common)}`, options: {} }
    case 'with country':
      return { text: random() < 0.2 ? '' : anyWord(), options: { country: placed().country as string } }
    case 'with type':
      return { text: random() < 0.2 ? '' : anyWord(), options: { type: product().category } }
    case 'with verified':
      return { text: random() < 0.2 ? '' : anyWord(), options: { verified: true } }
    case 'near': {
      const { coordinates } = placed()
      const near = { coordinates: coordinates as NonNullable<typeof coordinates>, radiusMeters: pick(RADII) }
      return { text: random() < 0.5 ? '' : anyWord(), options: { near } }
    }
    case 'prefix':
      return { text: prefixOf(someWords(product(), random)), options: {} }
    case 'typo':
      return { text: misspelt(longWord(product, random), random), options: {} }
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

function longWord(product: () => GoldenRecord, random: () => number): string {
  for (;;) {
    const words = product()
      .name.split(/\s+/)
      .filter((word) => word.length >= TYPO_LETTERS && /^\p{Script=Latin}+$/u.test(word))
    const word = words[Math.floor(random() * words.length)]
    if (word !== undefined) return word
  }
}

/** Omits one letter, or swaps two neighbouring ones. */
function misspelt(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2))
  if (random() < 0.5) return word.slice(0, at) + word.slice(at + 1)
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
}
