import { parseArgs } from 'node:util'
import { gitState } from './git-state.ts'
import { load, machine } from './machine.ts'
import type { Part } from './part.ts'
import type { Row } from './row.ts'
import { rowTable } from './row-table.ts'
import { writeResults } from './write-results.ts'

const DEFAULT_SEED = 20_261

interface BenchOptions {
  readonly parts: readonly Part[]
  readonly valid: boolean
  readonly seed: number
  readonly dirty: boolean
}

/**
 * Runs the parts of a benchmark that the command line asks for, prints their table and, after a
 * whole run on a clean tree, writes it to `bench/results`.
 *
 *   [--part NAME]... [--valid] [--seed N] [--dirty]
 */
export async function runBench(name: string, all: readonly Part[]): Promise<void> {
  const { parts, valid, seed, dirty } = benchOptions(all)
  const data = process.env.UTPID_DATA
  const git = gitState()
  const isWhole = parts.length === all.length && !valid && data !== undefined
  const skipped: string[] = []
  const rows: Row[] = []
  let n = 0

  console.log(`${machine()}, Node ${process.version}, load ${load()}\n`)
  const before = load()
  const refusal =
    isWhole && git.changed.length > 0 && !dirty
      ? `Nothing is written: ${git.changed.length} files are not as committed (${git.changed.slice(0, 3).join(', ')} ...). Commit them, or pass --dirty.`
      : undefined
  if (refusal !== undefined) console.log(`${refusal}\n`)
  for (const part of parts) {
    if (part.needsData && data === undefined) {
      skipped.push(`${part.name}: UTPID_DATA is not set; set it to the folder that holds feeds/ and labels/.`)
      continue
    }
    if (data === undefined && part.withoutData !== undefined) skipped.push(`${part.name}: ${part.withoutData}`)
    const result = await part.run({ data, seed, valid, say: (sentence) => console.error(sentence) })
    rows.push(...result.rows)
    n = Math.max(n, result.n)
  }

  console.log(`\n${rowTable(rows)}\n`)
  for (const sentence of skipped) console.log(`SKIPPED ${sentence}`)
  const failing = rows.filter(({ holds }) => holds === false)
  const barred = rows.filter(({ holds }) => holds !== null)
  console.log(`${barred.length - failing.length} of ${barred.length} bars hold.`)

  if (!isWhole) {
    console.log('Nothing is written: only a whole run with UTPID_DATA and the test files is a result.')
  } else if (refusal !== undefined) {
    console.log(refusal)
  } else {
    console.log(`Written to ${writeResults({ name, seed, n, rows, skipped, load: [before, load()] }, git, new Date())}`)
  }
  process.exitCode = failing.length === 0 && refusal === undefined ? 0 : 1
}

function benchOptions(all: readonly Part[]): BenchOptions {
  const flags = {
    part: { type: 'string', multiple: true },
    valid: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(DEFAULT_SEED) },
    dirty: { type: 'boolean', default: false },
  } as const
  try {
    const { values } = parseArgs({ options: flags })
    const names = values.part ?? all.map(({ name }) => name)
    const unknown = names.find((name) => !all.some((part) => part.name === name))
    if (unknown !== undefined) {
      fail(`There is no part "${unknown}"; the parts are ${all.map(({ name }) => name).join(', ')}.`)
    }
    const seed = Number(values.seed)
    if (!Number.isSafeInteger(seed) || seed < 0) fail(`--seed is ${values.seed}; give a whole number of 0 or more.`)
    return { parts: all.filter(({ name }) => names.includes(name)), valid: values.valid, seed, dirty: values.dirty }
  } catch (error) {
    return fail((error as Error).message)
  }
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
