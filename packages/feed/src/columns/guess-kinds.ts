import type { ColumnGuess } from './column-report.ts'
import type { SampleColumn } from './sample-columns.ts'
import { distinctShare, fitOf, type ValueKind } from './values/value-kinds.ts'

/** The least confidence with which a column becomes a field by its values. */
export const APPLIED_CONFIDENCE = 0.95

/** Facts of the other columns of the feed that prove the kind of a column. */
export interface FeedFacts {
  /** Rows of the sample. */
  readonly rows: number
  /** The ISO 3166-1 code of each row, if a column with a clear name has it. */
  readonly countries: readonly (string | undefined)[]
  /** The city of each row, if a column with a clear name has it. */
  readonly cities: readonly (string | undefined)[]
  /** Returns whether a text is the name of a city. */
  readonly isCity?: ((text: string) => boolean) | undefined
  /** Returns whether the words of a text name a kind of product, such as `Hotel`. */
  readonly namesKind: (text: string) => boolean
}

type Guess = (column: SampleColumn, facts: FeedFacts) => ColumnGuess | undefined

const MIN_VALUES = 10
/** Different numbers of up to four digits that are codes. */
const MIN_NUMBERS = 150
/** Values from which a notation that nothing else has is certain. */
const FEW_VALUES = 2
const LEGAL_FORM =
  /(?<![\p{L}])(?:gmbh|kg|ohg|ag|ug|s\.?a\.?r\.?l|sas|sasu|s\.?a|sci|s\.?l\.?u?|s\.?r\.?l|s\.?p\.?a|ltd|limited|llc|inc|plc|b\.?v|n\.?v|sp\.? z o\.?o|s\.?r\.?o|a\.?s|a\.?ş|şti|ltda|lda|unipessoal|α\.?ε|ο\.?ε|ε\.?π\.?ε|sl)\.?$/iu

/** Countries with the name of their capital: a column with this name alone may be the city. */
const CITY_STATES =
  /^(?:singapore|monaco|luxembourg|luxemburg|panama|guatemala|djibouti|san marino|kuwait|mexico|gibraltar|macau|hong kong)$/i

/** Returns the first guess of a column, from the notation that is most certain to the least certain. */
export function guessKind(column: SampleColumn, facts: FeedFacts): ColumnGuess | undefined {
  if (column.filled.length === 0) return undefined
  for (const guess of GUESSES) {
    const found = guess(column, facts)
    if (found !== undefined) return found
  }
  return undefined
}

/** A kind whose notation alone is enough. */
function byNotation(kind: ValueKind, target: string | undefined, minFit: number, minValues = FEW_VALUES): Guess {
  return ({ filled }) => {
    const fit = fitOf(kind, filled)
    if (fit < minFit) return undefined
    return guessOf(kind, target, filled.length >= minValues ? fit * 0.99 + 0.005 : 0.7)
  }
}

/** The guesses, from the most certain notation to the least certain. */
const GUESSES: readonly Guess[] = [
  byNotation('email', 'email', 0.9),
  byNotation('image', 'images', 0.9),
  website,
  byNotation('date', undefined, 0.9),
  byNotation('coordinates', 'location.coordinates', 0.95, 3),
  byNotation('stars', 'stars', 0.95, 3),
  phone,
  byNotation('time', undefined, 0.95),
  country,
  postcode,
  byNotation('boolean', undefined, 1),
  byNotation('currency', undefined, 1),
  category,
  airport,
  starsNumber,
  price,
  address,
  code,
  city,
  name,
  count,
]

