import { compareRecords, openDurableStorage, withReclusterWorkers } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { LIMITS, parseRecord, type Registry, type Storage, type SupplierRecord } from '@utpid/core'
import { exportClusters, restoreRegistry } from '@utpid/core/copy'
import type { ReclusterProgress } from '@utpid/core/operations'
import type { EdgeRow } from '@utpid/core/storage'
import { readInChunks } from '@utpid/core/storage'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'
import { longTest, temporaryFolder } from '@utpid/testing'
import { afterEach, expect, test } from 'vitest'
import { openWorkerRegistry } from '../../support/registries/worker-registry.ts'

const RECORDS = [...generateFeeds({ seed: 8, products: 200 }).records]
  .map((row) => parseRecord(toRecord({ ...row, supplier: row.source }), { gazetteer: loadGazetteer() }))
  .flatMap((parsed) => ('record' in parsed ? [parsed.record] : []))
const MODULE = new URL('../../support/registries/worker-registry.ts', import.meta.url)
const THREADS = { module: MODULE, workers: 2 }

const open: Registry[] = []
afterEach(async () => {
  for (const registry of open.splice(0)) await registry.close()
})

interface Opened {
  readonly storage: Storage
  readonly registry: Registry
}

async function opened(fill: (storage: Storage) => Promise<void> = async () => undefined): Promise<Opened> {
  const storage = await openDurableStorage(temporaryFolder(), { index: 'segments' })
  await fill(storage)
  const registry = withReclusterWorkers(await openWorkerRegistry(storage), storage, THREADS)
  open.push(registry)
  return { storage, registry }
}

async function edgesOf({ ledger }: Storage): Promise<readonly EdgeRow[]> {
  const ids = (await ledger.scanRecords(-1, LIMITS.rowsPerPage)).map(({ row }) => row.id)
  const lists = await readInChunks(ids, (chunk) => ledger.edges(chunk))
  const edges = new Map(lists.flat().map((edge) => [`${edge.a}:${edge.b}`, edge]))
  return [...edges.keys()].sort().map((pair) => edges.get(pair) as EdgeRow)
}

/** Returns the clusters. Each record is shown as supplier and code. */
async function groupsOf({ ledger }: Storage): Promise<readonly string[]> {
  const records = await ledger.scanRecords(-1, LIMITS.rowsPerPage)
  const groups = new Map<number, string[]>()
  for (const { row, link } of records) {
    if (link === undefined) continue
    const own = groups.get(link.productId) ?? []
    groups.set(link.productId, [...own, `${row.record.supplier}/${row.record.code}`])
  }
  return [...groups.values()].map((own) => own.sort().join(' + ')).sort()
}

/** Returns the counters of the current state, without the numbers of closed alerts, which depend on history. */
async function counted({ ledger }: Storage): Promise<Record<string, number>> {
  const counters = [...(await ledger.counters())]
  return Object.fromEntries(counters.filter(([name]) => name === 'alerts.open' || !name.startsWith('alerts.')))
}

test('comparing an imported folder changes nothing', async () => {
  const { storage, registry } = await opened()
  await registry.import(RECORDS)
  const { change } = await storage.ledger.head()
  const told: ReclusterProgress[] = []
  const report = await registry.recluster({ onProgress: (progress) => told.push(progress) })
  expect(report).toMatchObject({ outcome: 'reclustered', records: RECORDS.length, edges: 0, steps: 0, change })
  expect(told.at(-1)).toEqual({ phase: 'compare', done: RECORDS.length, total: RECORDS.length })
})

longTest('clusters of another origin become those of an import, and judged records are compared too', async () => {
  // Creates too many copies of one record: its keys are skipped until one record represents all copies.
  const copies = RECORDS.slice(0, 1).flatMap((record) =>
    Array.from({ length: LIMITS.recordsPerKey }, (_, at) => ({ ...record, code: `${record.code}-${at}` })),
  )
  const records = [...RECORDS, ...copies]
  const imported = createMemoryStorage()
  await (await openWorkerRegistry(imported)).import(records)
  const alone = (): SupplierRecord[][] => records.map((record) => [record])
  const { storage, registry } = await opened(async (empty) => {
    await restoreRegistry(empty, exportClusters(alone(), { seed: 5, gazetteer: loadGazetteer() }))
  })
  const compared = await compareRecords(storage, THREADS)
  expect(compared.compared).toBe(records.length)
  expect(compared.clusters).toBe((await groupsOf(imported)).length)
  expect(compared.edges).toBe((await edgesOf(imported)).length)
  expect((await registry.recluster({ dryRun: true })).outcome).toBe('would_recluster')
  const done = await registry.recluster()
  expect(done.changes.merged.count).toBeGreaterThan(10)
  expect(await groupsOf(storage)).toEqual(await groupsOf(imported))
  expect((await edgesOf(storage)).map(({ a, b, weight }) => [a, b, weight])).toEqual(
    (await edgesOf(imported)).map(({ a, b, weight }) => [a, b, weight]),
  )
  expect(await counted(storage)).toEqual(await counted(imported))
  expect((await counted(storage))['records.copies']).toBe(copies.length)
  expect(await registry.recluster()).toMatchObject({ steps: 0 })

  const [one, other] = (await registry.search('hotel', { limit: 2 })).products
  await registry.dismiss(one?.utpid ?? '', other?.utpid ?? '', { actor: 'ann' })
  const told: ReclusterProgress[] = []
  expect(await registry.recluster({ onProgress: (progress) => told.push(progress) })).toMatchObject({ steps: 0 })
  expect(told.at(-1)?.phase).toBe('group')
})

test('aborting the comparison changes nothing', async () => {
  const { storage, registry } = await opened()
  await registry.import(RECORDS)
  const { change } = await storage.ledger.head()
  const signal = { aborted: false }
  const stopped = registry.recluster({ signal, onProgress: () => Object.assign(signal, { aborted: true }) })
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
  expect((await storage.ledger.head()).change).toBe(change)
})

test('the error names a thread that cannot open the registry', async () => {
  const { storage, registry: own } = await opened()
  await own.import(RECORDS.slice(0, 20))
  const module = new URL('../../support/registries/no-such-module.ts', import.meta.url)
  await expect(compareRecords(storage, { module, workers: 1 })).rejects.toMatchObject({ code: 'unavailable' })
})

test('closing a registry waits for comparing threads, and reports the closing', async () => {
  const { storage, registry } = await opened()
  await registry.import(RECORDS)
  const regrouping = registry.recluster()
  const refused = expect(regrouping).rejects.toMatchObject({ code: expect.stringMatching(/aborted|closed/) })
  await registry.close()
  await refused
  // Expects a closed folder.
  await expect(storage.ledger.head()).rejects.toMatchObject({ code: 'closed' })
})

test('another storage is rejected', async () => {
  await expect(compareRecords(createMemoryStorage(), THREADS)).rejects.toMatchObject({ code: 'validation_failed' })
})

test('comparing threads have enough memory for the data of a task', async () => {
  const { storage, registry } = await opened()
  await registry.import(RECORDS.slice(0, 40))
  const module = new URL('../../support/registries/roomy-registry.ts', import.meta.url)
  expect((await compareRecords(storage, { module, workers: 1 })).compared).toBe(40)
})
