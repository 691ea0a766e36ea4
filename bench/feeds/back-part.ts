import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTask } from '../harness/child-task.ts'
import { type Part, part, wholeNumber } from '../harness/part.ts'
import { below, count, type Figure } from '../harness/row.ts'
import { withFolder } from '../harness/with-folder.ts'
import { BACK_FILES, type BackFile, importedFile } from './back/back-files.ts'
import { importTask } from './back/import-task.ts'
import { compared } from './back/take-away.ts'

const ROWS = 100_000
const MEGABYTE = 1e6

/**
 * Imports a generated file of each kind with `--annotate` into an empty registry, takes the results away from the copy,
 * and compares it with the file.
 */
export const backPart: Part = part('back', async (context) => {
  const rows = wholeNumber(context, 'rows', ROWS)
  const figures: Figure[] = []
  let identical = 0
  for (const file of BACK_FILES) {
    const { isWhole, own } = await withFolder((folder) => importBack(folder, file, rows, context.say))
    if (isWhole) identical += 1
    figures.push(...below(file.name, own))
  }
  const label = `${BACK_FILES.length} files of ${count(rows)} rows that came back: share that is identical without its results`
  const share: Figure = ['identical', label, identical / BACK_FILES.length, 'share', '= 1']
  return { n: rows, rows: below('feeds.back', [share, ...figures]) }
})

async function importBack(
  folder: string,
  file: BackFile,
  rows: number,
  say: (sentence: string) => void,
): Promise<{ readonly isWhole: boolean; readonly own: Figure[] }> {
  const { source, plain } = importedFile(file, rows)
  const path = join(folder, file.isGzipped === true ? `${file.name}.gz` : file.name)
  const copy = join(folder, `copy-${file.name}`)
  writeFileSync(path, source)
  const { wall, cpu, memory } = await startTask(importTask, path, copy, join(folder, 'data'))
  const { results, isIdentical } = await compared(readFileSync(copy), plain, file.kind)
  const isWhole = isIdentical && results === rows
  const outcome = isWhole ? 'identical' : `not identical, ${count(results)} results`
  say(`back: ${file.what}, ${count(plain.length)} bytes: ${outcome}`)
  return {
    isWhole,
    own: [
      ['rows', `${file.what}: rows with a result`, results, 'count'],
      ['wall', '... import with the copy', wall, 's'],
      ['cpu', '... CPU time', cpu, 's'],
      ['memory', '... memory at most', memory / MEGABYTE, 'MB'],
    ],
  }
}
