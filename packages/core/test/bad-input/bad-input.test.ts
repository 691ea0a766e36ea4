import { createMemoryStorage } from '@utpid/adapter-memory'
import { FeedError, readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { beforeAll, describe, expect, test } from 'vitest'
import { REJECTION_CODES, REPAIR_CODES } from '../../src/model/repair.ts'
import { createRegistry } from '../../src/registry/create-registry.ts'
import type { Registry } from '../../src/registry/registry.ts'
import type { ImportOutcome, ImportReport } from '../../src/registry/write/import-records.ts'
import { BROKEN_FILES, type BrokenFile } from './broken-files.ts'
import { BROKEN_RECORDS, type BrokenRecord, REPEATED_CODE } from './broken-records.ts'

const GOOD_RECORDS = Array.from({ length: 60 }, (_, at) => ({
  supplier: 'good',
  code: `G${at}`,
  name: `Goodwell ${'abcdefghijklmnopqrstuvwxyz'.charAt(at % 26).repeat(3)}${at}`,
}))

interface Read {
  readonly failures: string[]
  ends?: string
}

let registry: Registry
let report: ImportReport
const outcomes: ImportOutcome[] = []
const rowAt = new Map<BrokenRecord, number>()
const reads = new Map<BrokenFile, Read>()
let sent = 0

/** Returns one list: each broken record between good ones, then the records of each file. */
async function everything(): Promise<unknown[]> {
  // A list and not a generator, since a generator would await records that look like promises.
  const all: unknown[] = []

  for (const [at, row] of BROKEN_RECORDS.entries()) {
    const good = GOOD_RECORDS[at]
    if (good !== undefined) {
      sent++
      all.push(good)
    }
    rowAt.set(row, sent++)
    all.push(row.record)
  }
  for (const record of REPEATED_CODE) {
    sent++
    all.push(record)
  }
  for (const file of BROKEN_FILES) for await (const record of recordsOf(file)) all.push(record)
  return all
}

async function* recordsOf(file: BrokenFile): AsyncGenerator<unknown> {
  const read: Read = { failures: [] }
  reads.set(file, read)
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(file.content)
  }
  try {
    for await (const item of readFeed(bytes())) {
      if ('error' in item) read.failures.push(`${item.line}:${item.error.code}`)
      else {
        sent++
        yield item.record
      }
    }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    read.ends = error.code
  }
}

beforeAll(async () => {
  registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
  report = await registry.import(await everything(), { onOutcome: (outcome) => outcomes.push(outcome) })
})

async function stored(supplier: string, code: string): Promise<unknown> {
  const located = await registry.locate({ supplier, code })
  const product = await registry.get(located?.utpid ?? '')
  return product?.records.find(({ record }) => record.supplier === supplier && record.code === code)?.record
}

describe('broken records', () => {
  test.each(BROKEN_RECORDS.map((row) => [row.what, row] as const))('%s', async (_what, row) => {
    const outcome = outcomes[rowAt.get(row) as number] as ImportOutcome
    const reports = outcome.repairs.map(({ field, code }) => `${field}: ${code}`)
    expect(reports.toSorted()).toEqual([...(row.reports ?? [])].toSorted())
    if (row.rejected !== undefined) {
      expect(outcome).toMatchObject({ outcome: 'rejected', rejection: { code: row.rejected } })
      return
    }
    expect(outcome.outcome).toMatch(/^(?:created|alerted|linked)$/)
    if (outcome.outcome === 'rejected') return
    expect(await stored(outcome.supplier, outcome.code)).toMatchObject(row.kept ?? { code: outcome.code })
  })

  test('are at least sixty, and cause every rejection reason', () => {
    expect(BROKEN_RECORDS.length).toBeGreaterThanOrEqual(60)
    const met = new Set(BROKEN_RECORDS.map(({ rejected }) => rejected))
    // The last rejection code occurs only in queries.
    expect(Object.keys(REJECTION_CODES).filter((code) => !met.has(code))).toEqual(['nothing_to_match'])
  })

  // A gazetteer is needed to detect the centre of a city, and only queries look for a name in the address.
  test('cause every repair that a record proves alone', () => {
    const met = new Set(outcomes.flatMap(({ repairs }) => repairs.map(({ code }) => code)))
    expect(Object.keys(REPAIR_CODES).filter((code) => !met.has(code as never))).toEqual([
      'name_from_address',
      'coordinates_imprecise',
    ])
  })

  test('every rejection and repair explains the problem in a sentence', () => {
    for (const outcome of outcomes) {
      if (outcome.outcome === 'rejected') expect(outcome.rejection.message).toMatch(/^.{15,}\.$/s)
      for (const { message } of outcome.repairs) expect(message).toMatch(/^[A-Z].{15,}\.$/)
    }
  })
})

describe('broken files', () => {
  test.each(BROKEN_FILES.map((file) => [file.what, file] as const))('%s', async (_what, file) => {
    const read = reads.get(file)
    expect(read?.failures).toEqual(file.failures ?? [])
    expect(read?.ends).toBe(file.ends)
    for (const code of file.imported) expect(await stored('file', code), code).toMatchObject({ code })
  })
})

describe('the other records', () => {
  test('every good record is imported', async () => {
    for (const good of GOOD_RECORDS) expect(await stored(good.supplier, good.code)).toEqual(good)
  })

  test('the last record of a repeated code counts, and the others are reported as superseded', async () => {
    expect(await stored('bad', 'REPEATED')).toMatchObject({ name: 'Brokenby Third' })
    expect(report.superseded).toBe(2)
  })

  test('every record is counted once, whatever its outcome', () => {
    const { read, linked, created, alerted, updated, unchanged, rejected, superseded } = report
    expect(read).toBe(sent)
    expect(outcomes.map(({ index }) => index)).toEqual(Array.from({ length: sent }, (_, at) => at))
    expect(linked + created + alerted + updated + unchanged + rejected + superseded).toBe(read)
    expect(rejected).toBe(BROKEN_RECORDS.filter((row) => row.rejected !== undefined).length)
  })

  test('statistics count odd categories and countries like any other', async () => {
    const { products } = await registry.stats()
    expect(products.byCategory.constructor).toBe(1)
    expect(Object.values(products.byCategory).reduce((sum, count) => sum + count, 0)).toBe(products.total)
  })

  test('a query with any broken record returns a result, too', async () => {
    const answers = await registry.mapBatch(BROKEN_RECORDS.map(({ record }) => record))
    expect(answers.length).toBe(BROKEN_RECORDS.length)
    for (const [at, { decision, error }] of answers.entries()) {
      expect(decision === null, BROKEN_RECORDS[at]?.what).toBe(error !== undefined)
    }
  })
})
