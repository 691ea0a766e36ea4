import { join } from 'node:path'
import { SegmentGeneration } from '@utpid/adapter-memory/engine'
import { parseRecord, type Registry, type SupplierRecord } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { temporaryFolder } from '@utpid/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { LEDGER_FILE } from '../../../src/folder/registry-folder.ts'
import { durableStorage } from '../../../src/open/open-durable-storage.ts'
import { type LmdbTables, openTables } from '../../../src/tables/lmdb-tables.ts'
import { OpenedView } from '../../../src/threads/registry/opened-view.ts'
import { openThreads } from '../../../src/threads/registry/threads.ts'
import type { RegistryView } from '../../../src/threads/registry/worker-message.ts'
import { openWorkerRegistry } from '../../support/registries/worker-registry.ts'

const MODULE = new URL('../../support/registries/worker-registry.ts', import.meta.url)
const RECORDS: readonly SupplierRecord[] = [...generateFeeds({ seed: 8, products: 120 }).records]
  .map((row) => parseRecord(toRecord({ ...row, supplier: row.source })))
  .flatMap((parsed) => ('record' in parsed ? [parsed.record] : []))
const QUETZAL = {
  supplier: 'target',
  code: '1',
  category: 'hotel',
  name: 'Zanzibar Quetzal Palace',
  location: { address: '12 Rue du Four', city: 'Avignon', country: 'FR', coordinates: [43.9493, 4.8055] },
} satisfies SupplierRecord

const open: { readonly own: Registry; readonly tables: LmdbTables }[] = []
afterEach(async () => {
  for (const { own, tables } of open.splice(0)) {
    await tables.root.close()
    await own.close()
  }
})

/** Opens a registry, and a view of it as on a thread. */
async function begun(): Promise<{ own: Registry; view: RegistryView; opened: OpenedView }> {
  const folder = temporaryFolder()
  const storage = await durableStorage(folder, {}, () => new SegmentGeneration())
  const own = await openWorkerRegistry(storage)
  // A new supplier requires opening the registry again.
  await own.import([...RECORDS, { ...QUETZAL, code: '0', name: 'Pension Marguerite' }])
  const threads = openThreads(
    storage,
    own.scorer().schema,
    { module: MODULE, workers: 1 },
    { partsOf: (captured) => captured },
  )
  const view = threads.freezeView() as RegistryView
  const tables = openTables(join(folder, LEDGER_FILE), { isWritable: false })
  open.push({ own, tables })
  return { own, view, opened: await OpenedView.open(tables, folder, view, openWorkerRegistry, true) }
}

describe('the view that a thread has opened', () => {
  it('shows its change until it follows', async () => {
    const { own, opened } = await begun()
    await own.upsert(QUETZAL)
    expect(await opened.follow()).toBe(true)
    expect(opened.rowsSince).toBeGreaterThan(0)
    expect(await opened.registry.search('quetzal')).toEqual(await own.search('quetzal'))
  })

  it('stays monotonic when it switches to a view older than its applied changes', async () => {
    const { own, view, opened } = await begun()
    await own.upsert(QUETZAL)
    const utpid = (await own.search('zanzibar quetzal')).products[0]?.utpid as string
    await own.upsert({
      ...QUETZAL,
      code: '2',
      name: 'Another Quetzal Palace',
      location: { ...QUETZAL.location, city: 'Arles' },
    })
    await opened.follow()
    const { rowsSince } = opened
    // Must use the view although it has the same change: its index may have been merged.
    const cut = { ...view, id: view.id + 1, parts: { ...view.parts, terms: [] } }
    expect(await opened.swap(cut)).toBe(true)
    expect((await opened.registry.search('zanzibar quetzal')).products[0]?.utpid).toBe(utpid)
    expect(opened.rowsSince).toBe(rowsSince)
    // This view has no products except the ones applied later.
    expect((await opened.registry.search('hotel')).products).toHaveLength(2)
    expect(await opened.swap({ ...view, id: view.id + 2 })).toBe(true)
    await own.delete(utpid, { actor: 'ann' })
    expect(await opened.follow()).toBe(true)
    for (const text of ['zanzibar quetzal', 'hotel', RECORDS[0]?.name ?? '']) {
      expect(await opened.registry.search(text)).toEqual(await own.search(text))
    }
  })

  it('does not switch to a view of another registry, and keeps its own', async () => {
    const { own, view, opened } = await begun()
    await own.upsert(QUETZAL)
    await opened.follow()
    await own.upsert({ ...QUETZAL, name: 'Zanzibar Resplendent Palace' })
    const parts = { keys: [], terms: [] }
    expect(
      await opened.swap({ ...view, manifest: { ...view.manifest, created: '1999-01-01T00:00:00.000Z' }, parts }),
    ).toBe(false)
    expect(await opened.follow()).toBe(true)
    expect(await opened.registry.search('resplendent')).toEqual(await own.search('resplendent'))
  })
})
