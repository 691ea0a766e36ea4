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
import { barRow, plainRow } from '../report/row.ts'

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
      const feed = await recordsIn(PLACE.generated('feed', QUESTIONS * 10, { ...context, seed: context.seed + 1 }))
      const open = (): Promise<Storage> => openPostgresStorage({ connectionString, schema: SCHEMA })
      const [writer, primary] = [await open(), await open()]
      await restoreRegistry(writer, readLines(file))
      const memory = createMemoryStorage()
      await restoreRegistry(memory, readLines(file))
      const gazetteer = loadGazetteer()
      const [writing, alone] = [
        await createRegistry({ storage: writer, gazetteer }),
        await createRegistry({ storage: memory, gazetteer }),
      ]
      const writes = new SteadyWrites(writing, feed.slice(QUESTIONS))
      context.say('replica: begins while others write')
      writes.begin()
      const started = performance.now()
      const copy = await replica({ primary, local: () => createMemoryStorage() })
      const seconds = (performance.now() - started) / 1_000
      context.say('replica: follows')
      const lags: number[] = []
      for (const end = performance.now() + FOLLOWED_SECONDS * 1_000; performance.now() < end; ) {
        const { change } = await writer.ledger.head()
        const asked = performance.now()
        await copy.waitFor(change)
        lags.push(performance.now() - asked)
        await setTimeout(5)
      }
      const written = await writes.end()
      const followed = await createRegistry({ storage: copy, gazetteer })
      const questions = feed.slice(0, QUESTIONS)
      await answered(alone, questions)
      const slower = (await answered(followed, questions)) / (await answered(alone, questions))
      for (const registry of [followed, writing, alone]) await registry.close()
      return {
        n: records,
        rows: [
          barRow('replica.begins', `replica of ${count} records begins, beside writes`, seconds, 's', ['<=', 40]),
          plainRow('replica.writes', '... writes in a second meanwhile', written, 'count'),
          barRow('replica.lag-p99', '... lag behind them, p99', quantile(lags, 0.99), 'ms', ['<=', 100]),
          barRow('replica.slower', '... time of matches and searches to that of memory', slower, 'count', [
            '<=',
            SLOWER_MOST,
          ]),
        ],
      }
    }),
}

/** Single records that are written at a steady rate, or as fast as they can be. */
class SteadyWrites {
  readonly #registry: Registry
  readonly #records: readonly Record<string, unknown>[]
  #written = 0
  #isOn = false
  #began = 0
  #running: Promise<void> = Promise.resolve()

  constructor(registry: Registry, records: readonly Record<string, unknown>[]) {
    this.#registry = registry
    this.#records = records
  }

  begin(): void {
    this.#isOn = true
    this.#began = performance.now()
    this.#running = this.#run()
  }

  /** @returns how many were written in a second. */
  async end(): Promise<number> {
    this.#isOn = false
    await this.#running
    return this.#written / ((performance.now() - this.#began) / 1_000)
  }

  async #run(): Promise<void> {
    while (this.#isOn) {
      const due = this.#began + (this.#written * 1_000) / WRITES_PER_SECOND
      if (due > performance.now()) await setTimeout(due - performance.now())
      const record = this.#records[this.#written % this.#records.length] as Record<string, unknown>
      // Another content each time, so that each is a step.
      await this.#registry.upsert({ ...record, extra: { write: this.#written } })
      this.#written++
    }
  }
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
