import type { Gazetteer } from '@utpid/core'
import { CompactGazetteer } from './compact-gazetteer.ts'
import { readGazetteerFile } from './gazetteer-file.ts'

let loaded: Gazetteer | undefined

/**
 * The gazetteer that comes with this package: the cities of GeoNames with more than 1,000
 * inhabitants, their names in other languages and scripts, and airports with an IATA code.
 * The first call reads one file (about 100 ms); later calls give the same object.
 *
 * @throws {Error} When the data file is missing or damaged.
 */
export function loadGazetteer(): Gazetteer {
  // One folder up from src in the repository, and from dist in the published package.
  loaded ??= new CompactGazetteer(readGazetteerFile(new URL('../data/gazetteer.bin.br', import.meta.url)))
  return loaded
}
