import { type Attack, attackName, attackText } from '../../scripts/patterns/attacks.ts'
import { cpuOf, DOCUMENTS, fittedExponent, readDocument } from '../../scripts/patterns/feed-documents.ts'
import { cellAttacks, FIELD_KINDS, fieldNames } from '../../scripts/patterns/hostile-cells.ts'
import { type PartContext, part, wholeNumber } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { type Served, withNewService } from '../load/served.ts'

const SIZES = [100, 1_000, 10_000, 100_000, 1_000_000]
/**
 * Up to this cell size, a document has a cell for each field name. Above it, the document has one for each kind of
 * field.
 */
const MAX_ALL_NAMES_SIZE = 1_000
/** Cell sizes that are long enough to measure and still accepted. */
const READ_SIZES = [10_000, 30_000, 100_000]
const MAX_EXPONENT = 1.15
/** The minimum time of each size counts, since other work of the machine only adds time. */
const ROUNDS = 5
const LATER_ROUNDS = 15
const PATHS = [
  ['import', '/registry/import'],
  ['batch', '/registry/batch-map'],
  ['match', '/registry/match'],
] as const
/** Maximum bytes of a row here; the limit is 1,000,000. */
const ROW_BYTES = 950_000
const MAX_FIELDS = 50

/**
 * Sends cells that are designed to be slow. Measures how CPU time grows with their length, and how long they block the
 * service's event loop.
 */
export const hostilePart = part('hostile', async (context) => {
  const attacks = chosenAttacks(context)
  const rows = [...(await exponents(attacks, context)), ...(await heldEventLoop(attacks, context))]
  return { n: attacks.length, rows: below('hostile', rows) }
})

/** All attacks, or a sample of `--attacks N`. */
function chosenAttacks(context: PartContext): readonly Attack[] {
  const all = cellAttacks()
  const most = wholeNumber(context, 'attacks', all.length)
  const step = Math.max(1, Math.floor(all.length / most))
  return all.filter((_, at) => at % step === 0).slice(0, most)
}

/** Returns the steepest growth of CPU time in each format. */
async function exponents(attacks: readonly Attack[], { say }: PartContext): Promise<Figure[]> {
  const rows: Figure[] = []
  for (const format of Object.keys(DOCUMENTS)) {
    say(`service: CPU time of ${attacks.length} attacks on each field as ${format}`)
    const whole = await steepest(attacks, SIZES, format)
    const read = await steepest(attacks, READ_SIZES, format)
    const fitted = `hostile cells as ${format}, 100 to 1,000,000 characters: largest fitted exponent of CPU time (${whole.name})`
    const fittedRead = `... 10,000 to 100,000 characters, which are read (${read.name})`
    const slowest = '... most CPU time of one cell of 100,000 characters in each kind of field'
    rows.push(
      [`exponent.${format}`, fitted, whole.exponent, 'exponent', `<= ${MAX_EXPONENT}`],
      [`exponent-read.${format}`, fittedRead, read.exponent, 'exponent', `<= ${MAX_EXPONENT}`],
      [`slowest.${format}`, slowest, read.maxMs, 'ms'],
    )
  }
  return rows
}

interface Growth {
  readonly attack: Attack
  /** Least CPU time of each size so far, in milliseconds. */
  readonly times: number[]
  exponent: number
}

async function steepest(
  attacks: readonly Attack[],
  sizes: readonly number[],
  format: string,
): Promise<{ exponent: number; name: string; maxMs: number }> {
  const all: Growth[] = attacks.map((attack) => ({
    attack,
    times: sizes.map(() => Number.POSITIVE_INFINITY),
    exponent: Number.POSITIVE_INFINITY,
  }))
  for (const growth of all) await measure(growth, sizes, format, ROUNDS)
  // Other work of the machine can last for all rounds of an attack, so steep ones are measured again at the end.
  for (const growth of all) await measure(growth, sizes, format, LATER_ROUNDS)
  const worst = all.reduce((a, b) => (b.exponent > a.exponent ? b : a))
  return {
    exponent: worst.exponent,
    name: attackName(worst.attack),
    maxMs: Math.max(...all.map(({ times }) => times.at(-1) ?? 0)),
  }
}

/** Measures an attack again until it grows slowly enough, or all rounds are used. */
async function measure(growth: Growth, sizes: readonly number[], format: string, rounds: number): Promise<void> {
  for (let round = 0; round < rounds && growth.exponent > MAX_EXPONENT; round++) {
    for (const [index, size] of sizes.entries())
      growth.times[index] = Math.min(growth.times[index] ?? 0, await cpuOfCells(growth.attack, size, format))
    growth.exponent = fittedExponent(sizes.map((size, index) => [size, growth.times[index] ?? 0]))
  }
}

