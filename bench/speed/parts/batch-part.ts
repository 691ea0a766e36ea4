import type { Part, PartResult } from '../../harness/part.ts'
import { median } from '../../harness/quantile.ts'
import { barRow, plainRow } from '../../harness/row.ts'
import { recordsOf } from '../../place/filled.ts'
import { BATCH_INPUTS, BATCH_THREADS, type BatchRun, WARM_UP_BATCHES } from '../runs/batch-run.ts'
import { runOnce } from '../runs/run-once.ts'
import type { SpeedFolders } from '../runs/speed-folder.ts'
import { SPEED_RECORDS } from './search-part.ts'

const RUNS = 3
const LIMITS = { seconds: 1_800, megabytes: 8_192 }
const MAX_SECONDS = 1.2
const MAX_DELAY_MS = 15

/** Matches a whole batch on threads, and measures the event-loop delay of the process meanwhile. */
export function batchPart(places: SpeedFolders): Part {
  return {
    name: 'batch',
    needsData: false,
    run: async (context): Promise<PartResult> => {
      const place = await places.of(recordsOf(context, SPEED_RECORDS), context)
      const runs = Array.from({ length: RUNS }, (_, at) => {
        context.say(`speed: batches, ${at + 1} of ${RUNS}`)
        const args = [place.folder, `${context.seed}`]
        const run = runOnce<BatchRun>(place.folder, `batch-${at + 1}`, 'speed/parts/batch-once.ts', args, LIMITS)
        if ('stopped' in run) throw new Error(`Batches were stopped ${run.stopped}.`)
        return run
      })
      const row = (id: string, what: string, unit: string, figure: (run: BatchRun) => number) =>
        plainRow(`batch.${id}`, what, median(runs.map(figure)), unit)
      const bar = (id: string, what: string, unit: string, figure: (run: BatchRun) => number, most: number) =>
        barRow(`batch.${id}`, what, median(runs.map(figure)), unit, ['<=', most])
      const count = (value: number): string => value.toLocaleString('en')
      const what = `a batch of ${count(BATCH_INPUTS)} inputs among ${count(place.records)} records on ${BATCH_THREADS} threads`
      return {
        n: place.records,
        rows: [
          bar('seconds', `${what}, after ${WARM_UP_BATCHES + 1} others`, 's', ({ warm }) => warm.seconds, MAX_SECONDS),
          row('cpu', '... of the processor, the whole process', 's', ({ warm }) => warm.cpuSeconds),
          bar('delay-p99', '... delay of the event loop, p99', 'ms', ({ warm }) => warm.delayP99, MAX_DELAY_MS),
          row('delay-most', '... the most', 'ms', ({ warm }) => warm.delayMost),
          row('own', '... its own product first', 'fraction', ({ ownFirst }) => ownFirst),
          row(
            'first-seconds',
            '... the first of the process, which begins the threads',
            's',
            ({ first }) => first.seconds,
          ),
          row('first-cpu', '... of the processor', 's', ({ first }) => first.cpuSeconds),
          row('first-delay-most', '... the most delay of the event loop', 'ms', ({ first }) => first.delayMost),
          row('load', '... load of the machine', '', ({ load }) => load[1]),
        ],
      }
    },
  }
}
