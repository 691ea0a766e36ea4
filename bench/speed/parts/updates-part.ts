import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Part, PartResult } from '../../harness/part.ts'
import { median, quantile } from '../../harness/quantile.ts'
import { barRow, plainRow } from '../../harness/row.ts'
import { recordsOf } from '../../place/filled.ts'
import { runOnce } from '../runs/run-once.ts'
import type { SpeedFolders } from '../runs/speed-folder.ts'
import { SPEED_RECORDS } from './search-part.ts'
import type { UpdatesRun } from './updates-once.ts'

const RUNS = 3
const PHASE_SECONDS = 20
const LIMITS = { seconds: 900, megabytes: 8_192 }

/** Measures searches during writes, and compares them with searches without writes in the same process. */
export function updatesPart(places: SpeedFolders): Part {
  return {
    name: 'updates',
    needsData: false,
    run: async (context): Promise<PartResult> => {
      const place = await places.of(recordsOf(context, SPEED_RECORDS), context)
      const runs: UpdatesRun[] = []
      for (let round = 1; round <= RUNS; round++) {
        context.say(`speed: searches during writes, ${round} of ${RUNS}`)
        const copy = mkdtempSync(join(tmpdir(), 'utpid-updates-'))
        try {
          cpSync(join(place.folder, 'registry'), join(copy, 'registry'), { recursive: true })
          cpSync(join(place.folder, 'queries.json'), join(copy, 'queries.json'))
          const args = [copy, `${PHASE_SECONDS}`]
          const run = runOnce<UpdatesRun>(place.folder, `updates-${round}`, 'speed/parts/updates-once.ts', args, LIMITS)
          if ('stopped' in run) throw new Error(`Searches during writes were stopped ${run.stopped}.`)
          runs.push(run)
        } finally {
          rmSync(copy, { recursive: true, force: true })
        }
      }
      const over = (figure: (run: UpdatesRun) => number): number => median(runs.map(figure))
      const what = `${place.records.toLocaleString('en')} records: search`
      return {
        n: place.records,
        rows: [
          plainRow(
            'updates.at-rest.p99',
            `${what} at rest, p99`,
            over(({ atRest }) => quantile(atRest, 0.99)),
            'ms',
          ),
          plainRow(
            'updates.p99',
            '... while records are written, p99',
            over(({ meanwhile }) => quantile(meanwhile, 0.99)),
            'ms',
          ),
          barRow(
            'updates.ratio',
            '... in parts of that at rest',
            over((run) => quantile(run.meanwhile, 0.99) / quantile(run.atRest, 0.99)),
            'times',
            ['<=', 2],
          ),
          barRow(
            'updates.written',
            '... records written a second',
            over((run) => run.written),
            'records/s',
            ['>=', 950],
          ),
          barRow(
            'updates.visible',
            '... seen by the next call',
            over(({ visible }) => visible[0] / visible[1]),
            'fraction',
            ['=', 1],
          ),
          plainRow(
            'updates.load',
            '... load of the machine',
            over(({ load }) => load[1]),
            '',
          ),
        ],
      }
    },
  }
}
