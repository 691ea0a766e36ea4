import type { Part, PartResult } from '../../harness/part.ts'
import { median } from '../../harness/quantile.ts'
import { barRow, plainRow } from '../../harness/row.ts'
import { recordsOf } from '../../place/filled.ts'
import { runOnce } from '../runs/run-once.ts'
import type { SpeedFolders } from '../runs/speed-folder.ts'
import type { ReclusterRun } from './regroup-once.ts'
import { SPEED_RECORDS } from './search-part.ts'

const RUNS = 3
const WORKERS = 2
const LIMITS = { seconds: 3_600, megabytes: 8_192 }

/** Compares and reclusters all records on threads, and measures the result against the generator's truth. */
export function reclusterPart(places: SpeedFolders): Part {
  return {
    name: 'regroup',
    needsData: false,
    run: async (context): Promise<PartResult> => {
      const place = await places.of(recordsOf(context, SPEED_RECORDS), context)
      const runs: ReclusterRun[] = []
      for (let round = 1; round <= RUNS; round++) {
        context.say(`speed: reclustering all records, ${round} of ${RUNS}`)
        const args = [place.folder, `${WORKERS}`]
        const run = runOnce<ReclusterRun>(place.folder, `regroup-${round}`, 'speed/parts/regroup-once.ts', args, LIMITS)
        if ('stopped' in run) throw new Error(`Reclustering was stopped ${run.stopped}.`)
        runs.push(run)
      }
      const over = (figure: (run: ReclusterRun) => number): number => median(runs.map(figure))
      const share = ([all, some]: readonly [number, number]): number => some / all
      const what = `${place.records.toLocaleString('en')} records compared and grouped anew on ${WORKERS} threads`
      return {
        n: place.records,
        rows: [
          barRow(
            'regroup.seconds',
            what,
            over((run) => run.seconds),
            's',
            ['<=', 300],
          ),
          plainRow(
            'regroup.cpu',
            '... of the processors, for a record',
            over((run) => (run.cpuSeconds * 1e6) / run.records),
            'us',
          ),
          barRow(
            'regroup.alike',
            '... true pairs that share a core word, phone or address (a sample): in one group',
            over((run) => share(run.alike)),
            'fraction',
            ['>=', 0.97],
          ),
          barRow(
            'regroup.recall',
            '... all true pairs: in one group',
            over((run) => share(run.pairs)),
            'fraction',
            ['>=', 0.9],
          ),
          barRow(
            'regroup.precision',
            '... pairs of one group that are true',
            over((run) => share(run.grouped)),
            'fraction',
            ['>=', 0.99],
          ),
          barRow(
            'regroup.alerts',
            '... pairs of groups with an edge between them, for 1,000 records',
            over((run) => (run.alerts * 1_000) / run.records),
            '',
            ['<=', 100],
          ),
          plainRow(
            'regroup.load',
            '... load of the machine',
            over(({ load }) => load[1]),
            '',
          ),
        ],
      }
    },
  }
}
