/**
 * `npm test [-- NAME...]`: runs the tests, or those of packages by name (`npm test -- core feed`); whatever else follows
 * is vitest's own: a part of a path, `-t NAME`, `--reporter`. Plain JavaScript, because it starts at once.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './pnpm.mjs'

/** A package's name stands for the folder of its tests: `core` alone would find `score-pair.test.ts`, too. */
export function testArguments(args) {
  return args.map((arg) => (existsSync(join(ROOT, 'packages', arg, 'test')) ? `packages/${arg}/test/` : arg))
}

/** Runs vitest and ends with its exit code. */
export function runVitest(args) {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...args], { cwd: ROOT, stdio: 'inherit' })
  process.exitCode = status ?? 1
}
