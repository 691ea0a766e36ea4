import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, RegistryError, Storage } from '@utpid/core'
import type { ExportRow } from '@utpid/core/operations'
import type { AlertRow, DecisionRow, ProductRow } from '@utpid/core/storage'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../../src/model/limits.ts'
import { createRegistry } from '../../../src/registry/create-registry.ts'
import { ExportChecksum } from '../../../src/registry/export/export-checksum.ts'
import { EXPORT_FORMAT, type ExportContent } from '../../../src/registry/export/export-format.ts'
import { type RestoreReport, restoreRegistry } from '../../../src/registry/export/restore-registry.ts'
import { emptyCommit } from '../../../src/storage/commit.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { heldAndAnswered } from '../../support/same-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

let lines: readonly string[]
let source: Storage

beforeAll(async () => {
  const opened = await openRegistry()
  source = opened.storage
  const records = [ZEPHYR, ZEPHYR_BY_BETA, QUILL, { ...QUILL, supplier: 'beta', code: 'B7', stars: 5 }]
  await opened.registry.import(records.map((record) => ({ ...record, fax: '+33 1 40 20 50 59' })))
  const [product] = await source.ledger.scanProducts(-1, 1)
  const at = '2026-05-01T00:00:00.000Z'
  await source.ledger.commit({
    ...emptyCommit(at, 0),
    aliases: [{ alias: 'TW-1', productId: product?.id as number }],
    judgements: [{ a: 1, b: 2, verdict: 'same', actor: 'ines', at, change: 0 }],
    verifications: [
      { productId: product?.id as number, change: 0, verified: true, method: 'manual', actor: 'ines', at, checks: [] },
    ],
    decisions: [{ change: 0, kind: 'verify', actor: 'ines', at, before: [] }],
  })
  lines = await exportedLines(opened.registry)
})

async function exportedLines(registry: Registry): Promise<string[]> {
  const rows: ExportRow[] = []
  for await (const row of registry.export()) rows.push(row)
  return rows.map((row) => JSON.stringify(row))
}

function lineOf(kind: string): number {
  return lines.findIndex((line) => line.startsWith(`{"kind":"${kind}"`))
}

/** Returns the lines with valid checksums, as if the registry had exported these lines. */
function sealed(given: readonly string[]): string[] {
  const checksum = new ExportChecksum()
  return given.map((line) => {
    const { checksum: _, ...content } = JSON.parse(line) as ExportRow
    return JSON.stringify(checksum.withChecksum(content as ExportContent))
  })
}

function changed(kind: string, change: (row: never) => unknown): string[] {
  const at = lineOf(kind)
  return lines.with(at, JSON.stringify(change(JSON.parse(lines[at] as string) as never)))
}

function resealed(kind: string, change: (row: never) => unknown): string[] {
  return sealed(changed(kind, change))
}

async function failure(rows: readonly unknown[], storage = createMemoryStorage()): Promise<RegistryError> {
  const outcome: RestoreReport | RegistryError = await restoreRegistry(storage, rows).catch(
    (error: RegistryError) => error,
  )
  if (!(outcome instanceof Error)) throw new Error('it was restored')
  // Writing rows alone does not make the storage a registry.
  const { change } = await storage.ledger.head()
  if (change > 0) {
    await expect(createRegistry({ storage })).rejects.toMatchObject({ code: 'restore_unfinished' })
    await expect(restoreRegistry(storage, lines)).rejects.toMatchObject({ code: 'storage_not_empty' })
  }
  return outcome
}

test('reports progress, and the restored change', async () => {
  const storage = createMemoryStorage()
  const told: number[] = []
  const report = await restoreRegistry(storage, lines, { onProgress: ({ records }) => told.push(records) })
  expect(report).toMatchObject({ change: 3, header: { records: 4 }, rows: { record: 4, alias: 1, supplier: 2 } })
  expect(told.at(-1)).toBe(4)
  expect((await storage.ledger.head()).indexVersion).toBe((await source.ledger.head()).indexVersion)
})

