import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Part } from '../harness/part.ts'
import { median } from '../harness/quantile.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { cloneEnvironment, inClone } from './clone.ts'

/** A small package, and the package with the most tests. */
const PACKAGES = ['client', 'core'] as const
const MAX_SECONDS = 5
const RUNS = 3
/** How the vitest reporter marks a passed test. */
const PASSED = '✓'

/**
 * The time of `npm test -- NAME` until the first test result. The first run in a new clone has no bar, since it
 * transforms every file; later runs have one.
 *
 * Option: `--at COMMIT`, another commit than the current one.
 */
export const startPart: Part = {
  name: 'start',
  needsData: false,
  run: async ({ data, options, say }) => {
    say('start: cloning ...')
    const rows = await inClone(options.at ?? 'HEAD', async (folder) => {
      const found: Row[] = []
      for (const name of PACKAGES) {
        const seconds: number[] = []
        for (let run = 0; run <= RUNS; run++) {
          const taken = await secondsToFirstResult(folder, name, cloneEnvironment(data))
          seconds.push(taken)
          say(
            `start: ${name}: first result after ${taken.toFixed(1)} s (${run === 0 ? 'cold' : `run ${run} of ${RUNS}`})`,
          )
        }
        const [cold, ...others] = seconds
        const what = `\`npm test -- ${name}\`: until the first result, median of ${RUNS} runs`
        found.push(
          barRow(`tests.start.${name}`, what, median(others), 's', ['<=', MAX_SECONDS]),
          plainRow(`tests.start-cold.${name}`, '... the first run in a clone', cold ?? null, 's'),
        )
      }
      return found
    })
    return { n: 0, rows }
  },
}

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
      if (line.includes(PASSED)) return (performance.now() - started) / 1_000
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
