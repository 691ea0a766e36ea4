import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../../scripts/repository/root.ts'
import type { GitState } from './git-state.ts'
import { machine } from './machine.ts'
import { mergeRows } from './merge-rows.ts'
import type { Row } from './row.ts'

export interface Results {
  /** The name of the benchmark. */
  readonly name: string
  readonly seed: number
  /** Number of records in the largest measurement. */
  readonly n: number
  readonly rows: readonly Row[]
  /** Measurements that were left out, one sentence each. */
  readonly skipped: readonly string[]
  /** Names of the measured parts; undefined if all were measured. */
  readonly parts: readonly string[] | undefined
  /** Load of the machine before and after, see `load`. */
  readonly load: readonly [before: number, after: number]
}

/** The part of an earlier result file that a run of single parts reuses. */
interface EarlierResult {
  readonly commit: string
  readonly machine: string
  readonly measuredAt: string
  readonly n: number
  readonly rows: readonly Row[]
  readonly skipped?: readonly string[]
}

const FOLDER = join(ROOT, 'bench', 'results')
const FILE = /^(.+)-\d{4}-\d\d-\d\d\.json$/

/**
 * Writes `bench/results/NAME-DATE.json`. A later run on the same day replaces the file. After a run of single parts,
 * their rows replace those of the newest result. Other rows stay, with the run that measured them.
 *
 * @returns the path from the root of the repository.
 */
export function writeResults(results: Results, { commit, changed }: GitState, now: Date): string {
  mkdirSync(FOLDER, { recursive: true })
  const path = join(FOLDER, `${results.name}-${now.toISOString().slice(0, 10)}.json`)
  const { name, seed, load, parts } = results
  const earlier = parts === undefined ? undefined : newestResult(name)
  const { n, rows, skipped } = earlier === undefined ? results : merged(results, earlier)
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

function newestResult(name: string): EarlierResult | undefined {
  const file = readdirSync(FOLDER)
    .filter((each) => FILE.exec(each)?.[1] === name)
    .sort()
    .at(-1)
  return file === undefined ? undefined : (JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as EarlierResult)
}

function merged(
  { n, rows, skipped, parts = [] }: Results,
  { commit, machine, measuredAt, ...earlier }: EarlierResult,
): Pick<Results, 'n' | 'rows' | 'skipped'> {
  const stillSkipped = (earlier.skipped ?? []).filter((sentence) => !parts.includes(sentence.split(/[,:]/)[0] ?? ''))
  return {
    n: Math.max(n, earlier.n),
    rows: mergeRows(rows, earlier.rows, { commit, machine, at: measuredAt }),
    skipped: [...new Set([...stillSkipped, ...skipped])],
  }
}
