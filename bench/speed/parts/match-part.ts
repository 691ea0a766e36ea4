import type { Part, PartContext, PartResult } from '../../harness/part.ts'
import { median, quantile } from '../../harness/quantile.ts'
import { barRow, plainRow } from '../../harness/row.ts'
import { recordsOf } from '../../place/filled.ts'
import { runOnce } from '../runs/run-once.ts'
import type { SpeedFolders } from '../runs/speed-folder.ts'
import type { MatchRun } from './match-once.ts'
import { SPEED_RECORDS } from './search-part.ts'

const RUNS = 3
const LIMITS = { seconds: 1_800, megabytes: 8_192 }

/** Measures sequential matches with the full model. */
export function matchPart(places: SpeedFolders): Part {
  return {
    name: 'match',
    needsData: false,
    run: async (context): Promise<PartResult> => {
      const place = await places.of(recordsOf(context, SPEED_RECORDS), context)
      const runs = measureMatches(place.folder, context)
      const over = (figure: (run: MatchRun) => number): number => median(runs.map(figure))
      const share = ([inputs, first]: readonly [number, number]): number => first / inputs
      const what = `match among ${place.records.toLocaleString('en')} records`
      return {
        n: place.records,
        rows: [
          barRow(
            'match.per-cpu-second',
            `${what}, a second of the processor`,
            over((run) => 1_000 / run.cpuMilliseconds),
            'matches/s',
            ['>=', 5_000],
          ),
          plainRow(
            'match.per-second',
            '... a second',
            over(({ times }) => (times.length * 1_000) / sum(times)),
            'matches/s',
          ),
          plainRow(
            'match.p50',
            '... p50',
            over(({ times }) => quantile(times, 0.5)),
            'ms',
          ),
          barRow(
            'match.p99',
            '... p99',
            over(({ times }) => quantile(times, 0.99)),
            'ms',
            ['<=', 4],
          ),
          barRow(
            'match.located',
            '... its own product first, of inputs with coordinates',
            over(({ located }) => share(located)),
            'fraction',
            ['>=', 0.985],
          ),
          barRow(
            'match.unlocated',
            '... of those without',
            over(({ unlocated }) => share(unlocated)),
            'fraction',
            ['>=', 0.85],
          ),
          plainRow(
            'match.load',
            '... load of the machine',
            over(({ load }) => load[1]),
            '',
          ),
        ],
      }
    },
  }
}

export function measureMatches(folder: string, { seed, say }: PartContext): MatchRun[] {
  return Array.from({ length: RUNS }, (_, at) => {
    say(`speed: matches, ${at + 1} of ${RUNS}`)
    const run = runOnce<MatchRun>(folder, `match-${at + 1}`, 'speed/parts/match-once.ts', [folder, `${seed}`], LIMITS)
    if ('stopped' in run) throw new Error(`Matches were stopped ${run.stopped}.`)
    return run
  })
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
