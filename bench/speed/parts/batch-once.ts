/**
 * `batch-once.ts FOLDER SEED`: matches batches of inputs on two threads; prints a {@link BatchRun}. The first batch
 * starts the threads, and each thread warms up with its own queries. Batches of other inputs continue the warm-up; the
 * last batch is measured.
 */

import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { openDurableStorage, withBatchWorkers } from '@utpid/adapter-folder'
import { createRegistry, type MatchResult } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { load } from '../../harness/machine.ts'
import { type DrawnInput, drawInputs } from '../inputs/draw-inputs.ts'
import { BATCH_INPUTS, BATCH_THREADS, type BatchRun, type MappedBatch, WARM_UP_BATCHES } from '../runs/batch-run.ts'

/** Interval of event-loop delay samples, as in a service. */
const LOOK_MS = 10
const NS_PER_MS = 1e6

const [folder = '', seed = ''] = process.argv.slice(2)
const loadBefore = load()
const storage = await openDurableStorage(join(folder, 'registry'), { index: 'segments' })
const registry = withBatchWorkers(
  await createRegistry({ storage, gazetteer: loadGazetteer(), yield: async () => void (await setImmediate()) }),
  storage,
  {
    module: new URL('./worker-registry.ts', import.meta.url),
    workers: BATCH_THREADS,
    // If a thread is lost, this thread answers its queries. That would be another measurement.
    onThreadLost: (why) => {
      throw new Error(`A thread was lost: ${why}`)
    },
  },
)
const count = WARM_UP_BATCHES + 2
const drawn = await drawInputs(storage, count * BATCH_INPUTS, Number(seed))
// If a registry has fewer records, some are repeated.
const asked = Array.from({ length: count * BATCH_INPUTS }, (_, at) => drawn[at % drawn.length] as DrawnInput)
// Collect the garbage of drawing inputs before the batches start.
globalThis.gc?.()
const batches = Array.from({ length: count }, (_, at) => asked.slice(at * BATCH_INPUTS, (at + 1) * BATCH_INPUTS))
const { mapped: first } = await map(batches[0] ?? [])
for (const batch of batches.slice(1, -1)) await map(batch)
const last = batches.at(-1) ?? []
const { mapped: warm, results } = await map(last)
const ownFirst = await countOwn(last, results)
await registry.close()
const run: BatchRun = { first, warm, ownFirst: ownFirst / last.length, load: [loadBefore, load()] }
process.stdout.write(JSON.stringify(run))

async function map(batch: readonly DrawnInput[]): Promise<{ mapped: MappedBatch; results: readonly MatchResult[] }> {
  const inputs = batch.map(({ input }) => input)
  const delay = monitorEventLoopDelay({ resolution: LOOK_MS })
  delay.enable()
  const cpuBefore = process.cpuUsage()
  const started = performance.now()
  const results = await registry.mapBatch(inputs)
  const seconds = (performance.now() - started) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  // Wait for the pending sample, which the last answers may have delayed.
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  delay.disable()
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / NS_PER_MS - LOOK_MS)
  const mapped = {
    seconds,
    cpuSeconds: (user + system) / 1e6,
    delayP99: late(delay.percentile(99)),
    delayMost: late(delay.max),
  }
  return { mapped, results }
}

async function countOwn(batch: readonly DrawnInput[], results: readonly MatchResult[]): Promise<number> {
  if (results.length !== batch.length) throw new Error(`${batch.length} inputs have ${results.length} results.`)
  let own = 0
  for (const [at, { row }] of batch.entries()) {
    const product = await registry.locate({ supplier: row.record.supplier, code: row.record.code })
    const utpid = results[at]?.matches[0]?.utpid
    if (product !== undefined && 'utpid' in product && product.utpid === utpid) own++
  }
  return own
}
