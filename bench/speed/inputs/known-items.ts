import type { Product } from '@utpid/core'
import { fold } from '@utpid/core/scoring'
import { misspelt, wordsOf } from '../../feeds/typed-words.ts'
import { seededRandom, shuffled } from '../../harness/seeded-random.ts'

/** Kinds of queries for a known place. */
export const KNOWN_KINDS = ['name', 'typo', 'part and city', 'other script'] as const

export type KnownKind = (typeof KNOWN_KINDS)[number]

export interface KnownItem {
  readonly kind: KnownKind
  readonly text: string
  /** The product of the record from which the query was made. */
  readonly utpid: string
}

/** Words that people omit. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'the a an of at in on by and & le la les l de des du d et à au aux en el los las y del da do das dos e il lo gli di der die das und am im zum zur'.split(
    ' ',
  ),
)
const MIN_TYPO_LENGTH = 5
const PART_WORDS = 2
const LATIN_PATTERN = /\p{Script=Latin}/u

/**
 * Queries for some products, of each kind that a product allows, from a random record. A query is omitted if another
 * product has all its words, since it would be ambiguous.
 */
export function knownItems(products: readonly Product[], maxProducts: number, seed: number): KnownItem[] {
  const random = seededRandom(seed)
  const holders = new WordHolders(products)
  const drawn = shuffled(products, random).slice(0, maxProducts)
  return drawn.flatMap((product) => {
    const { utpid, records, location } = product
    const { record } = records[Math.floor(random() * records.length)] as Product['records'][number]
    const significantWords = wordsOf(record.name).filter((word) => !STOP_WORDS.has(word))
    const words = significantWords.length > 0 ? significantWords : wordsOf(record.name)
    const isKnown = holders.isOnly(product, words)
    const items: KnownItem[] = isKnown ? [{ kind: 'name', text: words.join(' '), utpid }] : []
    const long = words.map((word, at) => ({ word, at })).filter(({ word }) => isTypable(word))
    const wrong = long[Math.floor(random() * long.length)]
    if (isKnown && wrong !== undefined) {
      const typed = words.with(wrong.at, misspelt(wrong.word, random))
      items.push({ kind: 'typo', text: typed.join(' '), utpid })
    }
    const city = record.location?.city ?? location.city
    if (city !== undefined && words.length > PART_WORDS) {
      const part = longest(words, PART_WORDS)
      const text = `${part.join(' ')} ${city.toLowerCase()}`
      if (holders.isOnly(product, wordsOf(text))) items.push({ kind: 'part and city', text, utpid })
    }
    const isLatin = LATIN_PATTERN.test(record.name)
    const other = record.altNames?.find(({ name }) => LATIN_PATTERN.test(name) !== isLatin)
    if (other !== undefined && holders.isOnly(product, wordsOf(other.name)))
      items.push({ kind: 'other script', text: other.name, utpid })
    return items
  })
}

/** Finds the products that have a word in any of their names or in their location. */
class WordHolders {
  readonly #holders = new Map<string, Set<Product>>()

  constructor(products: readonly Product[]) {
    for (const product of products) {
      const { name, records, location } = product
      const names = records.flatMap(({ record }) => [record.name, ...(record.altNames ?? []).map((alt) => alt.name)])
      for (const word of wordsOf(fold([name, ...names, location.city ?? ''].join(' ')))) {
        const holders = this.#holders.get(word)
        if (holders === undefined) this.#holders.set(word, new Set([product]))
        else holders.add(product)
      }
    }
  }

  isOnly(product: Product, words: readonly string[]): boolean {
    const sets = wordsOf(fold(words.join(' '))).map((word) => this.#holders.get(word) ?? new Set<Product>())
    const [fewest = new Set<Product>(), ...others] = sets.sort((a, b) => a.size - b.size)
    return [...fewest].every((each) => each === product || others.some((set) => !set.has(each)))
  }
}

function isTypable(word: string): boolean {
  return word.length >= MIN_TYPO_LENGTH && /^\p{Script=Latin}+$/u.test(word)
}

/** Returns the longest words, in the order of the name. */
function longest(words: readonly string[], count: number): string[] {
  const kept = [...words].sort((a, b) => b.length - a.length).slice(0, count)
  return words.filter((word, at) => kept.includes(word) && words.indexOf(word) === at)
}
