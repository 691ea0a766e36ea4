import { fold } from '../source/repository.ts'
import { packageVersion, readPackageJson } from '../source/source-package.ts'
import { byCodeUnit, header, quote, type Table } from '../source/table.ts'
import { COUNTRY_FIRST_NAMES, COUNTRY_MORE_NAMES, COUNTRY_NAME_OWNERS } from './country-names.ts'

const SOURCE = 'i18n-iso-countries'

/** Languages of suppliers, in the order of their names in the table. */
const LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'tr', 'el', 'ru', 'ar', 'ja', 'zh', 'ko']

export interface CountryRow {
  readonly alpha2: string
  readonly alpha3: string
  /** Folded and distinct names, the usual English name first. */
  readonly names: readonly string[]
}

/** Builds the table of ISO 3166-1 countries with their folded names, by alpha-2 code. */
export function countryRows(): CountryRow[] {
  const codes = readPackageJson<[alpha2: string, alpha3: string][]>(SOURCE, 'codes.json')
  const languages = LANGUAGES.map(
    (language) =>
      readPackageJson<{ countries: Record<string, string | string[]> }>(SOURCE, `langs/${language}.json`).countries,
  )
  const owners = new Map<string, string>()
  const rows: CountryRow[] = []
  for (const [alpha2, alpha3] of codes.toSorted((left, right) => byCodeUnit(left[0], right[0]))) {
    const names = new Set<string>()
    const first = COUNTRY_FIRST_NAMES[alpha2]
    const spellings = [
      ...(first === undefined ? [] : [first]),
      ...languages.flatMap((countries) => countries[alpha2] ?? []),
      ...(COUNTRY_MORE_NAMES[alpha2] ?? []),
    ]
    for (const spelling of spellings) {
      const name = fold(spelling)
      if (name === '' || names.has(name) || (COUNTRY_NAME_OWNERS[name] ?? alpha2) !== alpha2) continue
      const owner = owners.get(name)
      if (owner !== undefined) {
        throw new Error(`"${name}" names ${owner} and ${alpha2}: say whose it is in COUNTRY_NAME_OWNERS.`)
      }
      owners.set(name, alpha2)
      names.add(name)
    }
    rows.push({ alpha2, alpha3, names: [...names] })
  }
  return rows
}

const SCRIPTS = ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Han', 'Hangul']

/** Returns the names of all countries by the script of their first letter; kana and other scripts are last. */
function namesByScript(rows: readonly CountryRow[]): string[] {
  const patterns = SCRIPTS.map((script) => new RegExp(`^\\P{L}*\\p{Script=${script}}`, 'u'))
  const groupOf = (name: string): number => {
    const at = patterns.findIndex((pattern) => pattern.test(name))
    return at < 0 ? SCRIPTS.length : at
  }
  return [...SCRIPTS, 'other'].map((_, group) =>
    rows.map(({ names }) => names.filter((name) => groupOf(name) === group).join('|')).join(';'),
  )
}

export function countryTable(): Table {
  const rows = countryRows()
  const source = `${header(
    [packageVersion(SOURCE)],
    'The country names are under the MIT licence, (c) 2016 widdix GmbH: see NOTICE.',
  )}
/** The ISO 3166-1 codes of the countries: alpha-2 and alpha-3 together, sorted by alpha-2. */
export const COUNTRIES: string =
  ${quote(rows.map(({ alpha2, alpha3 }) => alpha2 + alpha3).join(' '))}

/**
 * The folded names of the countries in many languages, a text for each script: in the order of the codes, with \`;\`
 * between countries and \`|\` between names. Names of one script together compress best. No name is of two countries.
 */
// biome-ignore format: one script a line
export const COUNTRY_NAMES: readonly string[] = [
${namesByScript(rows)
  .map((names) => `  ${quote(names)},`)
  .join('\n')}
]
`
  return {
    path: 'packages/core/src/geo/generated/country-names.ts',
    bytes: Buffer.from(source),
    notes: [`${rows.length} countries, ${rows.reduce((sum, row) => sum + row.names.length, 0)} names`],
  }
}
