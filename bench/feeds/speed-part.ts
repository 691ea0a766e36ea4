import { statSync } from 'node:fs'
import { join } from 'node:path'
import { runTask } from '../harness/child-task.ts'
import { type Part, part, wholeNumber } from '../harness/part.ts'
import { type Bar, below, count, type Figure } from '../harness/row.ts'
import { overRuns } from '../harness/statistics.ts'
import { withFolder } from '../harness/with-folder.ts'
import { FEED_FORMATS, type WrittenFormat, writeFeed } from './files/write-feed.ts'
import { type ReadTo, readTask } from './speed/read-tasks.ts'

const ROWS = 200_000
const RUNS = 3
const MEGABYTE = 1e6

const FORMATS: Readonly<Record<WrittenFormat, readonly [name: string, bar: Bar]>> = {
  csv: ['CSV', '>= 120000'],
  jsonl: ['JSON Lines', '>= 100000'],
  xml: ['XML', '>= 30000'],
  parquet: ['Parquet', '>= 100000'],
  xlsx: ['XLSX', '>= 15000'],
}

/**
 * Reads rows of 20 columns and about 300 bytes in each format, to rows and to records: median of three runs, each in its
 * own process.
 */
export const speedPart: Part = part('speed', async (context) => {
  const rows = wholeNumber(context, 'rows', ROWS)
  const speeds = await withFolder(async (folder) => {
    const figures: Figure[] = []
    for (const format of FEED_FORMATS) figures.push(...(await speedOf(folder, format, rows, context.say)))
    return figures
  })
  return { n: rows, rows: below('feeds.speed', speeds) }
})

async function speedOf(
  folder: string,
  format: WrittenFormat,
  rows: number,
  say: (sentence: string) => void,
): Promise<Figure[]> {
  const [name, bar] = FORMATS[format]
  const path = join(folder, `feed.${format}`)
  await writeFeed(path, format, rows)
  const bytes = Math.round(statSync(path).size / rows)
  say(`speed: ${name}, ${count(rows)} rows of ${bytes} bytes`)
  const runs = (to: ReadTo) =>
    overRuns(
      Array.from({ length: RUNS }, () => {
        const run = runTask(readTask, path, to)
        if (run.rows !== rows) throw new Error(`${path} has ${rows} rows, but ${run.rows} were read.`)
        return run
      }),
    )
  const [parsed, mapped] = [runs('rows'), runs('records')]
  return below(format, [
    ['cpu', `${name}: rows in a second of CPU time`, parsed(({ cpu }) => rows / cpu), 'rows/s', bar],
    ['wall', '... in a second', parsed(({ wall }) => rows / wall), 'rows/s', bar],
    ['records.cpu', '... to records, in a second of CPU time', mapped(({ cpu }) => rows / cpu), 'rows/s'],
    ['records.wall', '... to records, in a second', mapped(({ wall }) => rows / wall), 'rows/s'],
    ['memory', '... memory at most', mapped(({ memory }) => memory / MEGABYTE), 'MB'],
  ])
}
