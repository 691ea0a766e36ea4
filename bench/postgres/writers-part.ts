import type { Part, PartResult } from '../harness/part.ts'
import { barRow } from '../harness/row.ts'
import { ENVIRONMENT } from '../place/bench-environment.ts'
import { recordsOf } from '../place/filled.ts'
import { runImporters } from './run-importers.ts'

const ALONE = `utpid_bench_import_${process.pid}`
const TOGETHER = `utpid_bench_writers_${process.pid}`
const RECORDS = 60_000
const PROCESSES = 4

/** Imports with matching and clustering: by one process, then by several at once. */
export const writersPart: Part = {
  name: 'writers',
  needsData: false,
  run: (context): Promise<PartResult> =>
    ENVIRONMENT.withSchemas(context, [ALONE, TOGETHER], async (address) => {
      const records = recordsOf(context, RECORDS)
      const count = records.toLocaleString('en')
      const feed = ENVIRONMENT.generated('feed', records, context)
      context.say(`writers: ${count} generated records by one process`)
      const alone = await runImporters(address, ALONE, feed, 1)
      context.say(`writers: the same by ${PROCESSES} processes at once`)
      const together = await runImporters(address, TOGETHER, feed, PROCESSES)
      return {
        n: records,
        rows: [
          barRow('import.rate', `import of ${count} records, in a second`, alone, 'count', ['>=', 1_500]),
          barRow('writers.rate', `... by ${PROCESSES} processes at once`, together, 'count', ['>=', Math.floor(alone)]),
        ],
      }
    }),
}
