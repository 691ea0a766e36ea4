import type { Part, PartResult } from '../report/part.ts'
import { barRow } from '../report/row.ts'
import { runImporters } from './run-importers.ts'
import { generated, recordsOf, withServer } from './write-server.ts'

const RECORDS = 60_000
const PROCESSES = 4

/** An import with matching and grouping, by one process and by several at once. */
export const writersPart: Part = {
  name: 'writers',
  needsData: false,
  run: (context): Promise<PartResult> =>
    withServer(context, async ({ url, folder }) => {
      const records = recordsOf(context, RECORDS)
      const count = records.toLocaleString('en')
      const feed = generated(folder, 'feed', records, context.seed)
      context.say(`writers: ${count} generated records by one process`)
      const alone = await runImporters(url, `bench import ${process.pid}`, feed, 1)
      context.say(`writers: the same by ${PROCESSES} processes at once`)
      const together = await runImporters(url, `bench writers ${process.pid}`, feed, PROCESSES)
      return {
        n: records,
        rows: [
          barRow('import.rate', `import of ${count} records, in a second`, alone, 'count', ['>=', 1_500]),
          barRow('writers.rate', `... by ${PROCESSES} processes at once`, together, 'count', ['>=', Math.floor(alone)]),
        ],
      }
    }),
}
