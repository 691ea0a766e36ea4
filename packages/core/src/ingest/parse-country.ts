import { COUNTRIES, COUNTRY_NAMES } from '../geo/generated/country-names.ts'
import { UNKNOWN_COUNTRY } from '../geo/unknown-country.ts'
import { fold } from '../text/fold.ts'

/** The ISO 3166-1 alpha-2 codes of all countries. */
export const COUNTRY_CODES: readonly string[] = COUNTRIES.split(' ').map((codes) => codes.slice(0, 2))
const alpha2BySpelling: ReadonlyMap<string, string> = new Map([
  ...COUNTRIES.split(' ').map((codes) => [codes.slice(2).toLowerCase(), codes.slice(0, 2)] as const),
  ...COUNTRY_NAMES.flatMap((ofScript) =>
    ofScript
      .split(';')
      .flatMap((names, at) => names.split('|').map((name) => [name, COUNTRY_CODES[at] as string] as const)),
  ).filter(([name]) => name !== ''),
])
const alpha2Codes: ReadonlySet<string> = new Set(COUNTRY_CODES)
/** Codes that many suppliers use although ISO 3166 does not assign these codes to a country. */
const OTHER_CODES: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }

/** Reports whether a text is an assigned ISO 3166-1 alpha-2 code in upper case. */
export function isCountryCode(code: string): boolean {
  return alpha2Codes.has(code)
}

/** Parses a country: an alpha-2 code, an alpha-3 code or a name in a dozen languages, in upper or lower case. */
export function parseCountry(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (alpha2Codes.has(code)) return code
  return OTHER_CODES[code] ?? alpha2BySpelling.get(fold(text))
}

/** Parses a country like {@link parseCountry}. Also accepts `ZZ`, which products display for an unknown country. */
export function parseDisplayedCountry(text: string): string | undefined {
  return text.trim().toUpperCase() === UNKNOWN_COUNTRY ? UNKNOWN_COUNTRY : parseCountry(text)
}
