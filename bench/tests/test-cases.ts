import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { LongOnlyCases, MovedCases } from './moved-cases.ts'

/** Test cases by `path > full name`, with the number of cases of that name. */
export type TestCases = ReadonlyMap<string, number>

const LISTS: Readonly<Record<string, readonly string[]>> = {
  'npm test': [],
  'npm run test:long': ['--config', 'vitest.long.config.ts'],
}

/** The cases of a clone. */
export interface ListedCases {
  /** Of `npm test`. */
  readonly short: TestCases
  /** Of `npm test` and `npm run test:long`; a case of both counts once. */
  readonly all: TestCases
}

/**
 * Lists the cases of the short and the long run of a clone. Skipped cases are not listed.
 *
 * @throws Error when a file cannot be loaded.
 */
export function listTestCases(folder: string, env: NodeJS.ProcessEnv): ListedCases {
  const [short, long] = Object.entries(LISTS).map(([name, config]) => listOf(name, config, folder, env))
  const all = new Map(short)
  for (const [key, count] of long ?? []) all.set(key, Math.max(count, all.get(key) ?? 0))
  return { short: short ?? new Map(), all }
}

export function countOf(cases: TestCases): number {
  return [...cases.values()].reduce((sum, count) => sum + count, 0)
}

/**
 * Returns earlier cases that neither exist nor have moved.
 *
 * @param renamed - Moved test files, earlier path to current path.
 * @throws Error if an entry of `moved` matches no earlier case.
 */
export function lostCases(
  before: TestCases,
  now: TestCases,
  moved: readonly MovedCases[],
  renamed: ReadonlyMap<string, string> = new Map(),
): string[] {
  const keys = [...before.keys()]
  const unused = moved.filter(({ from }) => !keys.some((key) => from.test(key)))
  if (unused.length > 0) {
    throw new Error(`moved-cases.ts: no earlier case matches ${unused.map(({ from }) => String(from)).join(', ')}.`)
  }
  return keys.filter(
    (key) =>
      (now.get(keyNow(key, renamed)) ?? 0) < (before.get(key) ?? 0) && !moved.some((entry) => isMoved(key, entry, now)),
  )
}

/**
 * Returns earlier cases of `npm test` that are now only in the long run without an entry that names them.
 *
 * @param before - The earlier cases of `npm test`.
 * @param now - The current cases of `npm test`.
 */
export function unnamedLongCases(
  before: TestCases,
  now: TestCases,
  moved: readonly MovedCases[],
  longOnly: readonly LongOnlyCases[],
  renamed: ReadonlyMap<string, string> = new Map(),
): string[] {
  // Entries of cases that only the long run had are for the list of all cases.
  const moves = moved.filter(({ from }) => [...before.keys()].some((key) => from.test(key)))
  return lostCases(before, now, moves, renamed).filter((key) => !longOnly.some((entry) => entry.case.test(key)))
}

function keyNow(key: string, renamed: ReadonlyMap<string, string>): string {
  const end = key.indexOf(' > ')
  const path = renamed.get(key.slice(0, end))
  return path === undefined ? key : `${path}${key.slice(end)}`
}

/** A case in other files must have its name there. Replacements described in words are for people to judge. */
function isMoved(key: string, { from, to }: MovedCases, now: TestCases): boolean {
  if (!from.test(key)) return false
  const files = to.split(', ')
  if (!files.every((file) => file.endsWith('.test.ts'))) return true
  return files.some((file) => now.has(`${file}${key.slice(key.indexOf(' > '))}`))
}

function listOf(name: string, config: readonly string[], folder: string, env: NodeJS.ProcessEnv): Map<string, number> {
  const file = join(folder, 'node_modules', 'cases.json')
  rmSync(file, { force: true })
  const args = [join(folder, 'node_modules/vitest/vitest.mjs'), 'list', `--json=${file}`, ...config]
  const { stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // If a file cannot be loaded, vitest writes no list and exits with 0.
  if (!existsSync(file)) throw new Error(`The cases of \`${name}\` could not be listed: ${stderr}`)
  const root = realpathSync(folder)
  const counts = new Map<string, number>()
  for (const each of JSON.parse(readFileSync(file, 'utf8')) as { name: string; file: string }[]) {
    const key = `${relative(root, each.file).replaceAll('\\', '/')} > ${each.name}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
