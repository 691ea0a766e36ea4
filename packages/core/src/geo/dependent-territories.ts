/** ISO 3166-1 alpha-2 codes of states whose territories suppliers write with their own code or with that of the state. */
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

/** Whether two records lie in two countries; a territory and its state are one, since suppliers write either. */
export function isOtherCountry(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return false
  return (STATES.get(a) ?? a) !== (STATES.get(b) ?? b)
}

/** What a supplier may mean by a country: it, and its territories. */
export function countryWithTerritories(country: string): readonly string[] {
  return [country, ...(TERRITORIES[country] ?? [])]
}

/** The state whose code suppliers may write for a territory; undefined of what is no territory. */
export function stateOfTerritory(country: string): string | undefined {
  return STATES.get(country)
}
