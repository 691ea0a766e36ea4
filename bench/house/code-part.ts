import type { Part } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { productSources } from './source-files.ts'
import { codeLines, longFunctions } from './source-measures.ts'

/** The last commit before files moved into folders. */
const BASE = '262db2cf'
const MAX_LINES = 70
/** A suite of tests for writers of storages: its long functions are bodies of `describe`. */
const SUITE = 'packages/storage-conformance/'

/**
 * Counts lines of code of the packages, and functions that are too long. Option: `--base COMMIT`, the commit to compare
 * with.
 */
export const codePart: Part = {
  name: 'code',
  needsData: false,
  run: async ({ options, say }) => {
    const base = options.base ?? BASE
    const now = productSources('HEAD')
    const long = now.filter(({ path }) => !path.startsWith(SUITE)).flatMap((file) => longFunctions(file, MAX_LINES))
    for (const { path, line, lines } of long) say(`house: ${path}:${line} has ${lines} lines`)
    const [before, after] = [productSources(base), now].map((files) =>
      files.reduce((sum, file) => sum + codeLines(file), 0),
    )
    const rows = [
      barRow('house.long-functions', `functions of product code above ${MAX_LINES} lines`, long.length, 'count', [
        '=',
        0,
      ]),
      plainRow('house.lines-before', `lines of code of the packages in ${base}`, before ?? null, 'count'),
      barRow('house.lines', '... now', after ?? null, 'count', ['<=', (before ?? 0) - 2_000]),
    ]
    return { n: 0, rows }
  },
}
