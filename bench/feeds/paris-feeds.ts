import { join } from 'node:path'

/** The source whose feed covers all of France. Only its rows in Paris are used. */
export const FRENCH_SOURCE = 'atout-france-2017'

/** Each feed of the Paris set and the source of its records. */
export const PARIS_FEEDS: readonly { readonly file: string; readonly source: string }[] = [
  { file: 'paris-osm-hotels', source: 'osm' },
  { file: 'paris-datatourisme', source: 'datatourisme' },
  { file: 'paris-atout-france', source: 'atout-france' },
  { file: 'france-atout-france-2017', source: FRENCH_SOURCE },
]

/** The city whose rows of the French source belong to the set. */
export const PARIS_CITY = 'PARIS'

export function feedPath(data: string, file: string): string {
  return join(data, 'feeds', `${file}.jsonl.gz`)
}

export function labelPath(data: string, file: string): string {
  return join(data, 'labels', `${file}.jsonl.gz`)
}
