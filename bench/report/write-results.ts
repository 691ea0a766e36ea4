import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../../scripts/root.ts'
import type { GitState } from './git-state.ts'
import { machine } from './machine.ts'
import type { Row } from './row.ts'

export interface Results {
  /** Of the benchmark. */
  readonly name: string
  readonly seed: number
  /** Records of the largest measurement. */
  readonly n: number
  readonly rows: readonly Row[]
  /** What was left out, one sentence each. */
  readonly skipped: readonly string[]
  /** Load of the machine before and after, see `load`. */
  readonly load: readonly [before: number, after: number]
}

/**
 * Writes `bench/results/NAME-DATE.json`; of one day the last run counts.
 *
 * @returns the path from the root of the repository.
 */
export function writeResults(results: Results, { commit, changed }: GitState, now: Date): string {
  const folder = join(ROOT, 'bench', 'results')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${results.name}-${now.toISOString().slice(0, 10)}.json`)
  const { name, seed, n, rows, skipped, load } = results
  const file = {
    name,
    commit,
    ...(changed.length === 0 ? {} : { dirty: `measured with ${changed.length} files not as committed` }),
    machine: machine(),
    node: process.version,
    measuredAt: now.toISOString(),
    load,
    seed,
    n,
    rows,
    ...(skipped.length === 0 ? {} : { skipped }),
  }
  writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`)
  return relative(ROOT, path)
}
