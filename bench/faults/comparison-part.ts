import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/repository/root.ts'
import { FRENCH_FEED, feedPath } from '../feeds/paris.ts'
import { dataPart } from '../harness/part.ts'
import { below } from '../harness/row.ts'

const ONCE = 'bench/faults/french-once.ts'
/** Path of the script in the clone into which it is copied. */
const COPIED = 'bench/french-once-of-faults.ts'
const RUNS = 5
const NAME = 'beside'

type Once = Readonly<Record<'records' | 'importSeconds' | 'matchSeconds', number>>

/**
 * Times the match and import of the French feed. Compares them with a clone of an earlier commit in the same run:
 * `--base FOLDER`.
 */
export const comparisonPart = dataPart(NAME, async ({ data, options, say }) => {
  const { base } = options
  if (base === undefined || !existsSync(join(base, 'packages/core'))) {
    return { rows: [], skipped: [`${NAME}: --base must name a clone of an earlier commit that is set up.`] }
  }
  const feed = feedPath(data, FRENCH_FEED)
  const copied = join(base, COPIED)
  copyFileSync(join(ROOT, ONCE), copied)
  const [now, before]: [Once[], Once[]] = [[], []]
  try {
    for (let run = 0; run < RUNS; run++) {
      say(`${NAME}: run ${run + 1} of ${RUNS}`)
      // Alternate between both commits, so that other load on the machine slows down both.
      const turns = [() => now.push(runIn(ROOT, ONCE, feed)), () => before.push(runIn(base, COPIED, feed))]
      for (const turn of run % 2 === 0 ? turns : turns.reverse()) turn()
    }
  } finally {
    rmSync(copied, { force: true })
  }
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

function runIn(folder: string, path: string, feed: string): Once {
  const args = ['--expose-gc', '--conditions', '@utpid/source', '--import', 'tsx', path, feed]
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${path} in ${folder} ended with exit code ${status}; its message is above.`)
  return JSON.parse(stdout) as Once
}
