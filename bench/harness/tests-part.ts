import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from '../../scripts/repository/root.ts'
import type { Part, PartResult } from './part.ts'
import { barRow, type Row } from './row.ts'

/** A property that tests prove. */
export interface Proof {
  readonly id: string
  readonly what: string
  /** Start of the paths of its test files, from the root of the repository. */
  readonly paths: readonly string[]
  /** Minimum number of tests that the proof needs. */
  readonly min: number
}

interface TestFile {
  readonly path: string
  readonly tests: number
  readonly passed: number
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/**
 * Returns a part with a row for each proof. Every test of a proof must pass.
 *
 * @param run - `long` runs what `npm run test:long` does: kills, fuzz, long properties.
 */
export function testsPart(name: string, proofs: readonly Proof[], run: 'test' | 'long' = 'test'): Part {
  return {
    name,
    needsData: false,
    run: async ({ say }): Promise<PartResult> => {
      say(`${name}: the tests of ${proofs.flatMap(({ paths }) => paths).join(', ')}`)
      const files = runTests(
        proofs.flatMap(({ paths }) => paths),
        run,
      )
      return { n: 0, rows: proofs.map((proof) => rowOf(proof, files)) }
    },
  }
}

function rowOf({ id, what, paths, min }: Proof, files: readonly TestFile[]): Row {
  const own = files.filter(({ path }) => paths.some((start) => path.startsWith(start)))
  const tests = own.reduce((sum, file) => sum + file.tests, 0)
  const passed = own.reduce((sum, file) => sum + file.passed, 0)
  return barRow(id, `${what}: tests passed`, passed, 'count', ['=', Math.max(min, tests)])
}

function runTests(paths: readonly string[], run: 'test' | 'long'): TestFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-bench-'))
  try {
    const output = join(folder, 'report.json')
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
    spawnSync(
      process.execPath,
      [
        vitest,
        'run',
        ...(run === 'long' ? ['--config', 'vitest.long.config.ts'] : []),
        ...paths,
        '--passWithNoTests',
        '--reporter=json',
        `--outputFile=${output}`,
      ],
      // Run at full length, even if the environment sets a shorter run.
      { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, UTPID_TEST_SCALE: '1' } },
    )
    if (!existsSync(output)) throw new Error(`The tests of ${paths.join(', ')} did not run; their message is above.`)
    const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as VitestReport
    return testResults.map(({ name, assertionResults }) => ({
      path: relative(ROOT, name).replaceAll('\\', '/'),
      // A file that does not load has no tests, and must not count as passed.
      tests: Math.max(1, assertionResults.length),
      passed: assertionResults.filter(({ status }) => status === 'passed').length,
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
