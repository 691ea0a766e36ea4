import { openPostgresStorage } from '@utpid/adapter-postgres'
import { restoreRegistry } from '@utpid/core/copy'
import { readLines } from '@utpid/feed'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { ENVIRONMENT } from '../place/bench-environment.ts'
import { recordsOf } from '../place/filled.ts'

const SCHEMA = `utpid_bench_restore_${process.pid}`
const RECORDS = 200_000
/** Minimum records per second: five million in eight minutes. */
const PER_SECOND = Math.ceil(5_000_000 / 480)

/** Restores an export into an empty schema, with all indexes. */
export const restorePart: Part = {
  name: 'restore',
  needsData: false,
  run: (context): Promise<PartResult> =>
    ENVIRONMENT.withSchemas(context, [SCHEMA], async (address) => {
      const records = recordsOf(context, RECORDS)
      context.say(`restore: an export of ${records.toLocaleString('en')} generated records`)
      const file = context.options.export ?? ENVIRONMENT.generated('export', records, context)
      const storage = await openPostgresStorage({ connectionString: address, schema: SCHEMA })
      const started = performance.now()
      let readFor = 0
      const { rows } = await restoreRegistry(storage, readLines(file), {
        yield: () => new Promise((resolve) => void setImmediate(resolve)),
        onProgress: () => {
          readFor = (performance.now() - started) / 1_000
        },
      })
      const seconds = (performance.now() - started) / 1_000
      await storage.close()
      const restored = rows.record ?? 0
      return {
        n: restored,
        rows: [
          plainRow('restore.seconds', `restore of ${restored.toLocaleString('en')} records`, seconds, 's'),
          plainRow('restore.indexes', '... of these for counts, indexes and statistics', seconds - readFor, 's'),
          barRow('restore.rate', '... records in a second', restored / seconds, 'count', ['>=', PER_SECOND]),
        ],
      }
    }),
}
