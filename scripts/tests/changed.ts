/**
 * `npm run test:changed [-- --since REVISION] [--list]`: runs the tests affected by a change. Such tests import a
 * changed file, directly or indirectly, or start it in another process. The change is the uncommitted edits; with
 * `--since` also the commits since that revision. If the files of the test run itself change, all tests run.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../repository/root.ts'
import { LONG_TEST, testsOf } from './test-graph.ts'

/** Files on which every test depends. */
const OF_EVERY_TEST =
  /^(package\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|tsconfig.*\.json|vitest.*\.ts|scripts\/(tests|source)\/.*|packages\/testing\/.*|packages\/[\w-]+\/package\.json)$/

const { values } = parseArgs({
  options: { since: { type: 'string' }, list: { type: 'boolean', default: false } },
})
const changed = changedFiles(values.since)
const isEverything = changed.some((path) => OF_EVERY_TEST.test(path))
const tests = isEverything ? undefined : await testsOf(changed)
const count = tests === undefined ? 'all' : tests.length
console.error(`${changed.length} changed files, ${count} test files.`)
const long = changed.filter((path) => LONG_TEST.test(path))
if (long.length > 0) console.error(`Affected tests of the long run: npm run test:long -- ${long.join(' ')}`)
if (values.list) console.log((tests ?? ['all']).join('\n'))
else if (tests === undefined || tests.length > 0) process.exitCode = run(tests ?? [])

function changedFiles(since: string | undefined): string[] {
  const base = since === undefined ? 'HEAD' : git('merge-base', since, 'HEAD').trim()
  const tracked = git('diff', '--name-only', base).split('\n')
  const fresh = git('ls-files', '--others', '--exclude-standard').split('\n')
  return [...new Set([...tracked, ...fresh])].filter((path) => path !== '').sort()
}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return stdout
  console.error(`git ${args.join(' ')} failed: ${stderr.trim()}`)
  process.exit(2)
}

function run(paths: readonly string[]): number {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  return spawnSync(process.execPath, [vitest, 'run', ...paths], { cwd: ROOT, stdio: 'inherit' }).status ?? 1
}
