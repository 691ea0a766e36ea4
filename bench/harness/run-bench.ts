import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { EvaluationError } from '@utpid/evaluation'
import { ROOT } from '../../scripts/repository/root.ts'
import { gitState } from './git-state.ts'
import { load, machine } from './machine.ts'
import type { Part } from './part.ts'
import { type Row, rowOf } from './row.ts'
import { rowTable } from './row-table.ts'
import { type Results, writeResults } from './write-results.ts'

const DEFAULT_SEED = 20_261

/** Options of a benchmark in addition to its parts. */
export interface BenchExtras {
  /**
   * Options with a value that only this benchmark has: `matcher` for `--matcher VALUE`. A run with such an option is
   * not recorded.
   */
  readonly options?: readonly string[]
  /**
   * Options that only name a folder for intermediate data, so that a long run can continue. Runs with them are
   * recorded.
   */
  readonly keeping?: readonly string[]
  /** Renders the HTML page of a run. The page is written with a recorded result, and always with `--page FILE`. */
  readonly page?: (run: BenchRun) => string
}

/** Data of a run for its page. */
export interface BenchRun {
  readonly rows: readonly Row[]
  /** Measurements that were left out, one sentence each. */
  readonly skipped: readonly string[]
  readonly commit: string
  readonly machine: string
  readonly measuredAt: Date
  readonly seed: number
  /** Whether validation files were used instead of test files. */
  readonly valid: boolean
  /** Whether the run is a complete, recorded result, not a trial or a run of some parts. */
  readonly isWhole: boolean
}

interface BenchOptions {
  readonly parts: readonly Part[]
  readonly valid: boolean
  readonly seed: number
  readonly dirty: boolean
  readonly pageFile: string | undefined
  /** Options of this benchmark that are given. */
  readonly own: Readonly<Record<string, string>>
}

/**
 * Runs the selected parts of a benchmark, prints their table and, on a clean tree, writes them to `bench/results`.
 * After a run of single parts, the other rows come from the newest result.
 *
 * [--part NAME]... [--valid] [--seed N] [--dirty]
 */
export async function runBench(name: string, all: readonly Part[], extras: BenchExtras = {}): Promise<void> {
  const options = benchOptions(all, extras)
  const { parts, valid, seed, pageFile } = options
  const git = gitState()
  const isTrial = valid || Object.keys(options.own).some((own) => extras.keeping?.includes(own) !== true)
  const isResult = !isTrial && (process.env.UTPID_DATA !== undefined || !parts.some(readsData))
  const isWhole = isResult && parts.length === all.length
  const isRefused = isResult && git.changed.length > 0 && !(isWhole && options.dirty)
  const refusal = `Nothing is written: ${git.changed.length} files have uncommitted changes (${git.changed.slice(0, 3).join(', ')} ...). Commit them${isWhole ? ', or pass --dirty' : ''}.`
  const before = load()
  console.log(`${machine()}, Node ${process.version}, load ${before}\n`)
  if (isRefused) console.log(`${refusal}\n`)
  // A long run may be stopped, so each finished part is written at once.
  const { rows, skipped, n } = await runParts(options, (part, result) => {
    if (!isResult || isRefused) return
    writeResults({ name, seed, ...result, parts: [part], load: [before, load()] }, git, new Date())
  })
  const failing = printRows(rows, skipped)
  const now = new Date()
  const page = extras.page?.({
    rows,
    skipped,
    commit: git.commit,
    machine: machine(),
    measuredAt: now,
    seed,
    valid,
    isWhole,
  })
  if (page !== undefined && pageFile !== undefined) {
    writeFileSync(pageFile, page)
    console.log(`The page is in ${pageFile}.`)
  }
  if (!isResult) {
    console.log(
      'Nothing is written: a result needs UTPID_DATA if a part reads it, and neither --valid nor options of this benchmark.',
    )
  } else if (isRefused) {
    console.log(refusal)
  } else {
    const measured = isWhole ? undefined : parts.map((part) => part.name)
    const path = writeResults({ name, seed, n, rows, skipped, parts: measured, load: [before, load()] }, git, now)
    console.log(`Written to ${path}`)
    if (page !== undefined && isWhole) writeFileSync(join(ROOT, path.replace(/\.json$/, '.html')), page)
  }
  process.exitCode = failing === 0 && (!isRefused || !isWhole) ? 0 : 1
}

