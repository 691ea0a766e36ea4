import type { GeonamesCity } from '../source/geonames.ts'
import { fold } from '../source/repository.ts'

/** From this population on, a city keeps every name in a local script (see below). */
const WORLD_CITY_POPULATION = 300_000
/**
 * From this population on, a city keeps every Latin name. Smaller cities keep Latin names only in multilingual
 * countries.
 */
const TOWN_POPULATION = 10_000

const WORLD_SCRIPTS =
  /^[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Armenian}\p{Script=Georgian}\P{L}]+$/u

const CYRILLIC = /^[\p{Script=Cyrillic}\P{L}]+$/u
const ARABIC = /^[\p{Script=Arabic}\P{L}]+$/u
const HAN = /^[\p{Script=Han}\P{L}]+$/u

/** Script in local use, by country. */
const OWN_SCRIPT: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['BG', 'BY', 'KG', 'KZ', 'ME', 'MK', 'MN', 'RS', 'RU', 'TJ', 'UA'].map((code) => [code, CYRILLIC]),
  ),
  ...Object.fromEntries(
    [
      'AE',
      'BH',
      'DZ',
      'EG',
      'IQ',
      'IR',
      'JO',
      'KW',
      'LB',
      'LY',
      'MA',
      'OM',
      'PK',
      'PS',
      'QA',
      'SA',
      'SD',
      'SY',
      'TN',
      'YE',
    ].map((code) => [code, ARABIC]),
  ),
  ...Object.fromEntries(['CN', 'HK', 'MO', 'TW'].map((code) => [code, HAN])),
  AM: /^[\p{Script=Armenian}\P{L}]+$/u,
  CY: /^[\p{Script=Greek}\P{L}]+$/u,
  GE: /^[\p{Script=Georgian}\P{L}]+$/u,
  GR: /^[\p{Script=Greek}\P{L}]+$/u,
  IL: /^[\p{Script=Hebrew}\P{L}]+$/u,
  JP: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々ヶ\P{L}]+$/u,
  KR: /^[\p{Script=Hangul}\P{L}]+$/u,
  TH: /^[\p{Script=Thai}\P{L}]+$/u,
}

/** Countries where small places also have names in several Latin languages (Ortisei, St. Ulrich, Urtijei). */
const SEVERAL_LANGUAGES: ReadonlySet<string> = new Set(['AD', 'BE', 'CH', 'ES', 'FI', 'IE', 'IT', 'LU', 'MT'])

const LATIN = /^[\p{Script=Latin}\P{L}]+$/u
const ASCII = /^[\x20-\x7e]*$/
const LETTER = /\p{L}/u

/**
 * Returns the useful other names of a city, in the order of the source. No two names fold alike, and none folds like
 * the city's name.
 */
export function cityAliases(city: GeonamesCity): string[] {
  const aliases = new Map<string, string>()
  for (const alternate of city.alternateNames) {
    const alias = alternate.replace(/\s+/g, ' ').trim()
    if (!isWanted(alias, city)) continue
    const key = fold(alias)
    if (key === '' || key === city.foldedName) continue
    // The source lists `Munchen` and `München`: keep the name with accents.
    if (!aliases.has(key) || ASCII.test(aliases.get(key) ?? '')) aliases.set(key, alias)
  }
  return [...aliases.values()]
}

function isWanted(alias: string, city: GeonamesCity): boolean {
  if (!LETTER.test(alias) || alias.length > 60) return false
  if (LATIN.test(alias)) {
    // Nobody writes codes (MUC) or syllable transliterations (mu ni hei) as names.
    if (/^[A-Z]{3,4}$/.test(alias) || /^\P{L}*\p{Ll}/u.test(alias)) return false
    return city.population >= TOWN_POPULATION || SEVERAL_LANGUAGES.has(city.country)
  }
  if (OWN_SCRIPT[city.country]?.test(alias) === true) return true
  return (city.population >= WORLD_CITY_POPULATION || city.feature === 'PPLC') && WORLD_SCRIPTS.test(alias)
}
