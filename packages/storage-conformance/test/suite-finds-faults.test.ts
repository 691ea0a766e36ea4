import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly ancestorTitles: readonly string[]; readonly status: string }[]
  }[]
}

/** Runs the suite over storages with one fault each, and counts the failed tests of each. */
function failuresByStorage(): Map<string, number> {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const config = fileURLToPath(new URL('faults/vitest.config.ts', import.meta.url))
  const fixture = fileURLToPath(new URL('faults/faulty-storages.fixture.ts', import.meta.url))
  const { stdout } = spawnSync(process.execPath, [vitest, 'run', fixture, '--config', config, '--reporter', 'json'], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
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

it('fails for each storage with a fault, and passes for the one without', { timeout: 600_000 }, () => {
  const failures = failuresByStorage()
  expect(failures.size).toBe(76)
  expect([...failures].filter(([, failed]) => failed === 0).map(([name]) => name)).toEqual(['is right'])
})
