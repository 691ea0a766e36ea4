import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Attack, attackName, attackText } from '../../scripts/patterns/attacks.ts'
import { cpuOf, DOCUMENTS, fittedExponent, readDocument } from '../../scripts/patterns/feed-documents.ts'
import { cellAttacks, FIELD_KINDS, fieldNames } from '../../scripts/patterns/hostile-cells.ts'
import { Served } from '../http/served.ts'
import type { Part, PartContext } from '../report/part.ts'
import { barRow, plainRow, type Row } from '../report/row.ts'

const SIZES = [100, 1_000, 10_000, 100_000, 1_000_000]
/** Up to here a cell of each name of a field is in one document; from there on one of each kind of field. */
const ALL_NAMES_UP_TO = 1_000
/** Where cells are long enough to count and are still read; a longer one is refused. */
const READ_SIZES = [10_000, 30_000, 100_000]
const EXPONENT_MOST = 1.15
/** The least time of each size counts: other work of the machine only adds to a measurement. */
const ROUNDS = 5
const HELD_MS = 250
/** Of a row, which may have 1,000,000. */
const ROW_BYTES = 950_000
const FIELDS_MOST = 50

/** Cells made to take long: how CPU time grows with their length, and for how long they hold the event loop of the service. */
export const hostilePart: Part = {
  name: 'hostile',
  needsData: false,
  run: async (context) => {
    const attacks = chosenAttacks(context)
    return {
      n: attacks.length,
      rows: [...(await exponents(attacks, context)), ...(await heldEventLoop(attacks, context))],
    }
  },
}

/** All, or as many as `--attacks N` says, from the whole list. */
function chosenAttacks({ options }: PartContext): readonly Attack[] {
  const all = cellAttacks()
  const most = Number(options.attacks ?? all.length)
  if (!Number.isSafeInteger(most) || most < 1)
    throw new Error(`--attacks is ${options.attacks}; give a number of 1 or more.`)
  const step = Math.max(1, Math.floor(all.length / most))
  return all.filter((_, at) => at % step === 0).slice(0, most)
}

/** The steepest growth of CPU time in each format. */
async function exponents(attacks: readonly Attack[], { say }: PartContext): Promise<Row[]> {
  const rows: Row[] = []
  for (const format of Object.keys(DOCUMENTS)) {
    say(`service: CPU time of ${attacks.length} attacks on each field as ${format}`)
    const whole = await steepest(attacks, SIZES, format)
    const read = await steepest(attacks, READ_SIZES, format)
    rows.push(
      barRow(
        `hostile.exponent.${format}`,
        `hostile cells as ${format}, 100 to 1,000,000 characters: largest fitted exponent of CPU time (${whole.name})`,
        whole.exponent,
        'exponent',
        ['<=', EXPONENT_MOST],
      ),
      barRow(
        `hostile.exponent-read.${format}`,
        `... 10,000 to 100,000 characters, which are read (${read.name})`,
        read.exponent,
        'exponent',
        ['<=', EXPONENT_MOST],
      ),
      plainRow(
        `hostile.slowest.${format}`,
        '... most CPU time of one cell of 100,000 characters in each kind of field',
        read.mostMs,
        'ms',
      ),
    )
  }
  return rows
}

async function steepest(
  attacks: readonly Attack[],
  sizes: readonly number[],
  format: string,
): Promise<{ exponent: number; name: string; mostMs: number }> {
  let [exponent, name, mostMs] = [0, '', 0]
  for (const attack of attacks) {
    const least: number[] = sizes.map(() => Number.POSITIVE_INFINITY)
    let fitted = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS && fitted > EXPONENT_MOST; round++) {
      for (const [at, size] of sizes.entries())
        least[at] = Math.min(least[at] ?? 0, await cpuOfCells(attack, size, format))
      fitted = fittedExponent(sizes.map((size, at) => [size, least[at] ?? 0]))
    }
    if (fitted > exponent) [exponent, name] = [fitted, attackName(attack)]
    mostMs = Math.max(mostMs, least.at(-1) ?? 0)
  }
  return { exponent, name, mostMs }
}

/** One cell in each field, a row each; of CSV as many in a row as it may have, since its columns are in every row. */
async function cpuOfCells(attack: Attack, size: number, name: string): Promise<number> {
  const { of, format } = DOCUMENTS[name] as (typeof DOCUMENTS)[string]
  const text = attackText(attack, size)
  const fields = size <= ALL_NAMES_UP_TO ? fieldNames() : FIELD_KINDS
  const documents =
    name === 'csv' ? rowsOf(fields, text).map((row) => of([row])) : [of(fields.map((field) => ({ [field]: text })))]
  const cpu = await cpuOf(async () => {
    for (const document of documents) await readDocument(document, format)
  })
  // As much work for each character, however many cells a document has.
  return (cpu * FIELD_KINDS.length) / fields.length
}

/** Rows with the text in each field, as many fields in each as a row may have. */
function rowsOf(fields: readonly string[], text: string): Record<string, string>[] {
  const bytes = Math.max(Buffer.byteLength(JSON.stringify(text)), Buffer.byteLength(text.replaceAll('"', '""')))
  const inRow = Math.max(1, Math.min(FIELDS_MOST, Math.floor(ROW_BYTES / bytes)))
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

/** A served registry gets the cells in every way; its own metric says how late its event loop came. */
async function heldEventLoop(attacks: readonly Attack[], { say }: PartContext): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-hostile-'))
  const served = await Served.begin({ place: join(folder, 'registry'), asksFile: '', logs: folder })
  try {
    const rows: Row[] = []
    for (const [id, path] of Object.entries({
      import: '/registry/import',
      batch: '/registry/batch-map',
      match: '/registry/match',
    })) {
      say(`service: the event loop while ${attacks.length} attacks are sent to ${path}`)
      let [most, name, refused] = [0, '', 0]
      await lateMs(served)
      for (const attack of attacks) {
        for (const upload of uploadsOf(path, attack)) {
          const status = await send(served, upload)
          if (status >= 500) refused += 1
          const late = await lateMs(served)
          if (late > most) [most, name] = [late, `${upload.type}, ${attackName(attack)}`]
        }
      }
      rows.push(
        barRow(
          `hostile.held.${id}`,
          `hostile cells sent to ${path}: event loop held, the longest (${name})`,
          most,
          'ms',
          ['<=', HELD_MS],
        ),
        barRow(`hostile.failed.${id}`, '... answered 5xx', refused, 'count', ['=', 0]),
      )
    }
    return rows
  } finally {
    await served.terminate()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function lateMs(served: Served): Promise<number> {
  return (await served.metrics())('utpid_event_loop_delay_seconds{quantile="1"}') * 1_000
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

/** Rows as long as a row may be, of cells as long as a cell may be, and one beyond both. */
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
