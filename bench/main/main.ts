/**
 * `npm run bench -- main [--part NAME]... [--valid] [--seed N] [--dirty]`: what the first whole slice must show.
 * See ../README.md.
 */
import { parseArgs } from 'node:util'
import { gitState } from '../report/git-state.ts'
import { load, machine } from '../report/machine.ts'
import type { Row } from '../report/row.ts'
import { rowTable } from '../report/row-table.ts'
import { writeResults } from '../report/write-results.ts'
import { importPart } from './import-part.ts'
import { orderPart } from './order-part.ts'
import { pairsPart } from './pairs-part.ts'
import type { Part } from './part.ts'
import { BAD_INPUT, PROPERTIES } from './proofs.ts'
import { registryPart } from './registry-part.ts'
import { testsPart } from './tests-part.ts'

const PARTS: readonly Part[] = [
  registryPart,
  pairsPart,
  importPart,
  orderPart,
  testsPart('properties', PROPERTIES),
  testsPart('bad-input', BAD_INPUT),
]
const DEFAULT_SEED = 20_261

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}

function options(): { parts: readonly Part[]; valid: boolean; seed: number; dirty: boolean } {
  const flags = {
    part: { type: 'string', multiple: true },
    valid: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(DEFAULT_SEED) },
    dirty: { type: 'boolean', default: false },
  } as const
  try {
    const { values } = parseArgs({ options: flags })
    const names = values.part ?? PARTS.map(({ name }) => name)
    const unknown = names.find((name) => !PARTS.some((part) => part.name === name))
    if (unknown !== undefined) {
      fail(`There is no part "${unknown}"; the parts are ${PARTS.map(({ name }) => name).join(', ')}.`)
    }
    const seed = Number(values.seed)
    if (!Number.isSafeInteger(seed) || seed < 0) fail(`--seed is ${values.seed}; give a whole number of 0 or more.`)
    return { parts: PARTS.filter(({ name }) => names.includes(name)), valid: values.valid, seed, dirty: values.dirty }
  } catch (error) {
    return fail((error as Error).message)
  }
}

const { parts, valid, seed, dirty } = options()
const data = process.env.UTPID_DATA
const git = gitState()
const isWhole = parts.length === PARTS.length && !valid && data !== undefined
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
  const result = await part.run({ data, seed, valid, say: (sentence) => console.error(sentence) })
  rows.push(...result.rows)
  n = Math.max(n, result.n)
}
if (data === undefined && parts.includes(orderPart)) {
  skipped.push('order: only generated feeds, because UTPID_DATA is not set.')
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
  console.log(
    `Written to ${writeResults({ name: 'main', seed, n, rows, skipped, load: [before, load()] }, git, new Date())}`,
  )
}
process.exitCode = failing.length === 0 && refusal === undefined ? 0 : 1
