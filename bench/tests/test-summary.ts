import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../scripts/repository/root.ts'

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024

/** The number of passed and failed tests of a run. */
export interface TestSummary {
  readonly passed: number
  readonly failed: number
  /** A line for each failure. */
  readonly failures: readonly string[]
}

/**
 * Reads the output of `.ci/run` or of `scripts/tests/sum-results.mjs`, whose last line is `N passed, N failed`. A run
 * without that line counts as one failure.
 */
export function testSummary(output: string): TestSummary {
  const lines = output.trimEnd().split('\n')
  const found = /^(\d+) passed, (\d+) failed$/.exec(lines.at(-1) ?? '')
  const failures = lines.filter((line) => line.startsWith('FAILED '))
  if (found === null) return { passed: 0, failed: 1, failures: [...failures, 'The run ended without a summary.'] }
  return { passed: Number(found[1]), failed: Number(found[2]), failures }
}

/**
 * Summarizes one run of vitest.
 *
 * @param folder - The tested repository.
 * @param report - The file of the JSON reporter.
 * @param exitCode - The exit code of the run; null after a signal.
 */
export function summaryOf(folder: string, report: string, exitCode: number | null): TestSummary {
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts/tests/sum-results.mjs'), report, String(exitCode)],
    { cwd: folder, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return testSummary(stdout ?? '')
}
