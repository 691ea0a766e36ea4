import { fold } from '../../text/fold.ts'
import { genericConcept, isArticle } from '../../text/generic-words.ts'
import { nameWords } from '../../text/name-words.ts'
import { BRANDS } from './generated/brands.ts'

const MOST_WORDS = 6

/** Brand id by its names as they are folded, and as names are cut into words (`st christophers` is `saint christophers`). */
const brandByName: ReadonlyMap<string, string> = new Map(
  BRANDS.flatMap(([id, names]) => spellings(names).map((name) => [name, id] as const)),
)
/**
 * The same for a brand within a longer name. Where a brand has a name without the generic words
 * around it, that one is looked for: in `Hotel Ibis Budget` neither is the brand `hotel ibis`,
 * nor is `hotel` a word of it.
 */
const brandByWords: ReadonlyMap<string, string> = new Map(
  BRANDS.flatMap(([id, names]) => {
    const all = spellings(names)
    return all
      .filter((name) => !all.includes(bareName(name)) || bareName(name) === name)
      .map((name) => [name, id] as const)
  }),
)
/** First words of all brands, to pass over names without one. */
const firstWords: ReadonlySet<string> = new Set([...brandByWords.keys()].map((name) => name.split(' ', 1)[0] ?? ''))

function spellings(names: string): string[] {
  return names.split('|').flatMap((name) => [nameWords(name).join(' '), name])
}

/** A name without the generic words before and after it. */
function bareName(name: string): string {
  const words = name.split(' ')
  const isTelling = (word: string): boolean => genericConcept(word) === undefined && !isArticle(word)
  return words.slice(Math.max(0, words.findIndex(isTelling)), words.findLastIndex(isTelling) + 1).join(' ')
}

export interface RecognisedBrand {
  /** Slug, for example `ibis-budget`. */
  readonly id: string
  /** Position and number of its words in the name. */
  readonly at: number
  readonly count: number
}

/**
 * The brand in a name's words: the longest that stands there, the first of equals.
 */
export function recogniseBrand(words: readonly string[]): RecognisedBrand | undefined {
  let best: RecognisedBrand | undefined
  for (let at = 0; at < words.length; at++) {
    if (!firstWords.has(words[at] ?? '')) continue
    for (let count = Math.min(MOST_WORDS, words.length - at); count > (best?.count ?? 0); count--) {
      const id = brandByWords.get(words.slice(at, at + count).join(' '))
      if (id !== undefined) best = { id, at, count }
    }
  }
  return best
}

/** The brand that a supplier names in its own field, as an id; an unknown one becomes a slug of its words. */
export function brandOfField(text: string): string {
  const folded = fold(text)
  return brandByName.get(folded) ?? folded.replaceAll(' ', '-')
}

/** True when the words of one brand begin the other's: `ibis` and `ibis-budget` are often confused. */
export function isSubBrand(a: string, b: string): boolean {
  return a.startsWith(`${b}-`) || b.startsWith(`${a}-`)
}

/** For the checksum of the index version. */
export const BRANDS_SOURCE: string = JSON.stringify(BRANDS)
