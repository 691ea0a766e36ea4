import { setTimeout } from 'node:timers/promises'
import { replicaFolder } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { openPostgresStorage } from '@utpid/adapter-postgres'
import type { Registry, Storage } from '@utpid/core'
import { type Replica, type ReplicaOptions, replica, restoreRegistry } from '@utpid/core/copy'
import { readLines } from '@utpid/feed'
import { type FeedRow, readRows, withoutCode } from '../feeds/feed-rows.ts'
import { openRegistry } from '../feeds/registries.ts'
import { type PartContext, type PartResult, part, wholeNumber } from '../harness/part.ts'
import { below, count, type Figure } from '../harness/row.ts'
import { quantile, secondsSince } from '../harness/statistics.ts'
import { withFolder } from '../harness/with-folder.ts'
import { ENVIRONMENT } from '../place/bench-environment.ts'
import { SteadyWriter } from './steady-writer.ts'

const OWN_SCHEMA = `utpid_bench_replica_${process.pid}`
const RECORDS = 200_000
/**
 * Maximum records of an in-memory copy. With more, the copy and the registry that it is compared with do not fit into
 * memory.
 */
const MAX_IN_MEMORY = 500_000
const WRITES_PER_SECOND = 300
const FOLLOWED_SECONDS = 10
const QUESTIONS = 2_000

/** A registry in PostgreSQL, and functions to copy and follow it. */
interface Primary {
  readonly context: PartContext
  readonly connectionString: string
  readonly schema: string
  readonly source: Storage
  readonly records: number
}

/** Measures a replica of a registry in PostgreSQL while another storage writes: in memory, and in a folder. */
export const replicaPart = part('replica', async (context) => {
  const { schema, url } = context.options
  if (schema === undefined) {
    return await ENVIRONMENT.withSchemas(context, [OWN_SCHEMA], (address) =>
      measured(context, address, OWN_SCHEMA, true),
    )
  }
  if (url === undefined) throw new Error('--schema names a schema of a running server: give its --url, too.')
  return await measured(context, url, schema, false)
})

/**
 * @param isFilled - Whether to fill the schema first. Otherwise it already contains a registry, and only a replica in a
 *   folder is measured.
 */
async function measured(
  context: PartContext,
  connectionString: string,
  schema: string,
  isFilled: boolean,
): Promise<PartResult> {
  const source = await openPostgresStorage({ connectionString, schema })
  try {
    const found = async (): Promise<number> => (await source.ledger.counters()).get('records') ?? 0
    const records = isFilled ? wholeNumber(context, 'records', RECORDS) : await found()
    if (records === 0) throw new Error(`The schema ${schema} contains no registry; fill it with utpid restore.`)
    context.say(`replica: a registry of ${count(records)} generated records`)
    const primary: Primary = { context, connectionString, schema, source, records }
    const rows: Figure[] = []
    if (isFilled) {
      const file = context.options.export ?? ENVIRONMENT.generated('export', records, context)
      await restoreRegistry(source, readLines(file))
      if (records <= MAX_IN_MEMORY) rows.push(...(await inMemory(primary, file)))
    }
    rows.push(...below('folder', await inFolder(primary)))
    return { n: records, rows: below('replica', rows) }
  } finally {
    await source.close()
  }
}

async function inMemory(primary: Primary, file: string): Promise<Figure[]> {
  const { context, source, records } = primary
  const feed = ENVIRONMENT.generated('feed', QUESTIONS * 10, { ...context, seed: context.seed + 1 })
  const memory = createMemoryStorage()
  await restoreRegistry(memory, readLines(file))
  await using alone = await openRegistry(memory)
  const writes = await steadyWriter(primary, 1)
  const { copy, seconds } = await startReplica(primary, () => createMemoryStorage(), 'in memory')
  const lags = await lagsOf(copy, source)
  const written = await writes.end()
  await using followed = await openRegistry(copy)
  const questions = (await readRows(feed, { skips: true })).slice(0, QUESTIONS)
  await secondsToAnswer(alone, questions)
  const slower = (await secondsToAnswer(followed, questions)) / (await secondsToAnswer(alone, questions))
  return [
    ['begins', `replica in memory of ${count(records)} records begins, beside writes`, seconds, 's', '<= 40'],
    ...writeFigures(written, lags),
    ['slower', '... time of matches and searches to that of memory', slower, 'count', '<= 1.2'],
  ]
}

/** Starts twice. The second start reads only later changes. */
async function inFolder(primary: Primary): Promise<Figure[]> {
  const isIdle = primary.context.options.idle !== undefined
  return await withFolder(async (folder) => {
    const beside = isIdle ? undefined : await steadyWriter(primary, 2)
    const first = await startReplica(primary, replicaFolder(folder), 'in a folder')
    const writes = beside ?? (await steadyWriter(primary, 2))
    const lags = await lagsOf(first.copy, primary.source)
    await first.copy.close()
    const again = await startReplica(primary, replicaFolder(folder), 'in the same folder')
    const written = await writes.end()
    await again.copy.close()
    const how = isIdle ? 'nobody writing' : 'beside writes'
    return [
      // The limit holds for a registry of any size, up to five million products.
      [
        'begins',
        `replica in a folder of ${count(primary.records)} records begins, ${how}`,
        first.seconds,
        's',
        '<= 240',
      ],
      // A restart reads only later changes, so it takes about as long as opening a folder.
      ['again', '... begins again in the same folder', again.seconds, 's', '<= 3'],
      ...writeFigures(written, lags),
    ]
  })
}

function writeFigures(written: number, lags: readonly number[]): Figure[] {
  return [
    ['writes', '... writes in a second meanwhile', written, 'count', `>= ${WRITES_PER_SECOND * 0.98}`],
    ['lag-p99', '... lag behind them, p99', quantile(lags, 0.99), 'ms', '<= 100'],
  ]
}

/** @param nth - Makes the ids of each writer distinct. */
function steadyWriter({ context, connectionString, schema }: Primary, nth: number): Promise<SteadyWriter> {
  return SteadyWriter.start(connectionString, schema, WRITES_PER_SECOND, context.seed + nth)
}

async function startReplica(
  { context, connectionString, schema }: Primary,
  local: ReplicaOptions['local'],
  where: string,
): Promise<{ copy: Replica; seconds: number }> {
  const primary = await openPostgresStorage({ connectionString, schema })
  context.say(`replica: starting ${where}`)
  const started = performance.now()
  const copy = await replica({ primary, local })
  return { copy, seconds: secondsSince(started) }
}

/** Measures, repeatedly, the milliseconds from a change of the source until the replica has the change. */
async function lagsOf(copy: Replica, source: Storage): Promise<number[]> {
  const lags: number[] = []
  const started = performance.now()
  while (secondsSince(started) < FOLLOWED_SECONDS) {
    const { change } = await source.ledger.head()
    const asked = performance.now()
    await copy.waitFor(change)
    lags.push(performance.now() - asked)
    await setTimeout(5)
  }
  return lags
}

/** Returns the time of a match and a search for each record. */
async function secondsToAnswer(registry: Registry, records: readonly FeedRow[]): Promise<number> {
  const started = performance.now()
  for (const input of records.map(withoutCode)) {
    await registry.match(input)
    await registry.search(String(input.name))
  }
  return secondsSince(started)
}
