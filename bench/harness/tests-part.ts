import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../../scripts/repository/root.ts'
import { type Part, part } from './part.ts'
import type { Figure } from './row.ts'
import { sum } from './statistics.ts'
import { withFolder } from './with-folder.ts'

/** A property that tests prove: the minimum number of its tests, and the start of the paths of their files. */
export type Proof = readonly [id: string, what: string, min: number, ...paths: string[]]

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
  return part(name, async ({ say }) => {
    const paths = proofs.flatMap(([, , , ...own]) => own)
    say(`${name}: the tests of ${paths.join(', ')}`)
    const files = await runTests(paths, run)
    return { rows: proofs.map((proof) => figureOf(proof, files)) }
  })
}

function figureOf([id, what, min, ...paths]: Proof, files: readonly TestFile[]): Figure {
  const own = files.filter(({ path }) => paths.some((start) => path.startsWith(start)))
  const tests = sum(own.map((file) => file.tests))
  return [id, `${what}: tests passed`, sum(own.map(({ passed }) => passed)), 'count', `= ${Math.max(min, tests)}`]
}

async function runTests(paths: readonly string[], run: 'test' | 'long'): Promise<TestFile[]> {
  return await withFolder((folder) => {
    const output = join(folder, 'report.json')
    const config = run === 'long' ? ['--config', 'vitest.long.config.ts'] : []
    const report = ['--passWithNoTests', '--reporter=json', `--outputFile=${output}`]
    spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...config, ...paths, ...report], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      // Run at full length, even if the environment sets a shorter run.
      env: { ...process.env, UTPID_TEST_SCALE: '1' },
    })
    if (!existsSync(output)) throw new Error(`The tests of ${paths.join(', ')} did not run; their message is above.`)
    const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as VitestReport
    return testResults.map(({ name, assertionResults }) => ({
      path: relative(ROOT, name).replaceAll('\\', '/'),
      // A file that does not load has no tests, and must not count as passed.
      tests: Math.max(1, assertionResults.length),
      passed: assertionResults.filter(({ status }) => status === 'passed').length,
    }))
  })
}
