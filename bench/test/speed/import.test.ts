import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateFeeds, PRODUCTS_MAX } from '@utpid/generator'
import { expect, it } from 'vitest'
import { firstRecords, otherRecords, readImportFeeds, writeImportFeeds } from '../../speed/inputs/import-feeds.ts'
import { lostRecords } from '../../speed/parts/import-part.ts'

const SEED = 7
const PRODUCTS = 300
const WANTED = 700

const codeOf = ({ source, sourceId }: { readonly source: string; readonly sourceId: string }): string =>
  `${source} ${sourceId}`

it('imports onto a place what it does not have: half of it about products that it has, from all over it', () => {
  const there = new Set([...firstRecords(SEED, 1_000)].map(({ record }) => record.source))
  const others = [...otherRecords(SEED, 200, PRODUCTS)]
  const { truth } = generateFeeds({ seed: SEED, products: PRODUCTS_MAX, suppliers: 12 })
  const products = others.map(({ record }) => truth.productOf(record.source, record.sourceId) ?? Number.NaN)
  expect(others.some(({ record }) => there.has(record.source))).toBe(false)
  others.forEach(({ isKnown }, at) => {
    expect((products[at] as number) < PRODUCTS).toBe(isKnown)
  })
  const known = products.filter((product) => product < PRODUCTS)
  expect(known.length / others.length).toBeGreaterThan(0.4)
  expect(known.length / others.length).toBeLessThan(0.6)
  expect(Math.min(...known)).toBeLessThan(PRODUCTS / 10)
  expect(Math.max(...known)).toBeGreaterThan((PRODUCTS * 9) / 10)
})

it('gives each record once, and as many as are wanted also when all products of the place have come', () => {
  const others = [...otherRecords(SEED, WANTED, PRODUCTS)]
  expect(others).toHaveLength(WANTED)
  expect(new Set(others.map(({ record }) => codeOf(record))).size).toBe(WANTED)
  expect(new Set(others.filter(({ isKnown }) => isKnown).map(({ record }) => codeOf(record))).size).toBeLessThan(
    WANTED / 2,
  )
})

it('writes a file for each supplier with all of its records', () => {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-feeds-'))
  try {
    writeImportFeeds(folder, otherRecords(SEED, WANTED, PRODUCTS))
    const { files, records, known } = readImportFeeds(folder)
    const written = files.map((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))
    expect(records).toBe(WANTED)
    expect(known).toBeGreaterThan(0)
    expect(written.flat()).toHaveLength(WANTED)
    for (const lines of written) expect(new Set(lines.map((line) => JSON.parse(line).source)).size).toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('sees a record that was not read, has no outcome, is not there afterwards or is gone when it is opened again', () => {
  const counts = {
    read: 10,
    linked: 3,
    created: 4,
    alerted: 1,
    updated: 0,
    unchanged: 0,
    suppressed: 0,
    rejected: 1,
    superseded: 1,
    repaired: 5,
  }
  const run = { feeds: { files: [], records: 10, known: 0 }, counts, before: 100, after: 108, reopened: 108 }
  expect(lostRecords(run)).toBe(0)
  expect(lostRecords({ ...run, feeds: { ...run.feeds, records: 11 } })).toBe(1)
  expect(lostRecords({ ...run, counts: { ...counts, rejected: 0 } })).toBe(1)
  expect(lostRecords({ ...run, after: 107, reopened: 107 })).toBe(1)
  expect(lostRecords({ ...run, reopened: 105 })).toBe(3)
})