test('includes all curator decisions and their effects', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import([ZEPHYR, QUILL, { ...QUILL, supplier: 'gamma', code: 'G1' }])
  const { ledger } = storage
  const [one, two] = (await ledger.scanProducts(-1, 2)) as [ProductRow, ProductRow]
  const [lineage] = await ledger.lineage([one.id])
  const [stored] = await ledger.getRecords([two.records[0] as number])
  const [supplier] = await ledger.suppliers()
  if (lineage === undefined || stored === undefined || supplier === undefined) throw new Error('nothing was imported')
  const at = '2026-05-01T00:00:00.000Z'
  const pins = { name: { value: 'Zephyr', actor: 'ines', at }, coordinates: { value: [48.5, -2], actor: 'joão', at } }
  const alert: AlertRow = {
    id: 'a'.repeat(16),
    products: [one.id, two.id],
    records: [one.records[0] as number, two.records[0] as number],
    confidence: 6_000,
    informationGain: 900,
    status: 'dismissed',
    detectedAt: at,
    resolvedAt: at,
    resolution: { by: 'person', decision: 0 },
    model: 'hand-1',
    tfVersion: 0,
  }
  const decision: DecisionRow = {
    change: 0,
    kind: 'dismiss',
    actor: 'ines',
    at,
    note: 'other side of the road',
    alert: alert.id,
    replaced: [{ a: 1, b: 2, verdict: 'same', actor: 'ines', at, change: 1 }],
    before: [
      { id: one.id, records: one.records, verified: true, verifiedBy: 'checks', pins },
      { id: two.id, records: two.records, verified: false },
    ],
  }
  await ledger.commit({
    ...emptyCommit(at, 0),
    records: [{ ...stored.row, revision: 2, keys: [], deactivatedAt: at, formerProduct: two.id }],
    unlinked: [stored.row.id],
    counters: { records: -1, 'alerts.dismissed': 2 },
    products: [
      { ...one, revision: 2, verified: true, verifiedBy: 'supplier', pins },
      { ...two, revision: 2, records: two.records.slice(1) },
    ],
    lineage: [{ ...lineage, decisions: [0] }],
    alerts: [alert, { ...alert, id: 'b'.repeat(16), resolution: { by: 'machine' } }],
    verifications: [
      { productId: one.id, change: 0, verified: false, method: 'withdrawn', actor: 'ines', at, checks: [] },
    ],
    decisions: [decision],
    suppliers: [{ ...supplier, updatePending: true }],
  })
  const { change: undoes } = await ledger.head()
  const undo: DecisionRow = { change: 0, kind: 'undo', actor: 'ines', at, before: [], undoes }
  await ledger.commit({
    ...emptyCommit(at, undoes),
    decisions: [undo, { ...decision, change: undoes, undoneBy: 0 }],
  })
  const copy = createMemoryStorage()
  const exported = await exportedLines(registry)
  expect(await restoreRegistry(copy, exported)).toMatchObject({ rows: { decision: 2, alert: 2 } })
  expect((await heldAndAnswered(copy)).rows).toStrictEqual((await heldAndAnswered(storage)).rows)
  expect(await copy.ledger.scanDecisions(0, 10)).toStrictEqual([
    { ...decision, change: undoes, undoneBy: undoes + 1 },
    { ...undo, change: undoes + 1 },
  ])
  expect((await copy.ledger.getRecords([stored.row.id]))[0]?.row.formerProduct).toBe(two.id)
})

test('accepts a rewritten export: other white space, key order or byte order mark', async () => {
  const turned = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(turned)
    return Object.fromEntries(
      Object.entries(value)
        .toSorted()
        .map(([key, each]) => [key, turned(each)]),
    )
  }
  const rewritten = lines.map((line) => JSON.stringify(turned(JSON.parse(line)), undefined, 1))
  const storage = createMemoryStorage()
  await restoreRegistry(storage, [`\uFEFF${rewritten[0]}`, ...rewritten.slice(1), '', ' \r'])
  expect((await heldAndAnswered(storage)).rows).toStrictEqual((await heldAndAnswered(source)).rows)
})

test('continues the change numbers of the exported registry, and tells followers to scan', async () => {
  const storage = createMemoryStorage()
  const end = JSON.parse(lines.at(-1) as string) as { change: number }
  await restoreRegistry(storage, sealed(lines.with(-1, JSON.stringify({ ...end, change: 5_000 }))))
  const registry = await createRegistry({ storage })
  await expect(registry.events({ after: 4_999 })).rejects.toMatchObject({ code: 'changes_expired' })
  expect(await registry.events({ after: 5_000 })).toEqual([])
  await registry.upsert({ ...QUILL, stars: 1 })
  expect((await registry.events({ after: 5_000 })).map(({ change }) => change)).toEqual([5_001])
})

test('accepts rows as JSON and as text', async () => {
  const storage = createMemoryStorage()
  await restoreRegistry(
    storage,
    lines.map((line) => JSON.parse(line) as unknown),
  )
  expect((await (await createRegistry({ storage })).stats()).records.total).toBe(4)
})

