import { isSetUp, runBeside } from '../harness/beside-base.ts'
import { part, wholeNumber } from '../harness/part.ts'
import { below } from '../harness/row.ts'
import { overRuns } from '../harness/statistics.ts'

const FILE = 'bench/schema/throughput.ts'
const ROUNDS = 7
const RECORDS = 20_000
const MATCHES = 3_000

/** The figures that `throughput.ts` prints: CPU milliseconds and bytes. */
interface Throughput {
  readonly importMilliseconds: number
  readonly matchMilliseconds: number
  readonly featureBytes: number
  readonly diskBytes: number
}

/**
 * Compares import, match, feature bytes and disk with an earlier commit: `--base FOLDER` names a clone of it that is
 * set up. Both commits run in turn, and the figures are ratios of medians.
 */
export const speedPart = part('speed', async (context) => {
  const { base } = context.options
  if (base === undefined) {
    const skipped = ['speed: without --base FOLDER (a clone of an earlier commit) there is nothing to compare with']
    return { rows: [], skipped }
  }
  if (!isSetUp(base)) throw new Error(`${base} is no clone with dependencies; run npm test in it.`)
  const records = wholeNumber(context, 'records', RECORDS)
  const { now, before } = runBeside<Throughput>(base, {
    file: FILE,
    args: [context.seed, records, MATCHES],
    rounds: ROUNDS,
    onRound: (round) => context.say(`speed: round ${round} of ${ROUNDS}`),
  })
  const [over, overBefore] = [overRuns(now), overRuns(before)]
  const speed = (key: keyof Throughput): number => overBefore((run) => run[key]) / over((run) => run[key])
  const size = (key: keyof Throughput): number => 1 / speed(key)
  return {
    n: records,
    rows: below('schema.speed', [
      ['import', 'import: speed over the speed of the earlier commit', speed('importMilliseconds'), 'ratio', '>= 0.97'],
      ['match', 'match: speed over the speed of the earlier commit', speed('matchMilliseconds'), 'ratio', '>= 0.97'],
      ['features', 'feature bytes over those of the earlier commit', size('featureBytes'), 'ratio', '<= 1.03'],
      ['disk', 'disk over that of the earlier commit', size('diskBytes'), 'ratio', '<= 1.03'],
      ['import-cpu', 'CPU time of the import', over((run) => run.importMilliseconds), 'ms'],
      ['match-cpu', `CPU time of ${MATCHES} matches`, over((run) => run.matchMilliseconds), 'ms'],
    ]),
  }
})