type PartRows = Pick<Results, 'rows' | 'skipped' | 'n'>

/** @param onPart - Called with the rows of each part that ends. */
async function runParts(
  { parts, seed, valid, own: ownOptions }: BenchOptions,
  onPart: (name: string, result: PartRows) => void,
): Promise<PartRows> {
  const data = process.env.UTPID_DATA
  const skipped: string[] = []
  const rows: Row[] = []
  let n = 0
  for (const part of parts) {
    if (part.needsData && data === undefined) {
      skipped.push(`${part.name}: UTPID_DATA is not set; set it to the folder with feeds/ and labels/.`)
      continue
    }
    if (data === undefined && part.withoutData !== undefined) skipped.push(`${part.name}: ${part.withoutData}`)
    const context = { data, seed, valid, options: ownOptions, say: (sentence: string) => console.error(sentence) }
    const result = await part.run(context).catch((error: unknown) => {
      if (error instanceof EvaluationError) fail(error.message)
      throw error
    })
    const own = { rows: result.rows.map(rowOf), skipped: [...(result.skipped ?? [])], n: result.n ?? 0 }
    onPart(part.name, own)
    rows.push(...own.rows)
    skipped.push(...own.skipped)
    n = Math.max(n, result.n ?? 0)
  }
  return { rows, skipped, n }
}

/** @returns The number of missed bars. */
function printRows(rows: readonly Row[], skipped: readonly string[]): number {
  console.log(`\n${rowTable(rows)}\n`)
  for (const sentence of skipped) console.log(`SKIPPED ${sentence}`)
  const barred = rows.filter(({ holds }) => holds !== null)
  const failing = barred.filter(({ holds }) => holds === false).length
  console.log(`${barred.length - failing} of ${barred.length} bars hold.`)
  return failing
}

function readsData({ needsData, withoutData }: Part): boolean {
  return needsData || withoutData !== undefined
}

function benchOptions(all: readonly Part[], { options = [], keeping = [], page }: BenchExtras): BenchOptions {
  const ownNames = [...options, ...keeping]
  const flags = {
    part: { type: 'string', multiple: true },
    valid: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(DEFAULT_SEED) },
    dirty: { type: 'boolean', default: false },
    page: { type: 'string' },
  } as const
  const ownFlags = Object.fromEntries(ownNames.map((name) => [name, { type: 'string' }]))
  try {
    const { values } = parseArgs({ options: { ...ownFlags, ...flags } as typeof flags })
    const given: Readonly<Record<string, unknown>> = values
    if (values.page !== undefined && page === undefined) fail('--page: this benchmark has no page.')
    const names = values.part ?? all.map(({ name }) => name)
    const unknown = names.find((name) => !all.some((part) => part.name === name))
    if (unknown !== undefined) {
      fail(`There is no part "${unknown}"; the parts are ${all.map(({ name }) => name).join(', ')}.`)
    }
    const seed = Number(values.seed)
    if (!Number.isSafeInteger(seed) || seed < 0) fail(`--seed is ${values.seed}; give a whole number of 0 or more.`)
    return {
      parts: all.filter(({ name }) => names.includes(name)),
      valid: values.valid,
      seed,
      dirty: values.dirty,
      pageFile: values.page,
      own: Object.fromEntries(
        ownNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name] as string]])),
      ),
    }
  } catch (error) {
    return fail((error as Error).message)
  }
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
