import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Part } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { cloneEnvironment, inClone } from './clone.ts'
import { MUTANTS, type Mutant } from './mutants.ts'
import { summaryOf } from './test-summary.ts'

/** Mutants that the suite of commit 5e82f43c caught, see ../README.md. */
const CAUGHT_BEFORE = 29
/** Its tests fail with any mutant, because the text of the mutant is no longer in its file. */
const TESTS_OF_MUTANTS = 'scripts/test/mutants.test.ts'

/**
 * Which mutants `npm test` alone catches. Each is written into a clone, whose tests run until one fails: those of its
 * package first, then all others. Without a mutant all tests must pass.
 *
 * Options: `--at COMMIT`, another commit than the current one; `--mutant ID`, a single one, for which there is no bar.
 */
export const mutantsPart: Part = {
  name: 'mutants',
  needsData: false,
  run: async ({ data, options, say }) => {
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
    const caught = chosen.length - missed.length
    const what = `mutants caught by \`npm test\`, of ${chosen.length}`
    const rows = [
      options.mutant === undefined
        ? barRow('mutants.caught', what, caught, 'count', ['>=', CAUGHT_BEFORE])
        : plainRow(`mutants.caught.${options.mutant}`, what, caught, 'count'),
      // One row, so that the next run replaces it whatever it misses.
      plainRow('mutants.missed', ['... missed', ...missed.map(({ id }) => id)].join(' '), missed.length, 'count'),
    ]
    return { n: 0, rows }
  },
}

/** The first test that fails with a mutant; undefined when none does. */
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
 * The first failure of a run of `npm test`; undefined when all pass. Vitest now and then ends a run that `--bail` cuts
 * short without writing its report; such a run is repeated to its end, so that a named test stands for every catch.
 */
function firstFailure(folder: string, env: NodeJS.ProcessEnv, args: readonly string[]): string | undefined {
  const cut = ranTests(folder, env, ['--bail', '1', ...args])
  const { status, report } = cut.status === 0 || existsSync(cut.report) ? cut : ranTests(folder, env, args)
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
