import { FRENCH_FEED, feedPath } from '../feeds/paris.ts'
import { isSetUp, runBeside } from '../harness/beside-base.ts'
import { dataPart } from '../harness/part.ts'
import { below } from '../harness/row.ts'

const ONCE = 'bench/faults/french-once.ts'
const RUNS = 5
const NAME = 'beside'

type Once = Readonly<Record<'records' | 'importSeconds' | 'matchSeconds', number>>

/**
 * Times the match and import of the French feed. Compares them with a clone of an earlier commit in the same run:
 * `--base FOLDER`.
 */
export const comparisonPart = dataPart(NAME, async ({ data, options, say }) => {
  const { base } = options
  if (base === undefined || !isSetUp(base)) {
    return { rows: [], skipped: [`${NAME}: --base must name a clone of an earlier commit that is set up.`] }
  }
  const { now, before } = runBeside<Once>(base, {
    file: ONCE,
    args: [feedPath(data, FRENCH_FEED)],
    rounds: RUNS,
    onRound: (round) => say(`${NAME}: run ${round} of ${RUNS}`),
  })
  const minTime = (runs: readonly Once[], key: keyof Once): number => Math.min(...runs.map((each) => each[key]))
  const share = (key: keyof Once): number => minTime(before, key) / minTime(now, key)
  const rows = below(NAME, [
    ['import', 'French feed: import, beside before (of the processor)', share('importSeconds'), 'times', '>= 0.97'],
    ['match', '... match', share('matchSeconds'), 'times', '>= 0.97'],
    ['import-seconds', '... import', minTime(now, 'importSeconds'), 's'],
    ['match-seconds', '... match of 4,000', minTime(now, 'matchSeconds'), 's'],
  ])
  return { n: now[0]?.records ?? 0, rows }
})
