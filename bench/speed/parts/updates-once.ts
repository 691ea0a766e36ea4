/**
 * `updates-once.ts FOLDER SECONDS`: searches first without writes, then while 1,000 records a second are written;
 * prints an {@link UpdatesRun}. The writes change the registry, so FOLDER is a copy.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import type { RecordRow } from '@utpid/core/storage'
import { loadGazetteer } from '@utpid/gazetteer'
import { load } from '../../harness/machine.ts'
import { drawnRecords } from '../../postgres/asked-inputs.ts'
import type { SearchQueryText } from '../inputs/draw-queries.ts'

export interface UpdatesRun {
  readonly atRest: readonly number[]
  readonly meanwhile: readonly number[]
  /** Records written a second. */
  readonly written: number
  /** Number of records searched right after their write: found, and total. */
  readonly visible: readonly [found: number, looked: number]
  readonly load: readonly [number, number]
}

const PER_SECOND = 1_000
const PER_BATCH = 100
const SEARCHES_PER_SECOND = 100
const WARM_UP = 200
/** After one in this many batches, its records are searched. */
const LOOKED_EVERY = 5

const [folder = '', seconds = ''] = process.argv.slice(2)
const loadBefore = load()
const storage = await openDurableStorage(join(folder, 'registry'), { index: 'segments' })
const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
const queries = JSON.parse(readFileSync(join(folder, 'queries.json'), 'utf8')) as SearchQueryText[]
const rows = await drawnRecords(storage, 5_000, 1)
for (const query of queries.slice(0, WARM_UP)) await timed(query)
const lasting = Number(seconds) * 1_000
const atRest = await searchFor(lasting)
let isDone = false
let written = 0
const visible: [number, number] = [0, 0]
const began = performance.now()
const writing = write()
const meanwhile = await searchFor(lasting)
isDone = true
await writing
const taken = (performance.now() - began) / 1_000
await registry.close()
const run: UpdatesRun = { atRest, meanwhile, written: written / taken, visible, load: [loadBefore, load()] }
process.stdout.write(JSON.stringify(run))

async function searchFor(milliseconds: number): Promise<number[]> {
  const times: number[] = []
  const started = performance.now()
  for (let at = 0; performance.now() - started < milliseconds; at++) {
    times.push(await timed(queries[at % queries.length] as SearchQueryText))
    // A steady rate, as in a service: back-to-back searches would starve the writes.
    const wait = started + ((at + 1) * 1_000) / SEARCHES_PER_SECOND - performance.now()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)))
  }
  return times
}

async function timed({ text, country }: SearchQueryText): Promise<number> {
  const started = performance.now()
  await registry.search(text, country === undefined ? {} : { country })
  return performance.now() - started
}

/**
 * Writes records at a fixed rate, however long a batch takes. Half of the writes change an existing record, the others
 * are new.
 */
async function write(): Promise<void> {
  for (let batch = 0; !isDone; batch++) {
    const due = began + (batch * PER_BATCH * 1_000) / PER_SECOND
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const records = Array.from({ length: PER_BATCH }, (_, at) => changed(batch * PER_BATCH + at))
    await registry.import(records, { batchSize: PER_BATCH })
    written += PER_BATCH
    if (batch % LOOKED_EVERY !== 0) continue
    const name = (records[1] as { name: string }).name
    const { products } = await registry.search(name, { limit: 1 })
    visible[1]++
    if (products[0]?.records.some(({ record }) => record.name === name) === true) visible[0]++
  }
}

function changed(at: number): Record<string, unknown> {
  const { record } = rows[at % rows.length] as RecordRow
  if (at % 2 === 0) return { ...record, name: `${record.name} ${at % 7}` }
  return { ...record, code: `new-${at}`, name: `${record.name} Zubau${at}` }
}
