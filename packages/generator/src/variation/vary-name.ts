import { latinName, type NameWord } from '../names/name-word.ts'
import { NAME_NOISE, type NameNoise, SECOND_DEPARTURE, SHORT_LET } from '../noise/noise-table.ts'
import { isLet } from '../noise/product-category.ts'
import { type SupplierStyle, styled } from '../noise/supplier-styles.ts'
import type { Lodging } from '../products/generated-product.ts'
import { companyOf, formerNameOf, ownTitle } from '../products/lodging-details.ts'
import type { Random } from '../random/random.ts'
import { depart, drawDeparture } from './departure.ts'
import { htmlEncoded, inLetters, inSentenceCase, punctuated, withoutDiacritics } from './writing.ts'

type Words = readonly NameWord[]

const DEPARTURE_TRIES = 5

/** One supplier's words for a lodging, before they are joined to text. */
export interface VariedName {
  readonly words: Words
  /** The writing changes for these words. */
  readonly writing: NameWriting
}

interface NameWriting {
  readonly isPunctuated: boolean
  readonly isPlain: boolean
  readonly isSentence: boolean
  readonly isEncoded: boolean
  /** Text after the name. */
  readonly stars: string
}

function happens(random: Random, style: SupplierStyle, noise: NameNoise): boolean {
  return random.chance(styled(NAME_NOISE[noise], style.names[noise]))
}

/**
 * Returns the words that the supplier varies: the owner's name, a former name, the company's name, or the supplier's
 * own title.
 */
function ownWords(random: Random, lodging: Lodging, style: SupplierStyle): Words {
  if (isLet(lodging.category) && random.chance(SHORT_LET.ownTitle)) return ownTitle(random, lodging)
  if (lodging.isRenamed && happens(random, style, 'formerName')) return formerNameOf(lodging).words
  return lodging.name.words
}

/**
 * Drops, adds or moves words in the manner of this supplier. Most names have no change or one change, and few names
 * have two.
 */
function departed(random: Random, lodging: Lodging, style: SupplierStyle, words: Words): Words {
  let varied = words
  let kind = drawDeparture(random, style)
  if (kind === undefined) return words
  // For example, a name without a city cannot lose its city. In such a case draw another departure.
  for (let attempt = 0; attempt < DEPARTURE_TRIES && varied === words; attempt++) {
    varied = depart(random, lodging, words, kind)
    if (varied === words) kind = drawDeparture(random, style, true) ?? kind
  }
  if (!random.chance(SECOND_DEPARTURE)) return varied
  return depart(random, lodging, varied, drawDeparture(random, style, true) ?? kind)
}

function departedLet(random: Random, lodging: Lodging, style: SupplierStyle, words: Words): Words {
  let varied = departed(random, lodging, style, words)
  if (random.chance(SHORT_LET.partlyDifferent)) varied = depart(random, lodging, varied, 'partlyDifferent')
  if (random.chance(SHORT_LET.addDescription)) varied = depart(random, lodging, varied, 'addDescription')
  return varied
}

/**
 * Returns one supplier's version of a lodging's name.
 *
 * Words change first (dropped, added, moved), then the writing (accents, punctuation, case, entities): suppliers apply
 * changes in this order.
 */
export function varyName(random: Random, lodging: Lodging, style: SupplierStyle): VariedName {
  let words: Words
  if (happens(random, style, 'company')) words = [{ role: 'core', text: companyOf(lodging) }]
  else {
    const own = ownWords(random, lodging, style)
    words = isLet(lodging.category) ? departedLet(random, lodging, style, own) : departed(random, lodging, style, own)
  }
  const hasStars = lodging.stars !== undefined && happens(random, style, 'starsInName')
  return {
    words,
    writing: {
      isPunctuated: happens(random, style, 'punctuation'),
      isPlain: happens(random, style, 'diacritics'),
      isSentence: happens(random, style, 'sentenceCase'),
      isEncoded: happens(random, style, 'entities'),
      stars: hasStars ? ` ${'*'.repeat(lodging.stars ?? 0)}` : '',
    },
  }
}

/** Applies a supplier's writing to a name in either script. */
export function written(random: Random, text: string, writing: NameWriting, style: SupplierStyle): string {
  let name = writing.isPunctuated ? punctuated(random, text) : text
  if (writing.isPlain) name = withoutDiacritics(name)
  if (writing.isSentence && style.letters !== 'upper') name = inSentenceCase(name)
  else name = inLetters(name, style.letters)
  if (writing.stars !== '') name += writing.stars
  return writing.isEncoded ? htmlEncoded(name) : name
}

/** Returns the Latin form of a varied name. */
export function writtenName(random: Random, { words, writing }: VariedName, style: SupplierStyle): string {
  return written(random, latinName(words), writing, style)
}
