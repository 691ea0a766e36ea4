import { LIMITS } from '../model/limits.ts'
import { cutText } from '../text/cut-text.ts'
import { genericConcept } from '../text/generic-words.ts'
import { hashText } from '../text/hash.ts'
import { nameWords } from '../text/name-words.ts'
import { readNumeral } from '../text/numerals.ts'
import { wordKind } from '../text/word-table.ts'
import { type RecognisedBrand, recogniseBrand } from './brand-features.ts'
import type { NameFeatures, NameWord } from './record-features.ts'

/** A character takes at most four bytes and the layout keeps 255. */
const WORD_CHARACTERS = 60

/**
 * The words of one name with what is known of each.
 *
 * @param city - The record's folded city; its words in the name tell nothing about which place of that city it is.
 */
export function nameFeatures(name: string, city: string | undefined): { name: NameFeatures; brand?: RecognisedBrand } {
  const texts = nameWords(name)
    .slice(0, LIMITS.wordsPerName)
    .map((word) => cutText(word, WORD_CHARACTERS))
  const brand = recogniseBrand(texts)
  const cityWords = new Set(city?.split(' ') ?? [])
  const words = texts.map((text, at): NameWord => nameWord(text, at, brand, cityWords))
  const features = { whole: hashText(texts.join(' ')), words }
  return brand === undefined ? { name: features } : { name: features, brand }
}

function nameWord(
  text: string,
  at: number,
  brand: RecognisedBrand | undefined,
  cityWords: ReadonlySet<string>,
): NameWord {
  const ofBrand = brand !== undefined && at >= brand.at && at < brand.at + brand.count
  const numeral = ofBrand ? undefined : readNumeral(text)
  if (numeral !== undefined) {
    const { value, strict } = numeral
    return { text: value, hash: hashText(value), kind: 'number', ofBrand: false, ofCity: false, strict }
  }
  const concept = ofBrand ? undefined : genericConcept(text)
  return {
    text,
    hash: hashText(concept === undefined ? text : `kind:${concept}`),
    kind: ofBrand && wordKind(text) !== 'article' ? 'common' : wordKind(text),
    ofBrand,
    ofCity: cityWords.has(text),
    strict: false,
  }
}
