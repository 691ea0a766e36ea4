import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { median, secondsSince, sum } from '../harness/statistics.ts'
import { cloneEnvironment, inClone } from './clone.ts'
import { summaryOf, testSummary } from './test-summary.ts'

const RUNS = 3
/** A small package, and the package with the most tests. */
const PACKAGES = ['client', 'core']
/** How the vitest reporter marks a passed test. */
const PASSED = '✓'
const CI = '.ci/run'
const MAX_CI_SECONDS = 1_500
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024

/**
 * The time of `npm test -- NAME` until the first test result. The first run in a new clone has no bar, since it
 * transforms every file; later runs have one.
 *
 * Option of all parts: `--at COMMIT`, another commit than the current one.
 */
export const startPart = part('start', async ({ data, options, say }) => {
  say('start: cloning ...')
  const rows: Figure[] = []
  await inClone(options.at ?? 'HEAD', async (folder) => {
    for (const name of PACKAGES) {
      const seconds: number[] = []
      for (let run = 0; run <= RUNS; run++) {
        const taken = await secondsToFirstResult(folder, name, cloneEnvironment(data))
        const which = run === 0 ? 'cold' : `run ${run} of ${RUNS}`
        say(`start: ${name}: first result after ${taken.toFixed(1)} s (${which})`)
        seconds.push(taken)
      }
      const [cold = null, ...others] = seconds
      const what = `\`npm test -- ${name}\`: until the first result, median of ${RUNS} runs`
      rows.push(
        [`tests.start.${name}`, what, median(others), 's', '<= 5'],
        [`tests.start-cold.${name}`, '... the first run in a clone', cold, 's'],
      )
    }
  })
  return { rows }
})

/** The duration of `npm test` in a fresh clone after the setup, and whether it passes, several times in a row. */
export const testPart = part('test', async ({ data, options, say }) => {
  say('test: cloning ...')
  const runs = await inClone(options.at ?? 'HEAD', (folder) =>
    Array.from({ length: RUNS }, (_, at) => {
      say(`test: npm test, run ${at + 1} of ${RUNS} ...`)
      // Outside the tested folders. Delete an earlier report, so that it is not read after a run without one.
      const report = join(folder, 'node_modules', 'test.json')
      rmSync(report, { force: true })
      const started = performance.now()
      // The default reporter also takes time, so include it.
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const env = cloneEnvironment(data)
      const { status } = spawnSync('npm', ['test', '--silent', '--', ...reporters], {
        cwd: folder,
        env,
        stdio: 'ignore',
      })
      const run = { seconds: secondsSince(started), ...summaryOf(folder, report, status) }
      for (const failure of run.failures) say(`test: ${failure}`)
      say(`test: ${run.passed} passed, ${run.failed} failed, ${Math.round(run.seconds)} s`)
      return run
    }),
  )
  const seconds = runs.map((run) => run.seconds)
  const fewest = Math.min(...runs.map(({ passed }) => passed))
  const rows = below('tests', [
    ['seconds', `\`npm test\`: median of ${RUNS} runs`, median(seconds), 's', '<= 300'],
    ...seconds.map((each, at): Figure => [`seconds-${at + 1}`, `... run ${at + 1}`, each, 's']),
    ['failed', `... failed tests of ${RUNS} runs`, sum(runs.map(({ failed }) => failed)), 'count', '= 0'],
    ['passed', '... passed tests of a run, the fewest', fewest, 'count'],
  ])
  return { rows }
})

/**
 * The duration of continuous integration in a fresh clone, and its failures: checks, tests and today's share of the
 * long run.
 */
export const ciPart = part('ci', async ({ data, options, say }) => {
  say('ci: cloning ...')
  const { seconds, passed, failed } = await inClone(options.at ?? 'HEAD', (folder) => {
    say(`ci: ${CI}, up to ${MAX_CI_SECONDS / 60} minutes ...`)
    const started = performance.now()
    const { stdout } = spawnSync(`./${CI}`, [], {
      cwd: folder,
      env: cloneEnvironment(data),
      encoding: 'utf8',
      maxBuffer: OUTPUT_BYTES_MAX,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const summary = testSummary(stdout ?? '')
    for (const failure of summary.failures) say(`ci: ${failure}`)
    return { seconds: secondsSince(started), ...summary }
  })
  say(`ci: ${passed} passed, ${failed} failed, ${Math.round(seconds)} s`)
  const rows = below('tests', [
    ['ci', `\`${CI}\` in a fresh clone`, seconds, 's', `<= ${MAX_CI_SECONDS}`],
    ['ci-failed', '... failed checks and tests', failed, 'count', '= 0'],
  ])
  return { rows }
})

async function secondsToFirstResult(folder: string, name: string, env: NodeJS.ProcessEnv): Promise<number> {
  // A killed run does not delete its temporary files; in the clone they are deleted with it.
  const temporary = join(folder, '.tmp')
  mkdirSync(temporary, { recursive: true })
  const started = performance.now()
  const child = spawn('npm', ['test', '--silent', '--', name, '--reporter=verbose'], {
    cwd: folder,
    env: { ...env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A separate process group, so that vitest and its workers are killed together.
    detached: true,
  })
  const gone = once(child, 'exit')
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes(PASSED)) return secondsSince(started)
    }
    throw new Error(`The tests of ${name} ended without a passed test.`)
  } finally {
    killGroup(child.pid as number)
    child.stdout.destroy()
    await gone
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
