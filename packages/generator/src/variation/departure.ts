import type { Language } from '../languages/language.ts'
import { inventWord } from '../names/invented-word.ts'
import { type NameWord, nameWord, type WordRole } from '../names/name-word.ts'
import { NAME_DEPARTURES, type NameDeparture } from '../noise/noise-table.ts'
import { type SupplierStyle, styled } from '../noise/supplier-styles.ts'
import type { Lodging } from '../products/generated-product.ts'
import type { Random } from '../random/random.ts'
import { misspell } from './misspell.ts'

type Words = readonly NameWord[]

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  saint: 'St',
  'st.': 'Saint',
  sainte: 'Ste',
  santa: 'Sta.',
  sankt: 'St.',
  hotel: 'Htl',
  hôtel: 'Htl',
  residence: 'Res.',
  résidence: 'Rés.',
  apartments: 'Apts',
  centre: 'Ctr',
}

interface DepartureShares {
  readonly kinds: readonly NameDeparture[]
  /** Cumulative sums of the shares, in 1/10,000. */
  readonly sums: readonly number[]
}

const KINDS = Object.keys(NAME_DEPARTURES) as NameDeparture[]
const sharesOf = new WeakMap<SupplierStyle, DepartureShares>()

function departureShares(style: SupplierStyle): DepartureShares {
  const known = sharesOf.get(style)
  if (known !== undefined) return known
  let sum = 0
  const sums = KINDS.map((kind) => {
    sum += styled(NAME_DEPARTURES[kind], style.departures[kind])
    return sum
  })
  const shares = { kinds: KINDS, sums }
  sharesOf.set(style, shares)
  return shares
}

/**
 * Draws a departure: a difference between a supplier's name and the owner's name.
 *
 * @param always - Whether a departure is certain. Otherwise the result may be `undefined`, since many records have no
 *   departure.
 */
export function drawDeparture(
  random: Random,
  style: SupplierStyle,
  always: boolean = false,
): NameDeparture | undefined {
  const { kinds, sums } = departureShares(style)
  const total = sums.at(-1) ?? 0
  const drawn = random.below(always ? Math.max(1, total) : 10_000)
  if (drawn >= total) return undefined
  let at = 0
  while ((sums[at] ?? total) <= drawn) at++
  return kinds[at]
}

/** Returns whether a remaining word still distinguishes the name. */
function isEnough(words: Words): boolean {
  return words.some(({ role }) => role === 'core' || role === 'district' || role === 'mark')
}

function without(words: Words, role: WordRole): Words {
  if (!has(words, role)) return words
  const rest = words.filter((word) => word.role !== role)
  return isEnough(rest) ? rest : words
}

function has(words: Words, role: WordRole): boolean {
  for (const word of words) if (word.role === role) return true
  return false
}

function replaceAt(words: Words, at: number, word: NameWord): Words {
  return words.map((old, index) => (index === at ? word : old))
}

function positions(words: Words, isWanted: (word: NameWord) => boolean): readonly number[] {
  return words.flatMap((word, index) => (isWanted(word) ? [index] : []))
}

/** Changes `Hotel Bellano` to `Bellano Hotel` or back. Articles stay with their words. */
function swapWordOrder(words: Words): Words {
  const [first, ...rest] = words
  const last = words.at(-1)
  if (first?.role === 'generic' && has(rest, 'core')) return [...rest, first]
  if (last?.role === 'generic' && words.length > 1) return [last, ...words.slice(0, -1)]
  if (last?.role === 'city' && words.length > 1) return [last, ...words.slice(0, -1)]
  return words
}

function joined(words: Words): Words {
  const at = words.findIndex(({ role }, index) => role === 'core' && words[index + 1]?.role === 'core')
  const left = words[at]
  const right = words[at + 1]
  if (left === undefined || right === undefined) return words
  const word: NameWord = { role: 'core', text: left.text + right.text.toLowerCase() }
  return [...words.slice(0, at), word, ...words.slice(at + 2)]
}

function abbreviated(words: Words): Words {
  const at = words.findIndex(({ text }) => ABBREVIATIONS[text.toLowerCase()] !== undefined)
  const word = words[at]
  return word === undefined
    ? words
    : replaceAt(words, at, { ...word, text: ABBREVIATIONS[word.text.toLowerCase()] ?? word.text })
}

/** Changes an article: `Hotel du Parc` to `Hotel Parc` or `Parc`, or `Hotel Seven` to `Le Seven`. */
function otherArticle(random: Random, language: Language, words: Words): Words {
  if (has(words, 'article')) {
    const rest = without(words, 'article')
    return random.chance(4_000) ? without(rest, 'generic') : rest
  }
  // Languages with their own script have almost no articles.
  if (language.localSpace !== undefined || words[0]?.role !== 'generic') return words
  const article = language.articles[0]
  return article === undefined ? words : [{ role: 'article', text: capital(article) }, ...words.slice(1)]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Replaces a rare word by another word, if a remaining word still identifies the lodging. */
function partlyOther(random: Random, language: Language, words: Words): Words {
  const telling = positions(words, ({ role }) => role === 'core' || role === 'district')
  if (telling.length < 2) return words
  return replaceAt(words, random.pick(telling), inventWord(random, language))
}

function misspelt(random: Random, words: Words): Words {
  const long = positions(words, ({ role, text }) => role === 'core' && text.length >= 5)
  if (long.length === 0) return words
  const at = random.pick(long)
  return replaceAt(words, at, { role: 'core', text: misspell(random, words[at]?.text ?? '') })
}

function withGeneric(random: Random, { category, site }: Lodging, words: Words): Words {
  if (has(words, 'generic')) return words
  const generic = nameWord('generic', random.pick(site.language.generics[category].words))
  return [generic, ...words]
}

function withBrand({ name }: Lodging, words: Words): Words {
  if (name.brand === undefined || has(words, 'brand')) return words
  return [{ role: 'brand', text: name.brand.name }, ...words]
}

/** Returns the words after one departure. Returns the same array if the departure does not apply to these words. */
export function depart(random: Random, lodging: Lodging, words: Words, kind: NameDeparture): Words {
  const { language, city } = lodging.site
  switch (kind) {
    case 'dropGeneric':
      return without(words, 'generic')
    case 'addGeneric':
      return withGeneric(random, lodging, words)
    case 'article':
      return otherArticle(random, language, words)
    case 'dropCity':
      return without(words, 'city')
    case 'addCity':
      if (has(words, 'city')) return words
      return [...words, { role: 'city', text: random.chance(2_500) ? `, ${city.name}` : city.name }]
    case 'dropBrand':
      return without(words, 'brand')
    case 'addBrand':
      return withBrand(lodging, words)
    case 'addDescription':
      return [...words, nameWord('description', random.pick(language.descriptions))]
    case 'dropTail':
      return has(words, 'core') ? without(words, 'district') : words
    case 'partlyDifferent':
      return partlyOther(random, language, words)
    case 'wordOrder':
      return swapWordOrder(words)
    case 'abbreviation':
      return abbreviated(words)
    case 'joinedWords':
      return joined(words)
    case 'typo':
      return misspelt(random, words)
  }
}
