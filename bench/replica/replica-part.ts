import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { replicaFolder } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { openPostgresStorage } from '@utpid/adapter-postgres'
import { createRegistry, type Registry, type Storage } from '@utpid/core'
import type { Replica, ReplicaOptions } from '@utpid/core/copy'
import { replica, restoreRegistry } from '@utpid/core/copy'
import { readFeed, readLines } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import type { Part, PartContext, PartResult } from '../harness/part.ts'
import { quantile } from '../harness/quantile.ts'
import { barRow, type Row } from '../harness/row.ts'
import { ENVIRONMENT } from '../place/bench-environment.ts'
import { recordsOf } from '../place/filled.ts'
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
/** Maximum slowdown of a replica compared with memory alone. */
const MAX_SLOWDOWN = 1.2
/** Limit for a registry of any size, up to five million products. */
const MAX_START_SECONDS = 240
/** A restart reads only later changes, so it takes about as long as opening a folder. */
const MAX_RESTART_SECONDS = 3

/** A registry in PostgreSQL, and functions to copy and follow it. */
interface Primary {
  readonly context: PartContext
  readonly connectionString: string
  readonly schema: string
  readonly source: Storage
  readonly records: number
}

/** Measures a replica of a registry in PostgreSQL while another storage writes: in memory, and in a folder. */
export const replicaPart: Part = {
  name: 'replica',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const { schema, url } = context.options
    if (schema === undefined) {
      return await ENVIRONMENT.withSchemas(context, [OWN_SCHEMA], (address) =>
        measured(context, address, OWN_SCHEMA, true),
      )
    }
    if (url === undefined) throw new Error('--schema names a schema of a running server: give its --url, too.')
    return await measured(context, url, schema, false)
  },
}

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
    const records = isFilled ? recordsOf(context, RECORDS) : ((await source.ledger.counters()).get('records') ?? 0)
    if (records === 0) throw new Error(`The schema ${schema} contains no registry; fill it with utpid restore.`)
    context.say(`replica: a registry of ${records.toLocaleString('en')} generated records`)
    const primary: Primary = { context, connectionString, schema, source, records }
    if (!isFilled) return { n: records, rows: await inFolder(primary) }
    const file = context.options.export ?? ENVIRONMENT.generated('export', records, context)
    await restoreRegistry(source, readLines(file))
    const rows = [...(records > MAX_IN_MEMORY ? [] : await inMemory(primary, file)), ...(await inFolder(primary))]
    return { n: records, rows }
  } finally {
    await source.close()
  }
}

async function inMemory({ context, ...primary }: Primary, file: string): Promise<Row[]> {
  const feed = ENVIRONMENT.generated('feed', QUESTIONS * 10, { ...context, seed: context.seed + 1 })
  const memory = createMemoryStorage()
  await restoreRegistry(memory, readLines(file))
  const gazetteer = loadGazetteer()
  const alone = await createRegistry({ storage: memory, gazetteer })
  const writes = await steadyWriter({ context, ...primary }, 1)
  const { copy, seconds } = await startReplica({ context, ...primary }, () => createMemoryStorage(), 'in memory')
  const lags = await lagsOf(copy, primary.source)
  const written = await writes.end()
  const followed = await createRegistry({ storage: copy, gazetteer })
  const questions = (await recordsIn(feed)).slice(0, QUESTIONS)
  await answered(alone, questions)
  const slower = (await answered(followed, questions)) / (await answered(alone, questions))
  for (const registry of [followed, alone]) await registry.close()
  const what = `replica in memory of ${primary.records.toLocaleString('en')} records`
  return [
    barRow('replica.begins', `${what} begins, beside writes`, seconds, 's', ['<=', 40]),
    writesRow('replica.writes', written),
    barRow('replica.lag-p99', '... lag behind them, p99', quantile(lags, 0.99), 'ms', ['<=', 100]),
    barRow('replica.slower', '... time of matches and searches to that of memory', slower, 'count', [
      '<=',
      MAX_SLOWDOWN,
    ]),
  ]
}

/** Starts twice. The second start reads only later changes. */
async function inFolder(primary: Primary): Promise<Row[]> {
  const isIdle = primary.context.options.idle !== undefined
  const folder = mkdtempSync(join(tmpdir(), 'utpid-bench-replica-'))
  try {
    const beside = isIdle ? undefined : await steadyWriter(primary, 2)
    const first = await startReplica(primary, replicaFolder(folder), 'in a folder')
    const writes = beside ?? (await steadyWriter(primary, 2))
    const lags = await lagsOf(first.copy, primary.source)
    await first.copy.close()
    const again = await startReplica(primary, replicaFolder(folder), 'in the same folder')
    const written = await writes.end()
    await again.copy.close()
    const what = `replica in a folder of ${primary.records.toLocaleString('en')} records`
    return [
      barRow(
        'replica.folder.begins',
        `${what} begins, ${isIdle ? 'nobody writing' : 'beside writes'}`,
        first.seconds,
        's',
        ['<=', MAX_START_SECONDS],
      ),
      barRow('replica.folder.again', '... begins again in the same folder', again.seconds, 's', [
        '<=',
        MAX_RESTART_SECONDS,
      ]),
      writesRow('replica.folder.writes', written),
      barRow('replica.folder.lag-p99', '... lag behind them, p99', quantile(lags, 0.99), 'ms', ['<=', 100]),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function writesRow(id: string, written: number): Row {
  return barRow(id, '... writes in a second meanwhile', written, 'count', ['>=', WRITES_PER_SECOND * 0.98])
}

/** @param nth - Makes the ids of each writer distinct. */
function steadyWriter(
  { context, connectionString, schema }: Pick<Primary, 'context' | 'connectionString' | 'schema'>,
  nth: number,
): Promise<SteadyWriter> {
  return SteadyWriter.start(connectionString, schema, WRITES_PER_SECOND, context.seed + nth)
}

async function startReplica(
  { context, connectionString, schema }: Pick<Primary, 'context' | 'connectionString' | 'schema'>,
  local: ReplicaOptions['local'],
  where: string,
): Promise<{ copy: Replica; seconds: number }> {
  const primary = await openPostgresStorage({ connectionString, schema })
  context.say(`replica: starting ${where}`)
  const started = performance.now()
  const copy = await replica({ primary, local })
  return { copy, seconds: (performance.now() - started) / 1_000 }
}

/** Measures, repeatedly, the milliseconds from a change of the source until the replica has the change. */
async function lagsOf(copy: Replica, source: Storage): Promise<number[]> {
  const lags: number[] = []
  for (const end = performance.now() + FOLLOWED_SECONDS * 1_000; performance.now() < end; ) {
    const { change } = await source.ledger.head()
    const asked = performance.now()
    await copy.waitFor(change)
    lags.push(performance.now() - asked)
    await setTimeout(5)
  }
  return lags
}

/** Returns the milliseconds of a match and a search for each record. */
async function answered(registry: Registry, records: readonly Record<string, unknown>[]): Promise<number> {
  const started = performance.now()
  for (const { supplier: _supplier, code: _code, ...input } of records) {
    await registry.match(input)
    await registry.search(String(input.name))
  }
  return performance.now() - started
}

async function recordsIn(file: string): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = []
  for await (const item of readFeed(file)) if ('record' in item) records.push(item.record)
  return records
}
