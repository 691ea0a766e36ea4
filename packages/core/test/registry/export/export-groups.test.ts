import { createMemoryStorage } from '@utpid/adapter-memory'
import type { SupplierRecord } from '@utpid/core'
import type { ExportRow } from '@utpid/core/operations'
import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { expect, test } from 'vitest'
import { CURRENT_RULES } from '../../../src/features/rules/index-version.ts'
import { parseRecord } from '../../../src/ingest/parse-record.ts'
import { LIMITS } from '../../../src/model/limits.ts'
import { createRegistry } from '../../../src/registry/create-registry.ts'
import { exportClusters } from '../../../src/registry/export/export-clusters.ts'
import { restoreRegistry } from '../../../src/registry/export/restore-registry.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'

const PRODUCTS = 150
const feeds = generateFeeds({ seed: 11, products: PRODUCTS })

function* groups(): Generator<SupplierRecord[]> {
  for (let at = 0; at < PRODUCTS; at++) {
    const records = feeds.recordsOf(at).flatMap((row) => {
      const parsed = parseRecord(toRecord({ ...row, supplier: row.source }))
      return 'record' in parsed ? [parsed.record] : []
    })
    if (records.length > 0) yield records
  }
}

const OPTIONS = { clock: () => Date.UTC(2026, 0, 1), seed: 99 }

async function rowsOf(options = OPTIONS): Promise<ExportRow[]> {
  const rows: ExportRow[] = []
  for await (const row of exportClusters(groups(), options)) rows.push(row)
  return rows
}

test('existing clusters become a registry like an imported one', async () => {
  const storage = createMemoryStorage()
  const suppliers = [
    { id: feeds.suppliers[0]?.id as string, name: 'Bed Bank', priority: 3, since: '2025-01-01T00:00:00.000Z' },
  ]
  await restoreRegistry(storage, exportClusters(groups(), { ...OPTIONS, suppliers }))
  const registry = await createRegistry({ storage, clock: OPTIONS.clock })
  const expected = [...groups()]
  const stats = await registry.stats()
  expect(stats.products.total).toBe(expected.length)
  expect(stats.records.total).toBe(expected.flat().length)
  expect((await registry.suppliers()).find(({ id }) => id === suppliers[0]?.id)).toEqual(suppliers[0])
  for (const records of expected) {
    const located = await Promise.all(records.map(({ supplier, code }) => registry.locate({ supplier, code })))
    expect(new Set(located.map((each) => each?.utpid)).size).toBe(1)
    const product = await registry.get(located[0]?.utpid as string)
    expect(product?.records.map(({ record }) => record)).toEqual(records)
  }
  const [first] = expected[0] as [SupplierRecord]
  expect(await registry.match(first)).toMatchObject({ decision: 'match' })
  expect((await registry.search(first.name)).total).toBeGreaterThan(0)
  // The export does not compare its clusters with each other, so each record stands for itself.
  await expectConsistent(storage, CURRENT_RULES, { copies: false })
})

test('equal records of one supplier stay separate until a forced reindex makes them copies', async () => {
  const storage = createMemoryStorage()
  const copy = (code: string): SupplierRecord => ({
    supplier: 'alpha',
    code,
    name: 'Zephyr Marlowe',
    category: 'apartment',
    location: { city: 'Paris', country: 'FR', coordinates: [48.86, 2.34] },
  })
  const apart = Array.from({ length: LIMITS.recordsPerKey + 5 }, (_, at) => [copy(`B${1_000 + at}`)])
  await restoreRegistry(storage, exportClusters(apart, OPTIONS))
  const registry = await createRegistry({ storage, clock: OPTIONS.clock })
  expect((await registry.alerts()).total).toBe(0)
  // Neither import changes the existing records, whichever record stands for the class.
  await registry.import([copy('A1'), copy('C1')])
  await expectConsistent(storage, CURRENT_RULES, { copies: false })
  await registry.reindex({ force: true })
  await expectConsistent(storage)
  expect((await registry.alerts()).alerts).toMatchObject([{ copies: apart.length + 2, status: 'open' }])
  expect((await registry.stats()).products.total).toBe(apart.length + 2)
})

test('an import of the same records writes nothing', async () => {
  const storage = createMemoryStorage()
  await restoreRegistry(storage, await rowsOf())
  const registry = await createRegistry({ storage })
  const { change } = await storage.ledger.head()
  const report = await registry.import([...groups()].flat())
  expect(report.unchanged).toBe(report.read)
  expect(report.change).toBe(change)
})

test('one seed gives one export, and another seed gives other UTPIDs', async () => {
  const ids = (rows: readonly ExportRow[]): number[] =>
    rows.flatMap((row) => (row.kind === 'product' ? [row.row.id] : []))
  expect(await rowsOf()).toEqual(await rowsOf())
  const [one, other] = [ids(await rowsOf()), ids(await rowsOf({ ...OPTIONS, seed: 5_000 }))]
  expect(new Set([...one, ...other]).size).toBe(one.length + other.length)
})

test('a cluster without a record is rejected with its position', async () => {
  const read = async (): Promise<void> => {
    for await (const _ of exportClusters([[...groups()][0] as SupplierRecord[], []]));
  }
  await expect(read()).rejects.toMatchObject({ code: 'validation_failed', message: /Group 1 has no record/ })
})
