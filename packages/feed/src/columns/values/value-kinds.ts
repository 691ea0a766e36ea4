import { COUNTRY_CODES, parseCategory, parseCountry } from '@utpid/core'
import { decimalDegrees, singleSpaced } from './degrees.ts'

/** A kind of values that can be recognized in a single value. */
export type ValueKind =
  | 'email'
  | 'url'
  | 'image'
  | 'phone'
  | 'coordinates'
  | 'stars'
  | 'starsNumber'
  | 'countryCode'
  | 'countryName'
  | 'category'
  | 'postcode'
  | 'digits'
  | 'address'
  | 'date'
  | 'time'
  | 'currency'
  | 'price'
  | 'boolean'
  | 'airport'
  | 'count'
  | 'code'
  | 'name'
  | 'houseNumber'
  | 'salutation'
  | 'status'

const COUNTRIES: ReadonlySet<string> = new Set(COUNTRY_CODES)
const CURRENCIES: ReadonlySet<string> = new Set(
  `EUR USD GBP CHF JPY CNY AUD CAD NZD SEK NOK DKK PLN CZK HUF RON BGN TRY RUB UAH AED SAR ILS EGP MAD TND ZAR INR THB IDR MYR
   SGD HKD KRW TWD PHP VND MXN BRL ARS CLP COP PEN`.split(/\s+/),
)
const STREET_WORDS =
  /(?:str(?:\.|asse|aße|aat)?|weg|platz|allee|gasse|ring|ufer|laan|plein|kade)(?![\p{L}])|(?<![\p{L}])(?:rue|avenue|av|ave|boulevard|bd|blvd|place|quai|chemin|route|impasse|cours|calle|c\/|avda|avenida|plaza|paseo|carrer|carretera|via|viale|piazza|corso|largo|vicolo|rua|praça|praca|travessa|estrada|ul|ulica|al|aleja|plac|os|ulice|náměstí|namesti|nám|třída|trida|cad|cadde|caddesi|cd|sok|sokak|sk|mah|bulvar|bulvarı|οδός|οδος|λεωφόρος|λεωφ|πλατεία|street|st|road|rd|lane|ln|drive|dr|square|sq|court|ct|way|hwy|highway|terrace|crescent|parade)(?![\p{L}])/iu
