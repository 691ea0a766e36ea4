import type { Language, LodgingCategory } from '../languages/language.ts'
import { NAME_NOISE, type NameNoise, SHORT_LET_NOISE } from '../noise/noise-table.ts'
import { type SupplierStyle, styled } from '../noise/supplier-styles.ts'
import type { Lodging } from '../products/generated-product.ts'
import type { Random } from '../random.ts'
import { inventWord } from './invented-word.ts'
import { misspell } from './misspell.ts'
import { latinName, type NameWord, nameWord, type WordRole } from './name-word.ts'
import { htmlEncoded, withoutDiacritics } from './writing.ts'

type Words = readonly NameWord[]

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  saint: 'St',
  sainte: 'Ste',
  santa: 'Sta.',
  sankt: 'St.',
  hotel: 'Htl',
  hôtel: 'H.',
  residence: 'Res.',
  résidence: 'Rés.',
  apartments: 'Apts',
  centre: 'Ctr',
  'grand hotel': 'G.H.',
}

/** A name is still one with a word that tells it apart. */
function isEnough(words: Words): boolean {
  return words.some(({ role }) => role === 'core' || role === 'district' || role === 'mark')
}

function without(words: Words, role: WordRole): Words {
  const rest = words.filter((word) => word.role !== role)
  return isEnough(rest) ? rest : words
}

function has(words: Words, role: WordRole): boolean {
  return words.some((word) => word.role === role)
}

function replaceAt(words: Words, at: number, word: NameWord): Words {
  return words.map((old, index) => (index === at ? word : old))
}

function positions(words: Words, isWanted: (word: NameWord) => boolean): readonly number[] {
  return words.flatMap((word, index) => (isWanted(word) ? [index] : []))
}

/** `Hotel Bellano` to `Bellano Hotel` and back. */
function turned(words: Words): Words {
  const [first, ...rest] = words
  const last = words.at(-1)
  if (first?.role === 'generic' && has(rest, 'core')) return [...without(rest, 'article'), first]
  if (last?.role === 'generic' && words.length > 1) return [last, ...words.slice(0, -1)]
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

function punctuated(random: Random, name: string): string {
  const choices = [
    name.replace(/(?<=\p{L}{3}) (?=\p{Lu})/u, '-'),
    name.replaceAll('&', 'and'),
    name.replaceAll("'", '’'),
    name.replaceAll("'", ' '),
    name.replace(/ (?=\S+$)/u, ' - '),
    name.replace(/ (\S+)$/u, ' ($1)'),
  ].filter((choice) => choice !== name)
  return choices.length === 0 ? name : random.pick(choices)
}

/** Word by word: what this supplier drops, adds and moves. */
function varyWords(random: Random, lodging: Lodging, words: Words, happens: (noise: NameNoise) => boolean): Words {
  const { language, city } = lodging.site
  let varied = words
  if (happens('partlyDifferent')) {
    const cores = positions(varied, ({ role }) => role === 'core')
    if (cores.length > 0) varied = replaceAt(varied, random.pick(cores), inventWord(random, language))
  }
  if (has(varied, 'generic') ? happens('dropGeneric') : false) varied = without(varied, 'generic')
  else if (!has(varied, 'generic') && !has(varied, 'brand') && happens('addGeneric')) {
    varied = [genericWord(random, language, lodging.category), ...varied]
  }
  if (happens('dropArticle')) varied = without(varied, 'article')
  if (has(varied, 'brand')) {
    if (happens('dropBrand')) varied = without(varied, 'brand')
  } else if (lodging.name.brand !== undefined && happens('addBrand')) {
    varied = [...varied, { role: 'brand', text: `by ${lodging.name.brand.name}` }]
  }
  if (happens('wordOrder')) varied = turned(varied)
  if (happens('joinedWords')) varied = joined(varied)
  if (happens('abbreviation')) {
    varied = varied.map((word) => ({ ...word, text: ABBREVIATIONS[word.text.toLowerCase()] ?? word.text }))
  }
  if (happens('typo')) {
    const long = positions(varied, ({ role, text }) => role === 'core' && text.length >= 5)
    if (long.length > 0) {
      const at = random.pick(long)
      const word = varied[at]
      if (word !== undefined) varied = replaceAt(varied, at, { role: 'core', text: misspell(random, word.text) })
    }
  }
  if (happens('addDescription')) varied = [...varied, nameWord('description', random.pick(language.descriptions))]
  if (has(varied, 'city')) {
    if (happens('dropCity')) varied = without(varied, 'city')
  } else if (happens('addCity')) {
    varied = [...varied, { role: 'city', text: random.chance(2_500) ? `, ${city.name}` : city.name }]
  }
  return varied
}

function genericWord(random: Random, language: Language, category: LodgingCategory): NameWord {
  return nameWord('generic', random.pick(language.generics[category].words))
}

/** The words that one supplier has for a house, before they are written out. */
export interface VariedName {
  readonly words: Words
  /** Turns the words, joined in whatever script, into the name as the supplier writes it. */
  readonly write: (name: string) => string
}

/**
 * One supplier's version of a house's name.
 *
 * Words first (dropped, added, moved), then the writing (accents, punctuation, case,
 * entities), because that is the order in which suppliers come to them.
 */
export function varyName(random: Random, lodging: Lodging, style: SupplierStyle): VariedName {
  const isLet = lodging.category === 'apartment'
  const happens = (noise: NameNoise): boolean => {
    const share = (isLet ? SHORT_LET_NOISE[noise] : undefined) ?? NAME_NOISE[noise]
    return random.chance(styled(share, style.names[noise]))
  }

  const own = happens('different') ? lodging.otherName.words : lodging.name.words
  const words = happens('company')
    ? [{ role: 'core', text: lodging.company } as const]
    : varyWords(random, lodging, own, happens)

  const isPunctuated = happens('punctuation')
  const isPlain = happens('diacritics')
  const isLower = happens('lowerCase')
  const isEncoded = happens('entities')
  const stars = lodging.stars !== undefined && happens('starsInName') ? ` ${'*'.repeat(lodging.stars)}` : ''
  const write = (text: string): string => {
    let name = isPunctuated ? punctuated(random, text) : text
    if (isPlain) name = withoutDiacritics(name)
    if (style.upperCase) name = name.toUpperCase()
    else if (isLower) name = name.toLowerCase()
    name += stars
    return isEncoded ? htmlEncoded(name) : name
  }
  return { words, write }
}

/** The Latin form of a varied name. */
export function writtenName({ words, write }: VariedName): string {
  return write(latinName(words))
}
