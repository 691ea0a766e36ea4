import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly ancestorTitles: readonly string[]; readonly status: string }[]
  }[]
}

/**
 * Runs the suite for many faulty storages with one fault each. Counts the failed tests of each storage.
 *
 * @param step - Tests only every n-th fault.
 */
export function failuresByStorage(step: number): Map<string, number> {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url))
  const fixture = fileURLToPath(new URL('faulty-storages.fixture.ts', import.meta.url))
  const { stdout } = spawnSync(process.execPath, [vitest, 'run', fixture, '--config', config, '--reporter', 'json'], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    env: { ...process.env, UTPID_FAULT_STEP: String(step) },
  })
  const failures = new Map<string, number>()
  for (const { ancestorTitles, status } of (JSON.parse(stdout) as Report).testResults.flatMap(
    (file) => file.assertionResults,
  )) {
    const name = ancestorTitles[0] ?? ''
    failures.set(name, (failures.get(name) ?? 0) + (status === 'failed' ? 1 : 0))
  }
  return failures
}