/**
 * Measures the CPU time of one cell in each field, with one row for each cell. A CSV row has as many cells as allowed,
 * since every row has all columns.
 */
async function cpuOfCells(attack: Attack, size: number, name: string): Promise<number> {
  const { of, format } = DOCUMENTS[name] as (typeof DOCUMENTS)[string]
  const text = attackText(attack, size)
  const fields = size <= MAX_ALL_NAMES_SIZE ? fieldNames() : FIELD_KINDS
  const documents =
    name === 'csv' ? rowsOf(fields, text).map((row) => of([row])) : [of(fields.map((field) => ({ [field]: text })))]
  // The CPU time includes the threads of the garbage collector, which would still collect the previous documents.
  globalThis.gc?.()
  const cpu = await cpuOf(async () => {
    for (const document of documents) await readDocument(document, format)
  })
  // Return the time for the same number of cells at every size.
  return (cpu * FIELD_KINDS.length) / fields.length
}

/** Returns rows with the text in each field, with as many fields in a row as allowed. */
function rowsOf(fields: readonly string[], text: string): Record<string, string>[] {
  const bytes = Math.max(Buffer.byteLength(JSON.stringify(text)), Buffer.byteLength(text.replaceAll('"', '""')))
  const inRow = Math.max(1, Math.min(MAX_FIELDS, Math.floor(ROW_BYTES / bytes)))
  const rows: Record<string, string>[] = []
  for (let from = 0; from < fields.length; from += inRow) {
    const own = fields.slice(from, from + inRow)
    rows.push({ name: 'A', code: `H${from}`, ...Object.fromEntries(own.map((field) => [field, text])) })
  }
  return rows
}

interface Upload {
  readonly path: string
  readonly type: string
  readonly body: Buffer
}

/** Sends the cells to a served registry in every format. A metric of the service reports the event-loop delay. */
async function heldEventLoop(attacks: readonly Attack[], { say }: PartContext): Promise<Figure[]> {
  const rows: Figure[] = []
  await withNewService(async (served) => {
    for (const [id, path] of PATHS) {
      say(`service: the event loop while ${attacks.length} attacks are sent to ${path}`)
      let [most, name, refused] = [0, '', 0]
      await served.longestDelayMs()
      for (const attack of attacks) {
        for (const upload of uploadsOf(path, attack)) {
          if ((await send(served, upload)) >= 500) refused += 1
          const late = await served.longestDelayMs()
          if (late > most) [most, name] = [late, `${upload.type}, ${attackName(attack)}`]
        }
      }
      const what = `hostile cells sent to ${path}: event loop held, the longest (${name})`
      rows.push(
        [`held.${id}`, what, most, 'ms', '<= 250'],
        [`failed.${id}`, '... answered 5xx', refused, 'count', '= 0'],
      )
    }
  })
  return rows
}

async function send(served: Served, { path, type, body }: Upload): Promise<number> {
  const response = await fetch(`${served.address}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${served.key}`, 'content-type': type },
    body: new Uint8Array(body),
  })
  await response.arrayBuffer()
  return response.status
}

/** Returns rows of maximum length, rows with cells of maximum length, and a row that exceeds both limits. */
function uploadsOf(path: string, attack: Attack): Upload[] {
  const rows = longRows(attack)
  if (path === '/registry/match') {
    return rows.map((row) => ({ path, type: 'application/json', body: Buffer.from(JSON.stringify({ input: row })) }))
  }
  const json = path === '/registry/batch-map' ? { inputs: rows } : rows
  const csv = rows.map((row) => (DOCUMENTS.csv as (typeof DOCUMENTS)[string]).of([row]))
  return [
    { path, type: 'application/json', body: Buffer.from(JSON.stringify(json)) },
    { path, type: 'application/x-ndjson', body: (DOCUMENTS.ndjson as (typeof DOCUMENTS)[string]).of(rows) },
    ...csv.map((body) => ({ path, type: 'text/csv', body })),
  ]
}

function longRows(attack: Attack): Record<string, string>[] {
  const rows = rowsOf(FIELD_KINDS, attackText(attack, 100_000))
  return [...rows, { name: 'A', code: 'long', note: attackText(attack, 1_000_000) }]
}
