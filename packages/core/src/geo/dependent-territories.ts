/**
 * States with territories, as ISO 3166-1 alpha-2 codes. For a territory, suppliers use either its own code or the code
 * of its state.
 */
const TERRITORIES: Readonly<Record<string, readonly string[]>> = {
  AU: ['CC', 'CX', 'NF'],
  CN: ['HK', 'MO'],
  DK: ['FO', 'GL'],
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'WF', 'YT'],
  GB: ['AI', 'BM', 'FK', 'GG', 'GI', 'IM', 'JE', 'KY', 'MS', 'SH', 'TC', 'VG'],
  NL: ['AW', 'BQ', 'CW', 'SX'],
  NO: ['SJ'],
  NZ: ['CK', 'NU', 'TK'],
  US: ['AS', 'GU', 'MP', 'PR', 'VI'],
}

const STATES: ReadonlyMap<string, string> = new Map(
  Object.entries(TERRITORIES).flatMap(([state, territories]) => territories.map((territory) => [territory, state])),
)

/**
 * Reports whether two records are in different countries. A territory and its state count as one country, since
 * suppliers use either code.
 */
export function isOtherCountry(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return false
  return (STATES.get(a) ?? a) !== (STATES.get(b) ?? b)
}

/** Returns a country and its territories. A supplier that names a country may mean any of these. */
export function countryWithTerritories(country: string): readonly string[] {
  return [country, ...(TERRITORIES[country] ?? [])]
}

/** Returns the state of a territory; undefined for other countries. */
export function stateOfTerritory(country: string): string | undefined {
  return STATES.get(country)
}
