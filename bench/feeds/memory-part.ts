import { startTask } from '../harness/child-task.ts'
import { type Part, part, wholeNumber } from '../harness/part.ts'
import { below, count, type Figure } from '../harness/row.ts'
import { withFolder } from '../harness/with-folder.ts'
import { packsZstd, REPEATED_FORMS, type RepeatedFormat, writeParts } from './files/repeated-feed.ts'
import { memoryTask } from './speed/read-tasks.ts'

const GIGABYTES = 5
const MEGABYTE = 1e6

/** Reads feeds that are larger than memory, to records, each in its own process, and measures the memory. */
export const memoryPart: Part = part('memory', async (context) => {
  const gigabytes = wholeNumber(context, 'gigabytes', GIGABYTES)
  const figures: Figure[] = []
  const skipped: string[] = []
  for (const format of Object.keys(REPEATED_FORMS) as RepeatedFormat[]) {
    if (format === 'zstd' && !packsZstd()) {
      skipped.push('memory: zstd needs Node.js 22.15 or the program zstd')
      continue
    }
    const { rows, memory } = await withFolder((folder) =>
      startTask(memoryTask, format, writeParts(folder, format), gigabytes),
    )
    const name = format === 'zstd' ? 'zstd (CSV)' : format.toUpperCase()
    context.say(`memory: ${name}, ${count(rows)} rows`)
    const label = `${name} of ${gigabytes} GB to records: memory at most`
    figures.push([format, label, memory / MEGABYTE, 'MB', '<= 300'])
  }
  return { n: gigabytes, rows: below('feeds.memory', figures), skipped }
})
