import { seededRandom } from '../../harness/seeded-random.ts'
import { streamFiles, zipFiles } from './archive-files.ts'
import type { HostileFile } from './hostile-file.ts'
import { mutatedFiles } from './mutated-files.ts'
import { parquetFiles } from './parquet-files.ts'
import { csvFiles, jsonFiles } from './text-files.ts'
import { workbookFiles } from './workbook-files.ts'
import { xmlFiles } from './xml-files.ts'

const DAMAGED = 99

/** Returns 400 files. The seed decides the damage of those that are copies of valid files. */
export function hostileFiles(seed: number): HostileFile[] {
  const designed = [
    ...xmlFiles(),
    ...zipFiles(),
    ...streamFiles(),
    ...workbookFiles(),
    ...parquetFiles(),
    ...jsonFiles(),
    ...csvFiles(),
  ]
  return [...designed, ...mutatedFiles(DAMAGED, seededRandom(seed))]
}
