import { openPostgresStorage } from '@utpid/adapter-postgres'
import { restoreRegistry } from '@utpid/core/copy'
import { readLines } from '@utpid/feed'
import { readRows } from '../feeds/feed-rows.ts'
import { openRegistry, PAUSING } from '../feeds/registries.ts'
import { childTask, startTask } from '../harness/child-task.ts'
import { part, wholeNumber } from '../harness/part.ts'
import { count } from '../harness/row.ts'
import { secondsSince, sum } from '../harness/statistics.ts'
import { ENVIRONMENT } from '../place/bench-environment.ts'
import { filledSchema } from '../place/filled.ts'

/** Number of additional records as a share of the registry: 300,000 for five million. */
const ONTO_SHARE = 0.06
const RESTORED_RECORDS = 200_000
/** Minimum restored records per second: five million in eight minutes. */
const MIN_RESTORED = Math.ceil(5_000_000 / 480)
const IMPORTED_RECORDS = 60_000
const PROCESSES = 4
const BATCH_SIZE = 1_000

/**
 * Imports feeds into a large registry, with matching and clustering. It changes the registry, so other parts come
 * before.
 */
export const ontoPart = part('onto', async (context) => {
  const { address, name, records } = await filledSchema(context)
  const more = Math.ceil(records * ONTO_SHARE)
  // Records of another seed have other supplier codes, like a new feed.
  const feed = ENVIRONMENT.generated('feed', more, { ...context, seed: context.seed + 1 })
  context.say(`onto: importing ${count(more)} generated records onto ${count(records)}`)
  const rate = await runImporters(address, name, feed, 1)
  const what = `import of ${count(more)} records onto ${count(records)}, in a second`
  return { n: records, rows: [['onto.rate', what, rate, 'count', '>= 1500']] }
})

/** Restores an export into an empty schema, with all indexes. */
export const restorePart = part('restore', (context) => {
  const schema = `utpid_bench_restore_${process.pid}`
  return ENVIRONMENT.withSchemas(context, [schema], async (address) => {
    const records = wholeNumber(context, 'records', RESTORED_RECORDS)
    context.say(`restore: an export of ${count(records)} generated records`)
    const file = context.options.export ?? ENVIRONMENT.generated('export', records, context)
    const storage = await openPostgresStorage({ connectionString: address, schema })
    const started = performance.now()
    let readFor = 0
    const onProgress = (): void => {
      readFor = secondsSince(started)
    }
    const { rows } = await restoreRegistry(storage, readLines(file), { ...PAUSING, onProgress })
    const seconds = secondsSince(started)
    await storage.close()
    const restored = rows.record ?? 0
    return {
      n: restored,
      rows: [
        ['restore.seconds', `restore of ${count(restored)} records`, seconds, 's'],
        ['restore.indexes', '... of these for counts, indexes and statistics', seconds - readFor, 's'],
        ['restore.rate', '... records in a second', restored / seconds, 'count', `>= ${MIN_RESTORED}`],
      ],
    }
  })
})

/** Imports with matching and clustering: by one process, then by several at once. */
export const writersPart = part('writers', (context) => {
  const [one, several] = [`utpid_bench_import_${process.pid}`, `utpid_bench_writers_${process.pid}`]
  return ENVIRONMENT.withSchemas(context, [one, several], async (address) => {
    const records = wholeNumber(context, 'records', IMPORTED_RECORDS)
    const feed = ENVIRONMENT.generated('feed', records, context)
    context.say(`writers: ${count(records)} generated records by one process`)
    const alone = await runImporters(address, one, feed, 1)
    context.say(`writers: the same by ${PROCESSES} processes at once`)
    const together = await runImporters(address, several, feed, PROCESSES)
    return {
      n: records,
      rows: [
        ['import.rate', `import of ${count(records)} records, in a second`, alone, 'count', '>= 1500'],
        ['writers.rate', `... by ${PROCESSES} processes at once`, together, 'count', `>= ${Math.floor(alone)}`],
      ],
    }
  })
})

/**
 * Imports a feed with several processes at once. Each process imports every n-th record. Records of a product follow
 * each other, so all processes write the same products.
 *
 * @returns The records per second, from the first start to the last end.
 */
async function runImporters(url: string, schema: string, file: string, processes: number): Promise<number> {
  const runs = await Promise.all(
    Array.from({ length: processes }, (_, each) => startTask(importTask, url, schema, file, each, processes)),
  )
  const seconds = Math.max(...runs.map(({ ended }) => ended)) - Math.min(...runs.map(({ began }) => began))
  return sum(runs.map(({ records }) => records)) / seconds
}

/** Imports every n-th record of a feed. Times are seconds since 1970, so that several processes can be combined. */
const importTask = childTask(
  import.meta,
  'import',
  async (connectionString: string, schema: string, file: string, each: number, n: number) => {
    const records = (await readRows(file, { skips: true })).filter((_, at) => at % n === each)
    await using registry = await openRegistry(await openPostgresStorage({ connectionString, schema }), PAUSING)
    const began = Date.now() / 1_000
    const { read } = await registry.import(records, { batchSize: BATCH_SIZE, termFrequencies: 'manual' })
    return { records: read, began, ended: Date.now() / 1_000 }
  },
)