const HOUSE_NUMBER = /(?<![\p{L}\d])\d{1,4}(?:\s?[a-z]|\/\d{1,3}|-\d{1,4})?(?![\p{L}\d])/iu
const POSTCODE_FORMS =
  /^(?:\d{4}\s?[A-Z]{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{3}\s\d{2}|[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|[A-Z]{1,2}-\d{4,5}|\d{5}-\d{4}|\d{5}-\d{3})$/
const STARS =
  /^(?:[*★☆]{1,7}|[1-7](?:[.,]5)?\s?(?:\*+|★|(?:est|stars?|stelle|estrellas?|estrelas?|etoiles?|étoiles?|sterne?|sterren|yıldız|gwiazd\p{L}*|hvězd\p{L}*|αστ\p{L}*|s|sup|superior)\b)(?:\s?\p{L}{0,9}\.?))$/iu

const IMAGE_NAME = /[^/]\.(?:jpe?g|png|webp|gif|avif)$/i
/** The tests of the kinds, for trimmed texts. */
const TESTS: Readonly<Record<ValueKind, (text: string) => boolean>> = {
  email: (text) => /^(?:mailto:)?[^\s@,;]+@[^\s@,;]+\.\p{L}{2,}$/u.test(text),
  url: (text) => /^(?:https?:\/\/|www\.)[^\s.]+\.\S+$/i.test(text),
  image: (text) => /^(?:https?:)?\/\/\S+$/i.test(text) && IMAGE_NAME.test(text.split('?', 1)[0] as string),
  phone: isPhone,
  coordinates: (text) => pairOf(text) !== undefined,
  stars: (text) => STARS.test(text),
  starsNumber: (text) => /^[1-5](?:[.,][05])?$/.test(text),
  countryCode: (text) => /^[A-Z]{2}$/.test(text) && COUNTRIES.has(text),
  countryName: (text) => text.length > 2 && parseCountry(text) !== undefined,
  category: (text) => !/^\d/.test(text) && parseCategory(text).known,
  postcode: (text) => POSTCODE_FORMS.test(text),
  digits: (text) => /^\d{3,7}$/.test(text),
  address: (text) => HOUSE_NUMBER.test(text) && STREET_WORDS.test(text),
  date: (text) => /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})(?:[T ].*)?$/.test(text),
  time: (text) => /^[0-2]?\d[:.h][0-5]\d(?::[0-5]\d)?(?:\s?[ap]m)?$/i.test(text),
  currency: (text) => CURRENCIES.has(text),
  price: (text) => /^(?:[€$£]\s?)?\d{1,6}[.,]\d{2}(?:\s?(?:[€$£]|[A-Z]{3}))?$/.test(text),
  boolean: (text) =>
    /^(?:true|false|yes|no|y|n|0|1|ja|nein|oui|non|sí|si|não|tak|nie|ano|ne|evet|hayır|ναι|όχι)$/i.test(text),
  airport: (text) => /^[A-Z]{3}$/.test(text),
  count: (text) => /^\d{1,4}$/.test(text),
  code: (text) => text.length <= 40 && /^[\p{L}\d][\p{L}\d._:/-]*$/u.test(text) && /\d/.test(text),
  name: (text) =>
    text.length <= 120 && /^[\p{Lu}\p{Lo}\p{N}'"«„“]/u.test(text) && /\p{L}{2}/u.test(text) && !/[.!?]$/.test(text),
  houseNumber: (text) => /^\d{1,5}\s?(?:[a-z]|[/-]\s?\d{1,4}[a-z]?|bis|ter)?$/i.test(text),
  status: (text) =>
    /^(?:active|inactive|open|closed|enabled|disabled|aktiv|inaktiv|actif|activo|attivo|online|offline|ok|new|deleted)$/i.test(
      text,
    ),
  salutation: (text) => /^(?:mr|mrs|ms|miss|dr|herr|frau|m|mme|mlle|sr|sra|sig|dhr|mevr|pan|pani)\.?$/i.test(text),
}

/** Returns the share of texts of a kind, 0 to 1. */
export function fitOf(kind: ValueKind, texts: readonly string[]): number {
  if (texts.length === 0) return 0
  const test = TESTS[kind]
  let fits = 0
  for (const text of texts) if (test(text)) fits += 1
  return fits / texts.length
}

/** Returns the share of distinct texts, 0 to 1. */
export function distinctShare(texts: readonly string[]): number {
  return texts.length === 0 ? 0 : new Set(texts).size / texts.length
}

/** Parses a pair of coordinates in one text: `48.85, 2.35`, `48,85; 2,35`, `POINT(2.35 48.85)`. */
export function pairOf(text: string): readonly [number, number] | undefined {
  const point = /^(?:SRID=\d+;)?POINT\s*\(\s*(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)\s*\)$/i.exec(text)
  if (point !== null) return [Number(point[2]), Number(point[1])]
  const parts = pairParts(singleSpaced(text.replace(/^[[({]|[\])}]$/g, '')))
  if (parts.length !== 2) return undefined
  const [first, second] = parts.map((part) => (/[.,]\d{2,}/.test(part) ? decimalDegrees(part) : undefined))
  if (first === undefined || second === undefined) return undefined
  return Math.abs(first) <= 180 && Math.abs(second) <= 180 ? [first, second] : undefined
}

/** Splits a text at the separator of its numbers. A comma without a space separates only after a decimal point. */
function pairParts(text: string): string[] {
  const separator = [';', ', ', '|', '/'].find((each) => text.includes(each))
  const comma = text.indexOf(',')
  const hasPoint = comma !== -1 && text.slice(0, comma).includes('.')
  return text.split(separator ?? (hasPoint ? ',' : ' ')).map((part) => part.trim())
}

/** A number in a notation of telephones. Digits alone may be a code. */
function isPhone(text: string): boolean {
  if (!/^(?:tel\.?:?\s*)?\(?[+\d][\d\s()./-]{6,24}(?:\s?(?:ext|x|int)\.?\s?\d{1,5})?$/i.test(text)) return false
  const digits = text.replace(/\D/g, '').length
  if (digits < 7 || digits > 15 || TESTS.date(text)) return false
  return (
    /^(?:tel\.?:?\s*)?(?:\+|00|\(0|\(\+|0\d)/i.test(text) &&
    (/^\+|^00/.test(text) || /[\s()/.-]/.test(text) || digits >= 9)
  )
}
