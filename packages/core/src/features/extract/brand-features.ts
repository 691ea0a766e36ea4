import { fold } from '../../text/fold.ts'
import { genericConcept, isArticle } from '../../text/generic-words.ts'
import { nameWords } from '../../text/name-words.ts'
import { BRANDS } from './brand-list.ts'

const MAX_WORDS = 6

/** Brand ids by folded name, and by the words of the name (`st christophers` becomes `saint christophers`). */
const brandByName: ReadonlyMap<string, string> = new Map(
  BRANDS.flatMap(([id, names]) => spellings(names).map((name) => [name, id] as const)),
)
/**
 * Brand ids by name, for a brand within a longer name. If a brand also has a name without surrounding generic words,
 * only this shorter name counts. So in `Hotel Ibis Budget`, the brand is not `hotel ibis`, and `hotel` is no word of
 * the brand.
 */
const brandByWords: ReadonlyMap<string, string> = new Map(
  BRANDS.flatMap(([id, names]) => {
    const all = spellings(names)
    return all
      .filter((name) => !all.includes(bareName(name)) || bareName(name) === name)
      .map((name) => [name, id] as const)
  }),
)
/** The first words of all brands. A name without any of these words has no brand, which excludes most names quickly. */
const firstWords: ReadonlySet<string> = new Set([...brandByWords.keys()].map((name) => name.split(' ', 1)[0] ?? ''))

function spellings(names: string): string[] {
  return names.split('|').flatMap((name) => [nameWords(name).join(' '), name])
}

/** Removes leading and trailing generic words and articles. */
function bareName(name: string): string {
  const words = name.split(' ')
  const isInformative = (word: string): boolean => genericConcept(word) === undefined && !isArticle(word)
  return words.slice(Math.max(0, words.findIndex(isInformative)), words.findLastIndex(isInformative) + 1).join(' ')
}

export interface RecognisedBrand {
  /** The slug of the brand, for example `ibis-budget`. */
  readonly id: string
  /** The position of the brand's first word in the name. `count` is the number of the brand's words. */
  readonly at: number
  readonly count: number
}

/** Returns the longest brand in the words of a name. Of equally long brands, returns the first. */
export function recogniseBrand(words: readonly string[]): RecognisedBrand | undefined {
  let best: RecognisedBrand | undefined
  for (let at = 0; at < words.length; at++) {
    if (!firstWords.has(words[at] ?? '')) continue
    for (let count = Math.min(MAX_WORDS, words.length - at); count > (best?.count ?? 0); count--) {
      const id = brandByWords.get(words.slice(at, at + count).join(' '))
      if (id !== undefined) best = { id, at, count }
    }
  }
  return best
}

/** Returns the id of the brand in a supplier's brand field. The id of an unknown brand is a slug of its words. */
export function brandOfField(text: string): string {
  const folded = fold(text)
  return brandByName.get(folded) ?? folded.replaceAll(' ', '-')
}

/**
 * Reports whether the words of one brand are a prefix of the other's. Suppliers often confuse such brands: `ibis`,
 * `ibis-budget`.
 */
export function isSubBrand(a: string, b: string): boolean {
  return a.startsWith(`${b}-`) || b.startsWith(`${a}-`)
}

/** The brands as input of the checksum of the index version. */
export const BRANDS_SOURCE: string = JSON.stringify(BRANDS)