/** One host of many links is a seller of the products, not their own site. */
function website({ filled }: SampleColumn): ColumnGuess | undefined {
  if (fitOf('url', filled) < 0.9) return undefined
  const hosts = filled.map((text) => /^(?:https?:\/\/)?(?:www\.)?([^/?#]+)/i.exec(text)?.[1] ?? text)
  const isOwn = filled.length >= 5 && distinctShare(hosts) >= 0.5
  return guessOf('url', 'website', isOwn ? 0.97 : 0.6)
}

function phone({ filled }: SampleColumn): ColumnGuess | undefined {
  const fit = fitOf('phone', filled)
  if (fit < 0.9) return undefined
  return guessOf('phone', 'phone', filled.length >= 5 && distinctShare(filled) >= 0.8 ? fit * 0.98 : 0.7)
}

function country({ filled, texts }: SampleColumn, { countries }: FeedFacts): ColumnGuess | undefined {
  const names = fitOf('countryName', filled)
  // Three capitals may be an airport or a currency.
  const isLong = filled.filter((text) => text.length > 3).length / filled.length
  if (names >= 0.95 && isLong >= 0.5) {
    const isCityState = filled.every((text) => CITY_STATES.test(text))
    return guessOf('country', 'location.country', isCityState ? 0.6 : filled.length >= 5 ? names * 0.98 : 0.8)
  }
  if (fitOf('countryCode', filled) < 1) {
    return names >= 0.98 && new Set(filled).size >= 4 ? guessOf('country', 'location.country', 0.9) : undefined
  }
  // Codes of languages and of American states have the same form, but both have other codes too.
  const codes = new Set(filled)
  const known = countries.some((each) => each !== undefined)
  const confidence = known || texts.length < MIN_VALUES ? 0.6 : codes.size >= 6 ? 0.96 : 0.75
  return guessOf('country', 'location.country', confidence)
}

/** Five digits are postal codes if each of them is in one city, and some hotels share one. */
function postcode({ filled, texts }: SampleColumn, { cities }: FeedFacts): ColumnGuess | undefined {
  if (fitOf('postcode', filled) >= 0.95 && filled.length >= 5) return guessOf('postcode', 'location.postalCode', 0.97)
  if (fitOf('digits', filled) < 0.98 || new Set(filled.map(({ length }) => length)).size > 2) return undefined
  const lengths = new Set(filled.map(({ length }) => length))
  if (![...lengths].every((length) => length === 4 || length === 5)) return undefined
  const cityOf = new Map<string, string>()
  let [repeated, agreeing] = [0, 0]
  for (const [at, text] of texts.entries()) {
    const city = cities[at]
    if (text === '' || city === undefined) continue
    const before = cityOf.get(text)
    if (before === undefined) cityOf.set(text, city)
    else {
      repeated += 1
      if (before === city) agreeing += 1
    }
  }
  const isProven =
    repeated >= 10 && agreeing / repeated >= 0.9 && new Set(cityOf.values()).size >= 3 && cityOf.size >= 5
  return guessOf('postcode', 'location.postalCode', isProven ? 0.96 : 0.5)
}

function category({ filled }: SampleColumn): ColumnGuess | undefined {
  const fit = fitOf('category', filled)
  const isRepeating = new Set(filled).size <= Math.max(3, filled.length / 3)
  if (fit < 0.95 || !isRepeating) return undefined
  return guessOf('category', 'category', filled.length >= MIN_VALUES ? fit * 0.98 : 0.8)
}

function airport({ filled }: SampleColumn): ColumnGuess | undefined {
  return fitOf('airport', filled) >= 0.98 ? guessOf('airport', undefined, 0.7) : undefined
}

/** Digits 1 to 5 may be stars, or a rating, or a number of anything. */
function starsNumber({ filled }: SampleColumn): ColumnGuess | undefined {
  return fitOf('starsNumber', filled) >= 0.98 ? guessOf('stars', 'stars', 0.6) : undefined
}

function price({ filled }: SampleColumn): ColumnGuess | undefined {
  return fitOf('price', filled) >= 0.95 ? guessOf('price', undefined, 0.7) : undefined
}

function address({ filled }: SampleColumn): ColumnGuess | undefined {
  const fit = fitOf('address', filled)
  if (fit < 0.5 || averageLength(filled) > 80) return undefined
  const isProven = fit >= 0.6 && filled.length >= MIN_VALUES && distinctShare(filled) >= 0.7
  return guessOf('address', 'location.address', isProven ? 0.97 : 0.7)
}

function code({ filled }: SampleColumn, { rows }: FeedFacts): ColumnGuess | undefined {
  if (fitOf('code', filled) < 1 || distinctShare(filled) < 1) return undefined
  // Small numbers may be different in each of a few rows by chance.
  const isNumber = filled.some((text) => /^\d{1,4}$/.test(text))
  const isProven = filled.length === rows && rows >= (isNumber ? MIN_NUMBERS : MIN_VALUES)
  return guessOf('code', 'code', isProven ? 0.96 : 0.5)
}

function city({ filled }: SampleColumn, { isCity }: FeedFacts): ColumnGuess | undefined {
  if (fitOf('name', filled) < 0.95 || filled.some((text) => /\d/.test(text))) return undefined
  const distinct = new Set(filled)
  if (distinct.size > filled.length * 0.8 || averageLength(filled) > 30) return undefined
  if (isCity === undefined) return distinct.size >= 3 ? guessOf('city', 'location.city', 0.4) : undefined
  const known = [...distinct].filter(isCity).length / distinct.size
  if (known < 0.6) return undefined
  return guessOf('city', 'location.city', known >= 0.85 && distinct.size >= 5 ? 0.96 : 0.7)
}

function name({ filled }: SampleColumn, { namesKind }: FeedFacts): ColumnGuess | undefined {
  if (fitOf('name', filled) < 0.9 || distinctShare(filled) < 0.8 || averageLength(filled) > 70) return undefined
  const legal = filled.filter((text) => LEGAL_FORM.test(text)).length / filled.length
  if (legal >= 0.3) return guessOf('legal name', 'legalName', 0.7)
  const kinds = filled.filter(namesKind).length / filled.length
  const words = filled.reduce((sum, text) => sum + text.split(/\s+/).length, 0) / filled.length
  const isProven = kinds >= 0.25 && words >= 1.5 && filled.length >= MIN_VALUES
  return guessOf('name', 'name', isProven ? 0.97 : 0.6)
}

function count({ filled }: SampleColumn): ColumnGuess | undefined {
  return fitOf('count', filled) >= 0.98 ? guessOf('count', undefined, 0.4) : undefined
}

function averageLength(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
}

function guessOf(kind: string, target: string | undefined, confidence: number): ColumnGuess {
  const rounded = Math.round(confidence * 100) / 100
  return target === undefined ? { kind, confidence: rounded } : { kind, target, confidence: rounded }
}