test('is rejected by a storage with a registry, which stays unchanged', async () => {
  const { storage, registry } = await openRegistry()
  await expect(restoreRegistry(storage, lines)).rejects.toMatchObject({ code: 'storage_not_empty' })
  await registry.import([ZEPHYR])
  await expect(restoreRegistry(storage, lines)).rejects.toMatchObject({ code: 'storage_not_empty' })
  expect((await registry.stats()).records.total).toBe(1)
})

test('stops when aborted, and leaves no registry', async () => {
  const storage = createMemoryStorage()
  const signal = { aborted: false }
  function* untilAborted(): Generator<string> {
    for (const [at, line] of lines.entries()) {
      if (at === 4) signal.aborted = true
      yield line
    }
  }
  await expect(restoreRegistry(storage, untilAborted(), { signal })).rejects.toMatchObject({ code: 'aborted' })
  expect((await storage.ledger.head()).indexVersion).toBeUndefined()
})

describe('a damaged export is rejected with the line and the reason', () => {
  const header = (change: object) => () => sealed(changed('utpid-export', (row: object) => ({ ...row, ...change })))
  const inRow = (kind: string, change: object) => () =>
    resealed(kind, (each: { row: object }) => ({ ...each, row: { ...each.row, ...change } }))
  const cases: readonly [string, () => readonly unknown[], number | (() => number), RegExp][] = [
    ['nothing at all', () => [], 0, /empty/],
    [
      'a first line of which a letter is another one',
      () => [lines[0]?.replace(/"at":"2/, '"at":"3'), ...lines.slice(1)],
      1,
      /checksum/,
    ],
    [
      'a line without its checksum',
      () => lines.with(3, (lines[3] as string).replace(/,"checksum":.*/, '}')),
      4,
      /no checksum/,
    ],
    ['a line that is no object', () => lines.with(3, '[1]'), 4, /not a JSON object/],
    [
      'a line of brackets',
      () => lines.with(3, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      4,
      /checksum|deep/,
    ],
    [
      'two lines that changed places',
      () => lines.with(3, lines[4] as string).with(4, lines[3] as string),
      4,
      /checksum/,
    ],
    ['a line of another export of it', () => lines.with(3, sealed(lines.slice(1))[2] as string), 4, /checksum/],
    ['another file', () => ['{"supplier":"alpha"}'], 1, /utpid-export/],
    ['a line that is cut', () => lines.with(3, lines[3]?.slice(0, 40) as string), 4, /not JSON/],
    ['an end that is missing', () => lines.slice(0, -1), () => lines.length - 1, /is truncated/],
    ['a row that is missing', () => lines.toSpliced(lineOf('record'), 1), () => lineOf('record') + 1, /checksum/],
    [
      'a row that is missing, in lines that were sealed again',
      () => sealed(lines.toSpliced(lineOf('record'), 1)),
      () => lines.length - 1,
      /4 lines.*there are 3/,
    ],
    ['a row that is twice', () => lines.toSpliced(3, 0, lines[3] as string), 5, /checksum/],
    ['a second export', () => [...lines, ...lines], () => lines.length + 1, /follows the end/],
    ['a second header', () => lines.toSpliced(2, 0, lines[0] as string), 3, /another export/],
    ['a header without its change', header({ change: undefined }), 1, /change/],
    ['an unknown kind', () => sealed(lines.with(2, '{"kind":"pin","row":{}}')), 3, /kind/],
    ['a key too many', inRow('supplier', { colour: 'red' }), () => lineOf('supplier') + 1, /colour/],
    ['a number that is text', inRow('product', { rank: '3' }), () => lineOf('product') + 1, /row\.rank/],
    [
      'content that was changed',
      () => lines.map((line) => line.replace('Quill Rondel', 'Quill Rondle')),
      () => lines.findIndex((line) => line.includes('Quill Rondel')) + 1,
      /checksum/,
    ],
    ['features that are none', inRow('record', { features: '@@@@' }), () => lineOf('record') + 1, /base64/],
    [
      'a verified product that does not say how',
      inRow('product', { verified: true }),
      () => lineOf('product') + 1,
      /verified/,
    ],
    [
      'an active record that says from where it ended',
      inRow('record', { formerProduct: 7 }),
      () => lineOf('record') + 1,
      /active/,
    ],
    ['a decision of no change', inRow('decision', { change: 0 }), () => lineOf('decision') + 1, /row\.change/],
    ['a decision of an unknown kind', inRow('decision', { kind: 'guess' }), () => lineOf('decision') + 1, /row\.kind/],
    ['keys in disorder', inRow('record', { keys: [3, 2] }), () => lineOf('record') + 1, /ascend/],
    [
      'a record without its link',
      () => resealed('record', ({ link: _, ...row }: { link: unknown }) => row),
      () => lineOf('record') + 1,
      /link/,
    ],
    [
      'a detailed record without its details',
      () => resealed('record', ({ details: _, ...row }: { details: unknown }) => row),
      () => lineOf('record') + 1,
      /if and only if it is detailed/,
    ],
    [
      'details of a record without the flag',
      () =>
        resealed('record', ({ row: { detailed: _, ...row }, ...rest }: { row: { detailed: true } }) => ({
          ...rest,
          row,
        })),
      () => lineOf('record') + 1,
      /if and only if it is detailed/,
    ],
    [
      'details that are no object',
      () => resealed('record', (row: object) => ({ ...row, details: ['1'] })),
      () => lineOf('record') + 1,
      /details/,
    ],
    [
      'details beyond the limit',
      () => resealed('record', (row: object) => ({ ...row, details: { fax: 'x'.repeat(LIMITS.detailCharacters) } })),
      () => lineOf('record') + 1,
      /too long/,
    ],
    [
      'the link of another',
      () => resealed('record', (row: { link: object }) => ({ ...row, link: { ...row.link, recordId: 1 } })),
      () => lineOf('record') + 1,
      /belongs to another record/,
    ],
    [
      'an edge of another',
      () => resealed('edges', (row: { record: number }) => ({ ...row, record: row.record + 1 })),
      () => lineOf('edges') + 1,
      /edge/,
    ],
    [
      'a verification of another',
      () => resealed('verifications', (row: { product: number }) => ({ ...row, product: 1 })),
      () => lineOf('verifications') + 1,
      /verification/,
    ],
  ]
  test.each(cases)('%s', async (_, damage, line, reason) => {
    const error = await failure(damage())
    expect(error.code).toBe('export_damaged')
    expect(error.message).toMatch(reason)
    const expected = typeof line === 'number' ? line : line()
    if (expected > 0) expect(error.details.line).toBe(expected)
  })

  test('a record with the code of another', async () => {
    const at = lineOf('record')
    const row = JSON.parse(lines[at] as string) as { row: object; link: object }
    const other = { ...row, row: { ...row.row, id: 1 }, link: { ...row.link, recordId: 1 } }
    const end = JSON.parse(lines.at(-1) as string) as { rows: { record: number } }
    const rows = lines.with(-1, JSON.stringify({ ...end, rows: { ...end.rows, record: 5 } }))
    const error = await failure(sealed(rows.toSpliced(at, 0, JSON.stringify(other))))
    expect(error).toMatchObject({ code: 'export_damaged', cause: { code: 'supplier_code_taken' } })
    expect(error.message).toMatch(/contradicts/)
  })

  test('the format of a newer version is not reported as damage', async () => {
    expect(await failure(header({ format: EXPORT_FORMAT + 1 })())).toMatchObject({ code: 'storage_version' })
  })

  test.each<[string, () => string[], RegExp]>([
    [
      'a product that lists a record too many',
      () =>
        resealed('product', (each: { row: { records: number[] } }) => ({
          ...each,
          row: { ...each.row, records: [...each.row.records, 7] },
        })),
      /lists record 7, which is linked to none/,
    ],
    [
      'a product that lists a record too few',
      () =>
        resealed('product', (each: { row: { records: number[] } }) => ({
          ...each,
          row: { ...each.row, records: each.row.records.slice(1) },
        })),
      /does not list it/,
    ],
    [
      'a product that lists a record twice',
      () =>
        resealed('product', (each: { row: { records: number[] } }) => ({
          ...each,
          row: { ...each.row, records: [...each.row.records, ...each.row.records] },
        })),
      /twice/,
    ],
    [
      'a link to a product that is not there',
      () => resealed('record', (each: { link: object }) => ({ ...each, link: { ...each.link, productId: 7 } })),
      /linked to 7|not present/,
    ],
    [
      'a product whose lineage says it is gone',
      () => resealed('lineage', (each: { row: object }) => ({ ...each, row: { ...each.row, status: 'deleted' } })),
      /not active by its lineage/,
    ],
    [
      'a lineage whose product is not there',
      () => resealed('lineage', (each: { row: object }) => ({ ...each, row: { ...each.row, id: 7 } })),
      /active by its lineage|not present/,
    ],
  ])('lines that contradict each other: %s', async (_, damage, reason) => {
    const error = await failure(damage())
    expect(error.code).toBe('export_damaged')
    expect(error.message).toMatch(/contradict each other/)
    expect(error.message).toMatch(reason)
  })
})
