import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/repository/root.ts'
import { feedPath } from '../feeds/paris-feeds.ts'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'

const ONCE = 'bench/faults/french-once.ts'
/** Path of the script in the clone into which it is copied. */
const COPIED = 'bench/french-once-of-faults.ts'
const RUNS = 5
const NAME = 'beside'
const FEED = 'france-atout-france-2017'

interface Once {
  readonly records: number
  readonly importSeconds: number
  readonly matchSeconds: number
}

/**
 * Times the match and import of the French feed. Compares them with a clone of an earlier commit in the same run:
 * `--base FOLDER`.
 */
export const comparisonPart: Part = {
  name: NAME,
  needsData: true,
  run: async ({ data = '', options, say }): Promise<PartResult> => {
    const { base } = options
    if (base === undefined || !existsSync(join(base, 'packages/core'))) {
      return { n: 0, rows: [], skipped: [`${NAME}: --base must name a clone of an earlier commit that is set up.`] }
    }
    const feed = feedPath(data, FEED)
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
    const minTime = (runs: readonly Once[], key: 'importSeconds' | 'matchSeconds'): number =>
      Math.min(...runs.map((each) => each[key]))
    const share = (key: 'importSeconds' | 'matchSeconds'): number => minTime(before, key) / minTime(now, key)
    return {
      n: now[0]?.records ?? 0,
      rows: [
        barRow(
          'beside.import',
          'French feed: import, beside before (of the processor)',
          share('importSeconds'),
          'times',
          ['>=', 0.97],
        ),
        barRow('beside.match', '... match', share('matchSeconds'), 'times', ['>=', 0.97]),
        plainRow('beside.import-seconds', '... import', minTime(now, 'importSeconds'), 's'),
        plainRow('beside.match-seconds', '... match of 4,000', minTime(now, 'matchSeconds'), 's'),
      ],
    }
  },
}

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
