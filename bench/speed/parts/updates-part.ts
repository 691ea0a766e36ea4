import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openDurableStorage } from '@utpid/adapter-folder'
import type { Registry } from '@utpid/core'
import type { RecordRow } from '@utpid/core/storage'
import { openRegistry } from '../../feeds/registries.ts'
import { childTask, type TaskResult } from '../../harness/child-task.ts'
import { load } from '../../harness/machine.ts'
import { part } from '../../harness/part.ts'
import { below, count } from '../../harness/row.ts'
import { overRuns, paced, quantile, secondsSince, timeEach } from '../../harness/statistics.ts'
import { withFolder } from '../../harness/with-folder.ts'
import { drawnRecords } from '../../postgres/drawn-records.ts'
import type { SearchQueryText } from '../inputs/draw-queries.ts'
import { SpeedFolder } from '../inputs/speed-folder.ts'

const RUNS = 3
const PHASE_SECONDS = 20
const MAX_SECONDS = 900
const PER_SECOND = 1_000
const PER_BATCH = 100
const SEARCHES_PER_SECOND = 100
const WARM_UP = 200
const CHANGED_RECORDS = 5_000
/** After one in this many batches, its records are searched. */
const LOOKED_EVERY = 5

/** Measures searches during writes, and compares them with searches without writes in the same process. */
export const updatesPart = part('updates', async (context) => {
  const place = await SpeedFolder.open(context)
  const runs: TaskResult<typeof updatesTask>[] = []
  for (let round = 1; round <= RUNS; round++) {
    context.say(`speed: searches during writes, ${round} of ${RUNS}`)
    const run = await withFolder((copy) => {
      place.copyRegistry(join(copy, 'registry'))
      cpSync(join(place.folder, 'queries.json'), join(copy, 'queries.json'))
      return place.once(`updates-${round}`, updatesTask, MAX_SECONDS, copy, PHASE_SECONDS)
    })
    runs.push(run)
  }
  const over = overRuns(runs)
  const rows = below('updates', [
    ['at-rest.p99', `${count(place.records)} records: search at rest, p99`, over((run) => run.atRestP99), 'ms'],
    ['p99', '... while records are written, p99', over((run) => run.meanwhileP99), 'ms'],
    ['ratio', '... in parts of that at rest', over((run) => run.meanwhileP99 / run.atRestP99), 'times', '<= 2'],
    ['written', '... records written a second', over((run) => run.written), 'records/s', '>= 950'],
    ['visible', '... seen by the next call', over((run) => run.visible), 'fraction', '= 1'],
    ['load', '... load of the machine', over((run) => run.load), ''],
  ])
  return { n: place.records, rows }
})

/** Searches first without writes, then while 1,000 records a second are written. */
const updatesTask = childTask(import.meta, 'updates', async (folder: string, seconds: number) => {
  const storage = await openDurableStorage(join(folder, 'registry'), { index: 'segments' })
  await using registry = await openRegistry(storage)
  const queries = JSON.parse(readFileSync(join(folder, 'queries.json'), 'utf8')) as SearchQueryText[]
  const rows = await drawnRecords(storage, CHANGED_RECORDS, 1)
  const search = ({ text, country }: SearchQueryText): Promise<unknown> =>
    registry.search(text, country === undefined ? {} : { country })
  await timeEach(queries.slice(0, WARM_UP), search)
  const p99OfSearches = async (): Promise<number> => {
    const times: number[] = []
    const started = performance.now()
    for await (const _ of paced(SEARCHES_PER_SECOND, () => secondsSince(started) < seconds)) {
      times.push(...(await timeEach([queries[times.length % queries.length] as SearchQueryText], search)))
      // Late searches would otherwise starve the writes.
      await setTimeout(0)
    }
    return quantile(times, 0.99)
  }
  const atRestP99 = await p99OfSearches()
  const loop = { on: true }
  const writing = write(registry, rows, loop)
  const meanwhileP99 = await p99OfSearches()
  loop.on = false
  return { atRestP99, meanwhileP99, ...(await writing), load: load() }
})

/** Writes records at a fixed rate, however long a batch takes. Counts how many are found by the next call. */
async function write(
  registry: Registry,
  rows: readonly RecordRow[],
  loop: { readonly on: boolean },
): Promise<{ written: number; visible: number }> {
  let [batches, looked, found] = [0, 0, 0]
  const began = performance.now()
  for await (const _ of paced(PER_SECOND / PER_BATCH, () => loop.on)) {
    const first = batches * PER_BATCH
    const records = Array.from({ length: PER_BATCH }, (_each, at) => changed(rows, first + at))
    await registry.import(records, { batchSize: PER_BATCH, termFrequencies: 'manual' })
    if (batches++ % LOOKED_EVERY !== 0) continue
    const name = (records[1] as { name: string }).name
    const { products } = await registry.search(name, { limit: 1 })
    looked++
    if (products[0]?.records.some(({ record }) => record.name === name) === true) found++
  }
  return { written: (batches * PER_BATCH) / secondsSince(began), visible: found / looked }
}

/** Half of the writes change an existing record, the others are new. */
function changed(rows: readonly RecordRow[], at: number): Record<string, unknown> {
  const { record } = rows[at % rows.length] as RecordRow
  if (at % 2 === 0) return { ...record, name: `${record.name} ${at % 7}` }
  return { ...record, code: `new-${at}`, name: `${record.name} Zubau${at}` }
}
