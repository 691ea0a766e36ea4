import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Part } from '../harness/part.ts'
import { median } from '../harness/quantile.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { cloneEnvironment, inClone } from './clone.ts'
import { summaryOf, type TestSummary } from './test-summary.ts'

const RUNS = 3
const MAX_SECONDS = 300

interface TestRun extends TestSummary {
  readonly seconds: number
}

/**
 * The duration of `npm test` in a fresh clone after the setup, and whether it passes, several times in a row.
 *
 * Option: `--at COMMIT`, another commit than the current one.
 */
export const testPart: Part = {
  name: 'test',
  needsData: false,
  run: async ({ data, options, say }) => {
    say('test: cloning ...')
    const runs = await inClone(options.at ?? 'HEAD', (folder) =>
      Array.from({ length: RUNS }, (_, at) => {
        say(`test: npm test, run ${at + 1} of ${RUNS} ...`)
        const run = runTests(folder, cloneEnvironment(data))
        for (const failure of run.failures) say(`test: ${failure}`)
        say(`test: ${run.passed} passed, ${run.failed} failed, ${Math.round(run.seconds)} s`)
        return run
      }),
    )
    const seconds = runs.map((run) => run.seconds)
    const failed = runs.reduce((sum, run) => sum + run.failed, 0)
    const rows = [
      barRow('tests.seconds', `\`npm test\`: median of ${RUNS} runs`, median(seconds), 's', ['<=', MAX_SECONDS]),
      ...seconds.map((each, at) => plainRow(`tests.seconds-${at + 1}`, `... run ${at + 1}`, each, 's')),
      barRow('tests.failed', `... failed tests of ${RUNS} runs`, failed, 'count', ['=', 0]),
      plainRow('tests.passed', '... passed tests of a run, the fewest', fewestPassed(runs), 'count'),
    ]
    return { n: 0, rows }
  },
}

function fewestPassed(runs: readonly TestRun[]): number {
  return Math.min(...runs.map(({ passed }) => passed))
}

function runTests(folder: string, env: NodeJS.ProcessEnv): TestRun {
  // Outside the tested folders. Delete an earlier report, so that it is not read after a run without one.
  const report = join(folder, 'node_modules', 'test.json')
  rmSync(report, { force: true })
  const started = performance.now()
  const { status: exitCode } = spawnSync(
    'npm',
    ['test', '--silent', '--', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    // The default reporter also takes time, so include it.
    { cwd: folder, env, stdio: 'ignore' },
  )
  const seconds = (performance.now() - started) / 1_000
  return { seconds, ...summaryOf(folder, report, exitCode) }
}
