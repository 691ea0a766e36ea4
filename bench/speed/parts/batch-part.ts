import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { openDurableStorage, withBatchWorkers } from '@utpid/adapter-folder'
import type { MatchResult, Registry } from '@utpid/core'
import { openRegistry, PAUSING } from '../../feeds/registries.ts'
import { childTask } from '../../harness/child-task.ts'
import { load } from '../../harness/machine.ts'
import { part } from '../../harness/part.ts'
import { below, count } from '../../harness/row.ts'
import { cpuSeconds, overRuns, secondsSince } from '../../harness/statistics.ts'
import { type DrawnInput, drawInputs } from '../inputs/draw-inputs.ts'
import { SpeedFolder } from '../inputs/speed-folder.ts'
import { findsOwn } from './match-part.ts'

/** Number of inputs of a batch: the maximum that is allowed. */
const INPUTS = 10_000
const THREADS = 2
/** Warm-up batches of other inputs between the first batch and the measured one. */
const WARM_UP_BATCHES = 3
const MAX_SECONDS = 1_800
/** Interval of event-loop delay samples, as in a service. */
const LOOK_MS = 10
const NS_PER_MS = 1e6

/** Matches a whole batch on threads, and measures the event-loop delay of the process meanwhile. */
export const batchPart = part('batch', async (context) => {
  const place = await SpeedFolder.open(context)
  const over = overRuns(place.thrice(context, batchTask, MAX_SECONDS, place.folder, context.seed))
  const inputs = `a batch of ${count(INPUTS)} inputs among ${count(place.records)} records on ${THREADS} threads`
  const rows = below('batch', [
    ['seconds', `${inputs}, after ${WARM_UP_BATCHES + 1} others`, over(({ warm }) => warm.seconds), 's', '<= 1.2'],
    ['cpu', '... of the processor, the whole process', over(({ warm }) => warm.cpuSeconds), 's'],
    ['delay-p99', '... delay of the event loop, p99', over(({ warm }) => warm.delayP99), 'ms', '<= 15'],
    ['delay-most', '... the most', over(({ warm }) => warm.delayMost), 'ms'],
    ['own', '... its own product first', over(({ ownFirst }) => ownFirst), 'fraction'],
    [
      'first-seconds',
      '... the first of the process, which begins the threads',
      over(({ first }) => first.seconds),
      's',
    ],
    ['first-cpu', '... of the processor', over(({ first }) => first.cpuSeconds), 's'],
    ['first-delay-most', '... the most delay of the event loop', over(({ first }) => first.delayMost), 'ms'],
    ['load', '... load of the machine', over((run) => run.load), ''],
  ])
  return { n: place.records, rows }
})

/**
 * Matches batches of inputs on two threads. The first batch starts the threads, and each thread warms up with its own
 * queries. Batches of other inputs continue the warm-up; the last batch is measured.
 */
const batchTask = childTask(import.meta, 'batch', async (folder: string, seed: number) => {
  const storage = await openDurableStorage(join(folder, 'registry'), { index: 'segments' })
  await using registry = withBatchWorkers(await openRegistry(storage, PAUSING), storage, {
    module: new URL('./worker-registry.ts', import.meta.url),
    workers: THREADS,
    // If a thread is lost, this thread answers its queries. That would be another measurement.
    onWorkerExit: (why) => {
      throw new Error(`A thread was lost: ${why}`)
    },
  })
  const batches = await drawBatches(WARM_UP_BATCHES + 2, (inputs) => drawInputs(storage, inputs, seed))
  // Collect the garbage of drawing inputs before the batches start.
  globalThis.gc?.()
  const last = batches.pop() ?? []
  const { mapped: first } = await map(registry, batches[0] ?? [])
  for (const batch of batches.slice(1)) await map(registry, batch)
  const { mapped: warm, results } = await map(registry, last)
  const own = await findsOwn(registry, last, results)
  return { first, warm, ownFirst: own.filter(Boolean).length / own.length, load: load() }
})

/** Draws different inputs for each batch. If a registry has fewer records, some are repeated. */
async function drawBatches(
  batches: number,
  draw: (inputs: number) => Promise<readonly DrawnInput[]>,
): Promise<DrawnInput[][]> {
  const drawn = await draw(batches * INPUTS)
  const inputOf = (at: number): DrawnInput => drawn[at % drawn.length] as DrawnInput
  return Array.from({ length: batches }, (_, batch) =>
    Array.from({ length: INPUTS }, (_each, at) => inputOf(batch * INPUTS + at)),
  )
}

/** Maps a batch, and measures the CPU time of the process and its event-loop delay. */
async function map(registry: Registry, batch: readonly DrawnInput[]) {
  const inputs = batch.map(({ input }) => input)
  const delay = monitorEventLoopDelay({ resolution: LOOK_MS })
  delay.enable()
  const [cpuBefore, started] = [cpuSeconds(), performance.now()]
  const results: readonly MatchResult[] = await registry.mapBatch(inputs)
  const [seconds, cpu] = [secondsSince(started), cpuSeconds() - cpuBefore]
  // Wait for the pending sample, which the last answers may have delayed.
  await setTimeout(LOOK_MS)
  delay.disable()
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / NS_PER_MS - LOOK_MS)
  const mapped = { seconds, cpuSeconds: cpu, delayP99: late(delay.percentile(99)), delayMost: late(delay.max) }
  return { mapped, results }
}
