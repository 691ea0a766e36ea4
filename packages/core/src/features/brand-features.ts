import { fold } from '../text/fold.ts'
import { BRANDS } from './generated/brands.ts'

const MOST_WORDS = 5

/** Brand id by its words, as names are cut into words. */
const brandByWords: ReadonlyMap<string, string> = new Map(
  BRANDS.flatMap(([id, names]) => names.split('|').map((name) => [name, id] as const)),
)
/** First words of all brands, to pass over names without one. */
const firstWords: ReadonlySet<string> = new Set([...brandByWords.keys()].map((name) => name.split(' ', 1)[0] ?? ''))

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
  return brandByWords.get(folded) ?? folded.replaceAll(' ', '-')
}

/** True when the words of one brand begin the other's: `ibis` and `ibis-budget` are often confused. */
export function isSubBrand(a: string, b: string): boolean {
  return a.startsWith(`${b}-`) || b.startsWith(`${a}-`)
}

/** For the checksum of the index version. */
export const BRANDS_SOURCE: string = JSON.stringify(BRANDS)
