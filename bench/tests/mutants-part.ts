import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { part } from '../harness/part.ts'
import { cloneEnvironment, inClone } from './clone.ts'
import { MUTANTS, type Mutant } from './mutants.ts'
import { summaryOf } from './test-summary.ts'

/** Mutants that the suite of commit 5e82f43c caught, see ../README.md. */
const CAUGHT_BEFORE = 29
/** These tests fail with any mutant, because its original text is missing in its file. */
const TESTS_OF_MUTANTS = 'scripts/test/mutants.test.ts'

/**
 * Counts the mutants that `npm test` alone detects. Each mutant is written into a clone, whose tests run until one
 * fails: first those of its package, then all others. Without a mutant all tests must pass.
 *
 * Options: `--at COMMIT`, another commit than the current one; `--mutant ID`, a single mutant, without a bar.
 */
export const mutantsPart = part('mutants', async ({ data, options, say }) => {
  const chosen = MUTANTS.filter(({ id }) => options.mutant === undefined || id === options.mutant)
  if (chosen.length === 0) throw new Error(`There is no mutant ${options.mutant}; bench/tests/mutants.ts lists all.`)
  say('mutants: cloning ...')
  const missed = await inClone(options.at ?? 'HEAD', (folder) => {
    const env = cloneEnvironment(data)
    say('mutants: running all tests without a mutant ...')
    const failure = firstFailure(folder, env, [])
    if (failure !== undefined) throw new Error(`The tests fail without a mutant, too: ${failure}`)
    return chosen.filter((mutant) => {
      const started = performance.now()
      const caughtBy = testThatCatches(mutant, folder, env)
      const seconds = Math.round((performance.now() - started) / 1_000)
      say(
        `${caughtBy === undefined ? 'MISSED' : 'caught'} ${mutant.id} (${seconds} s)${caughtBy === undefined ? '' : ` ${caughtBy}`}`,
      )
      return caughtBy === undefined
    })
  })
  const bar = options.mutant === undefined ? (`>= ${CAUGHT_BEFORE}` as const) : undefined
  const id = options.mutant === undefined ? 'mutants.caught' : `mutants.caught.${options.mutant}`
  const names = ['... missed', ...missed.map((mutant) => mutant.id)].join(' ')
  return {
    rows: [
      [id, `mutants caught by \`npm test\`, of ${chosen.length}`, chosen.length - missed.length, 'count', bar],
      // A single row, so that the next run replaces it.
      ['mutants.missed', names, missed.length, 'count'],
    ],
  }
})

/** Returns the first test that fails with a mutant; undefined if none does. */
function testThatCatches(
  { id, file, find, replace }: Mutant,
  folder: string,
  env: NodeJS.ProcessEnv,
): string | undefined {
  const path = join(folder, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(find).length !== 2)
    throw new Error(`The mutant ${id} does not fit ${file}: its text must occur once.`)
  const own = `packages/${file.split('/')[1]}/test/`
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  try {
    return firstFailure(folder, env, [own]) ?? firstFailure(folder, env, ['--exclude', `${own}**`])
  } finally {
    writeFileSync(path, source)
  }
}

/**
 * Returns the first failure of `npm test`; undefined if all pass. Vitest sometimes ends a run with `--bail` without
 * writing its report. Such a run is repeated completely, so that every detected mutant has a named test.
 */
function firstFailure(folder: string, env: NodeJS.ProcessEnv, args: readonly string[]): string | undefined {
  const bailed = ranTests(folder, env, ['--bail', '1', ...args])
  const { status, report } = bailed.status === 0 || existsSync(bailed.report) ? bailed : ranTests(folder, env, args)
  if (status === 0) return undefined
  const [failure] = summaryOf(folder, report, status).failures
  return failure?.slice('FAILED '.length) ?? `the run ended with exit code ${status}`
}

function ranTests(
  folder: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): { readonly status: number | null; readonly report: string } {
  const report = join(folder, 'node_modules', 'test.json')
  rmSync(report, { force: true })
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const reported = ['--reporter', 'json', `--outputFile.json=${report}`]
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...reported, '--exclude', TESTS_OF_MUTANTS, ...args], {
    cwd: folder,
    env,
    stdio: 'ignore',
  })
  return { status, report }
}
