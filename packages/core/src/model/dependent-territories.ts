/** ISO 3166-1 alpha-2 codes of territories that suppliers write with their own code or with that of their state. */
const STATES: Readonly<Record<string, string>> = {
  ...of('AU', 'CC CX NF'),
  ...of('CN', 'HK MO'),
  ...of('DK', 'FO GL'),
  ...of('FI', 'AX'),
  ...of('FR', 'BL GF GP MF MQ NC PF PM RE WF YT'),
  ...of('GB', 'AI BM FK GG GI IM JE KY MS SH TC VG'),
  ...of('NL', 'AW BQ CW SX'),
  ...of('NO', 'SJ'),
  ...of('NZ', 'CK NU TK'),
  ...of('US', 'AS GU MP PR VI'),
}

/** Whether two records lie in two countries; a territory and its state are one, since suppliers write either. */
export function isOtherCountry(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return false
  return (STATES[a] ?? a) !== (STATES[b] ?? b)
}

function of(state: string, territories: string): Record<string, string> {
  return Object.fromEntries(territories.split(' ').map((territory) => [territory, state]))
}
