import type { Gazetteer } from '@utpid/core'
import { CompactGazetteer } from './compact-gazetteer.ts'
import { readGazetteerFile } from './gazetteer-file.ts'

let loaded: Gazetteer | undefined

/**
 * Returns the gazetteer of this package: cities of GeoNames with more than 1,000 inhabitants, their names in other
 * languages and scripts, and airports with an IATA code. The first call reads one file (about 100 ms); later calls
 * return the same object.
 *
 * @throws {Error} If the data file is missing or damaged.
 */
export function loadGazetteer(): Gazetteer {
  // The folder `data` is one level above `src` in the repository, and above `dist` in the published package.
  loaded ??= new CompactGazetteer(readGazetteerFile(new URL('../data/gazetteer.bin.br', import.meta.url)))
  return loaded
}
