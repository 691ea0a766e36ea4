import { spawnSync } from 'node:child_process'
import type { Part } from '../harness/part.ts'
import { barRow } from '../harness/row.ts'
import { cloneEnvironment, inClone } from './clone.ts'
import { testSummary } from './test-summary.ts'

const COMMAND = '.ci/run'
const MAX_SECONDS = 1_500
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024

/**
 * The duration of continuous integration in a fresh clone, and its failures: checks, tests and today's share of the
 * long run.
 *
 * Option: `--at COMMIT`, another commit than the current one.
 */
export const ciPart: Part = {
  name: 'ci',
  needsData: false,
  run: async ({ data, options, say }) => {
    say('ci: cloning ...')
    const { seconds, passed, failed } = await inClone(options.at ?? 'HEAD', (folder) => {
      say(`ci: ${COMMAND}, up to ${MAX_SECONDS / 60} minutes ...`)
      const started = performance.now()
      const { stdout } = spawnSync(`./${COMMAND}`, [], {
        cwd: folder,
        env: cloneEnvironment(data),
        encoding: 'utf8',
        maxBuffer: OUTPUT_BYTES_MAX,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const summary = testSummary(stdout ?? '')
      for (const failure of summary.failures) say(`ci: ${failure}`)
      return { seconds: (performance.now() - started) / 1_000, ...summary }
    })
    say(`ci: ${passed} passed, ${failed} failed, ${Math.round(seconds)} s`)
    const rows = [
      barRow('tests.ci', `\`${COMMAND}\` in a fresh clone`, seconds, 's', ['<=', MAX_SECONDS]),
      barRow('tests.ci-failed', '... failed checks and tests', failed, 'count', ['=', 0]),
    ]
    return { n: 0, rows }
  },
}
