import { seededRandom } from '../../harness/seeded-random.ts'
import { parquetFiles, workbookFiles } from './binary-files.ts'
import { geoJsonFiles, jsonFiles, jsonLinesFiles, xmlFiles } from './document-files.ts'
import type { MessyFile } from './messy-file.ts'
import { tableFiles } from './table-files.ts'

/** Returns 120 files. A seed decides the values, and the combinations of traits. */
export function messyFiles(seed: number): MessyFile[] {
  const random = seededRandom(seed)
  return [
    ...tableFiles(66, random),
    ...jsonFiles(14, random),
    ...jsonLinesFiles(8, random),
    ...geoJsonFiles(6, random),
    ...xmlFiles(12, random),
    ...workbookFiles(10, random),
    ...parquetFiles(4, random),
  ]
}
