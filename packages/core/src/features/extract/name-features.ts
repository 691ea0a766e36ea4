import { hashText } from '../../encoding/hash.ts'
import { LIMITS } from '../../model/limits.ts'
import { cutText } from '../../text/cut-text.ts'
import { genericConcept } from '../../text/generic-words.ts'
import { nameWords } from '../../text/name-words.ts'
import { readNumeral } from '../../text/numerals.ts'
import { isSpaceless } from '../../text/script.ts'
import { wordKind } from '../../text/word-table.ts'
import { DraftedName } from '../feature-draft.ts'
import type { NameFeatures, NameWord } from '../record-features.ts'
import { type RecognisedBrand, recogniseBrand } from './brand-features.ts'

/**
 * The maximum number of characters of a word. A character has at most four bytes, and the layout has room for 255
 * bytes.
 */
const MAX_WORD_CHARACTERS = 60
/** The minimum number of characters of a city. A shorter city would occur in unrelated words. */
const MIN_CITY_CHARACTERS = 2

/**
 * Returns the words of one name with their properties.
 *
 * @param city - The record's folded city. The words of the city do not distinguish places in this city.
 */
export function nameFeatures(name: string, city: string | undefined): { name: NameFeatures; brand?: RecognisedBrand } {
  const cityWords = city?.split(' ') ?? []
  const texts = nameWords(name)
    .flatMap((word) => cutAtCity(word, cityWords))
    .slice(0, LIMITS.wordsPerName)
    .map((word) => cutText(word, MAX_WORD_CHARACTERS))
  const brand = recogniseBrand(texts)
  const words = texts.map((text, at): NameWord => nameWord(text, at, brand, cityWords))
  const features = new DraftedName(hashText(texts.join(' ')), words)
  return brand === undefined ? { name: features } : { name: features, brand }
}

/** Separates the city from the rest of a word in a script without spaces. For a record in `上海`, it splits `上海外滩`. */
function cutAtCity(word: string, cityWords: readonly string[]): string[] {
  if (!isSpaceless(word)) return [word]
  const city = cityWords.find((each) => each.length >= MIN_CITY_CHARACTERS && isSpaceless(each) && word.includes(each))
  if (city === undefined) return [word]
  const parts = word.split(city).flatMap((part, at) => (at === 0 ? [part] : [city, part]))
  return parts.filter((part) => part !== '')
}

function nameWord(
  text: string,
  at: number,
  brand: RecognisedBrand | undefined,
  cityWords: readonly string[],
): NameWord {
  const concept = genericConcept(text)
  // Suppliers also omit a kind of place that is joined to a brand: `アパホテル`.
  const isJoinedKind = concept !== undefined && isSpaceless(text)
  const ofBrand = brand !== undefined && at >= brand.at && at < brand.at + brand.count && !isJoinedKind
  const numeral = ofBrand ? undefined : readNumeral(text)
  if (numeral !== undefined) {
    const { value, strict } = numeral
    return { text: value, hash: hashText(value), kind: 'number', ofBrand: false, ofCity: false, strict }
  }
  return {
    text,
    hash: hashText(ofBrand || concept === undefined ? text : `kind:${concept}`),
    kind: ofBrand && wordKind(text) !== 'article' ? 'common' : wordKind(text),
    ofBrand,
    ofCity: cityWords.includes(text),
    strict: false,
  }
}
