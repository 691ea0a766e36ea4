import { LRUCache } from 'lru-cache'
import { hashText } from '../../encoding/hash.ts'
import { expandStreetWord } from '../../text/abbreviations.ts'
import { fold } from '../../text/fold.ts'
import { isArticle } from '../../text/generic-words.ts'
import { isSpaceless, scriptOf, splitAtScriptChange } from '../../text/script.ts'
import type { AddressFeatures } from '../record-features.ts'
import { withoutCityEnding } from './city-ending.ts'

/** Words for kinds of streets and parts of buildings. Such words do not distinguish streets. */
const STREET_KINDS: ReadonlySet<string> = new Set(
  (
    'street road avenue boulevard rue place square lane drive way court crescent terrace highway route chemin impasse allee quai cours ' +
    'passage faubourg parkway close gardens strasse weg platz gasse allee ring ufer calle plaza paseo carrer carretera camino via viale ' +
    'piazza corso largo vicolo rua travessa praca estrada straat laan plein gade vej vagen gatan ulica prospekt lorong jalan jl ' +
    'no nr num numero bis ter unit suite ste level floor fl etage building bldg block blk tower apt apartment shop lot zone za zi bp cs ' +
    'north south east west northeast northwest southeast southwest quartier lieu dit lieudit ' +
    // `St` means street in one language and saint in another, so neither distinguishes streets.
    'saint sainte'
  ).split(' '),
)

/** The words of STREET_KINDS that mean only streets, roads and squares. */
const STREET_NAMES: ReadonlySet<string> = new Set([...STREET_KINDS].slice(0, [...STREET_KINDS].indexOf('no')))

const MAX_STREET_WORDS = 8
/** The ending of a German street name. German joins `strasse`, `gasse` and similar words to the name. */
const GERMAN_KIND_PATTERN = /^(.{3,}?)(?:strasse|str|gasse|platz|weg|allee)$/
/** A postcode between a word and the city, even without a separator: `12 rue de la Paix 75002 Paris`. */
const POSTCODE_PATTERN = /(?<!\d)\d{5}/g
const HOUSE_NUMBER_PATTERN = /(?<![\p{L}\d])(\d{1,5})(?:\s?(?:[a-d]|bis|ter))?(?:\s?[-–/]\s?(\d{1,5}))?(?![\p{L}\d])/iu

/**
 * Returns the street and the house number of an address line. Either may come first.
 *
 * @returns undefined if the line has neither a street nor a house number.
 */
export function addressFeatures(address: string): AddressFeatures | undefined {
  // The text after the street (postcode, city, country) is also in other fields, so only the part with the number
  // counts.
  const parts = address
    .split(/[,;\n]/)
    .map(withoutPostcode)
    .filter((part) => part.trim() !== '')
  const numberAt = parts.findIndex((part) => HOUSE_NUMBER_PATTERN.test(part) && !/\d{5,}/.test(part))
  const numberPart = parts[numberAt] ?? ''
  const alone = numberAt >= 0 && !/\p{L}{2,}/u.test(numberPart)
  const streetPart =
    numberAt < 0 ? (parts[0] ?? '') : alone ? (parts[numberAt === 0 ? 1 : numberAt - 1] ?? '') : numberPart
  const number = HOUSE_NUMBER_PATTERN.exec(numberPart)
  const houseNumber = Math.min(65_535, Number(number?.[1] ?? 0))
  const last = Math.min(65_535, Number(number?.[2] ?? 0))

  const street = streetWords(streetPart)
  if (houseNumber === 0 && street.length === 0) return undefined
  return {
    houseNumber,
    houseNumberLast: last > houseNumber && last - houseNumber < 100 ? last : houseNumber,
    street,
    script: street.length === 0 ? 0 : scriptOf(streetPart),
  }
}

/** Reports whether a text looks like a street with a house number. Such a text is hardly the name of anything else. */
export function looksLikeStreetAddress(text: string): boolean {
  if (!HOUSE_NUMBER_PATTERN.test(text)) return false
  const words = fold(text)
    .split(' ')
    .flatMap((word) => expandStreetWord(word).split(' '))
  return words.some((word) => STREET_NAMES.has(word) || GERMAN_KIND_PATTERN.test(word))
}

function withoutPostcode(part: string): string {
  const word = part.search(/\p{L}/u)
  if (word < 0) return part
  POSTCODE_PATTERN.lastIndex = word + 1
  const postcode = POSTCODE_PATTERN.exec(part)
  return postcode === null ? part : part.slice(0, postcode.index)
}

function streetWords(text: string): number[] {
  const hashes = new Set<number>()
  for (const raw of fold(text).split(' ')) {
    for (const word of isSpaceless(raw) ? splitAtScriptChange(raw) : expandStreetWord(raw).split(' ')) {
      if (word === '' || /^\d+[a-d]?$/.test(word) || STREET_KINDS.has(word) || isArticle(word)) continue
      hashes.add(hashText(GERMAN_KIND_PATTERN.exec(word)?.[1] ?? word))
    }
  }
  return [...hashes].slice(0, MAX_STREET_WORDS).sort((a, b) => a - b)
}

/**
 * Cache of folded cities by text. Features, the gazetteer and search terms each fold the city, and a feed has few
 * cities.
 */
const recentCities = new LRUCache<string, string>({ max: 4_000 })

/** Folds a city without the parts on which suppliers differ: district numbers, `cedex`, `市`. */
export function foldCity(city: string): string {
  let folded = recentCities.get(city)
  if (folded === undefined) {
    folded = foldCityUncached(city)
    recentCities.set(city, folded)
  }
  return folded
}

function foldCityUncached(city: string): string {
  const words = fold(city)
    .split(' ')
    .filter((word) => !/\d/.test(word) && word !== 'cedex' && word !== 'arrondissement')
    .map((word) =>
      word === 'st' ? 'saint' : word === 'ste' ? 'sainte' : isSpaceless(word) ? withoutCityEnding(word) : word,
    )
  return words.join(' ')
}

/** Folds a postcode: upper case, no spaces, only the five digits of a US ZIP+4. */
export function foldPostcode(postcode: string): string {
  const bare = postcode
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}-]/gu, '')
  return (/^(\d{5})-?\d{4}$/.exec(bare)?.[1] ?? bare).replaceAll('-', '')
}

/** The words as input of the checksum of the index version. */
export const STREET_KINDS_SOURCE: string = [...STREET_KINDS].join(' ')
