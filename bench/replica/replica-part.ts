import { setTimeout } from 'node:timers/promises'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { openPostgresStorage } from '@utpid/adapter-postgres'
import { createRegistry, type Registry, replica, restoreRegistry, type Storage } from '@utpid/core'
import { readFeed, readLines } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { PLACE } from '../postgres/bench-place.ts'
import { recordsOf } from '../postgres/filled.ts'
import type { Part, PartResult } from '../report/part.ts'
import { quantile } from '../report/quantile.ts'
import { barRow } from '../report/row.ts'
import { SteadyWriter } from './steady-writer.ts'

const SCHEMA = `utpid_bench_replica_${process.pid}`
const RECORDS = 200_000
const WRITES_PER_SECOND = 300
const FOLLOWED_SECONDS = 10
const QUESTIONS = 2_000
/** How much slower a replica may be than memory alone. */
const SLOWER_MOST = 1.2

/** A replica in memory of a registry in PostgreSQL, while another storage writes to it. */
export const replicaPart: Part = {
  name: 'replica',
  needsData: false,
  run: (context): Promise<PartResult> =>
    PLACE.withSchemas(context, [SCHEMA], async (connectionString) => {
      const records = recordsOf(context, RECORDS)
      const count = records.toLocaleString('en')
      context.say(`replica: a registry of ${count} generated records`)
      const file = context.options.export ?? PLACE.generated('export', records, context)
      const feed = PLACE.generated('feed', QUESTIONS * 10, { ...context, seed: context.seed + 1 })
      const open = (): Promise<Storage> => openPostgresStorage({ connectionString, schema: SCHEMA })
      const [source, primary] = [await open(), await open()]
      await restoreRegistry(source, readLines(file))
      const memory = createMemoryStorage()
      await restoreRegistry(memory, readLines(file))
      const gazetteer = loadGazetteer()
      const alone = await createRegistry({ storage: memory, gazetteer })
      context.say('replica: begins while others write')
      const writes = await SteadyWriter.begin(connectionString, SCHEMA, WRITES_PER_SECOND, context.seed)
      const started = performance.now()
      const copy = await replica({ primary, local: () => createMemoryStorage() })
      const seconds = (performance.now() - started) / 1_000
      context.say('replica: follows')
      const lags: number[] = []
      for (const end = performance.now() + FOLLOWED_SECONDS * 1_000; performance.now() < end; ) {
        const { change } = await source.ledger.head()
        const asked = performance.now()
        await copy.waitFor(change)
        lags.push(performance.now() - asked)
        await setTimeout(5)
      }
      const written = await writes.end()
      const followed = await createRegistry({ storage: copy, gazetteer })
      const questions = (await recordsIn(feed)).slice(0, QUESTIONS)
      await answered(alone, questions)
      const slower = (await answered(followed, questions)) / (await answered(alone, questions))
      for (const registry of [followed, alone]) await registry.close()
      await source.close()
      return {
        n: records,
        rows: [
          barRow('replica.begins', `replica of ${count} records begins, beside writes`, seconds, 's', ['<=', 40]),
          barRow('replica.writes', '... writes in a second meanwhile', written, 'count', [
            '>=',
            WRITES_PER_SECOND * 0.98,
          ]),
          barRow('replica.lag-p99', '... lag behind them, p99', quantile(lags, 0.99), 'ms', ['<=', 100]),
          barRow('replica.slower', '... time of matches and searches to that of memory', slower, 'count', [
            '<=',
            SLOWER_MOST,
          ]),
        ],
      }
    }),
}

/** Milliseconds of a match and a search for each record. */
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
