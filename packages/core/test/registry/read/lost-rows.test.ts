import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, Storage } from '@utpid/core'
import { emptyCommit, type Ledger, ledgerProxy } from '@utpid/core/storage'
import { describe, expect, it, test } from 'vitest'
import { replicateLedger } from '../../../src/registry/copy/replicate-ledger.ts'
import { replica } from '../../../src/registry/replica/replica.ts'
import { openRegistry } from '../../support/open-registry.ts'

const AT = '2026-05-01T00:00:00.000Z'
const HOTEL = {
  supplier: 'alpha',
  code: 'A1',
  name: 'Hotel Zephyr',
  category: 'hotel',
  phone: '+33 1 40 20 50 50',
  location: { city: 'Paris', country: 'FR', coordinates: [48.86, 2.34] },
  description: 'By the river',
}
const CODE = { supplier: 'alpha', code: 'A1' }
const INPUT = { ...HOTEL, supplier: undefined, code: undefined }
const PLACE = '/srv/registry'

/** Kind of a row that is missing although other rows refer to it. */
type Loss = 'record' | 'product' | 'lineage' | 'code' | 'link' | 'change' | 'decision' | 'counter' | 'details'

/** Returns a storage that loses rows when the test says so. */
function losing(storage: Storage): { storage: Storage; lose: (loss: Loss, id?: number) => void } {
  const { ledger } = storage
  const lost = new Map<Loss, number | undefined>()
  const but =
    <Row>(loss: Loss, read: (ids: readonly number[]) => Promise<(Row | undefined)[]>) =>
    async (ids: readonly number[]): Promise<(Row | undefined)[]> =>
      (await read(ids)).map((row, at) => (lost.has(loss) && ids[at] === lost.get(loss) ? undefined : row))
  const isLost = (loss: Loss, id: number): boolean => lost.has(loss) && lost.get(loss) === id
  const records = but('record', (ids) => ledger.getRecords(ids))
  const losingLedger: Ledger = {
    ...ledgerProxy(() => ledger),
    getRecords: async (ids) =>
      (await records(ids)).map((stored) =>
        stored !== undefined && isLost('link', stored.row.id) ? { row: stored.row } : stored,
      ),
    getProducts: but('product', (ids) => ledger.getProducts(ids)),
    details: but('details', (ids) => ledger.details(ids)),
    lineage: but('lineage', (ids) => ledger.lineage(ids)),
    decisions: but('decision', (ids) => ledger.decisions(ids)),
    bySupplierCode: async (codes) =>
      (await ledger.bySupplierCode(codes)).map((id) => (lost.has('code') ? undefined : id)),
    scanRecords: async (after, limit) =>
      (await ledger.scanRecords(after, limit)).filter(({ row }) => !isLost('record', row.id)),
    scanProducts: async (after, limit) =>
      (await ledger.scanProducts(after, limit)).filter(({ id }) => !isLost('product', id)),
    changes: async (after, limit) =>
      (await ledger.changes(after, limit)).filter(({ change }) => !isLost('change', change)),
    counters: async () => {
      const counters = new Map(await ledger.counters())
      if (lost.has('counter')) counters.delete('records')
      return counters
    },
  }
  return {
    storage: { ...storage, place: PLACE, ledger: losingLedger },
    lose: (loss, id) => void lost.set(loss, id),
  }
}

interface Lost {
  readonly registry: Registry
  readonly storage: Storage
  readonly utpid: string
  readonly lose: (loss: Loss) => void
}

/** Returns a registry with a few products. One of them can lose rows. */
async function losingRegistry(): Promise<Lost> {
  const { storage, lose } = losing(createMemoryStorage())
  const { registry } = await openRegistry({ storage })
  await registry.import([
    HOTEL,
    { ...HOTEL, supplier: 'beta', code: 'B1', name: 'Zephyr' },
    { ...HOTEL, code: 'A2', name: 'Quill Inn', phone: '+33 1 40 20 50 60', location: { city: 'Lyon', country: 'FR' } },
  ])
  const located = await registry.locate(CODE)
  const utpid = located?.utpid ?? ''
  await registry.addAliases([{ alias: 'OLD-1', utpid }])
  await registry.pin(utpid, { name: 'Zephyr!' }, { actor: 'ann' })
  const [id] = await storage.ledger.bySupplierCode([CODE])
  const [stored] = await storage.ledger.getRecords([id as number])
  const product = stored?.link?.productId as number
  const [lineage] = await storage.ledger.lineage([product])
  const ids: Partial<Record<Loss, number | undefined>> = {
    record: id,
    link: id,
    details: id,
    product,
    lineage: product,
    change: 2,
    decision: lineage?.decisions?.[0],
  }
  return { registry, storage, utpid, lose: (loss) => lose(loss, ids[loss]) }
}

async function all(rows: AsyncIterable<unknown>): Promise<number> {
  let count = 0
  for await (const _ of rows) count++
  return count
}

const CASES: readonly [Loss, string, (lost: Lost) => Promise<unknown>][] = [
  ['record', 'get', ({ registry, utpid }) => registry.get(utpid)],
  ['record', 'locate', ({ registry }) => registry.locate(CODE)],
  ['record', 'match by its content', ({ registry }) => registry.match(INPUT, { explain: true })],
  ['record', 'match by its code', ({ registry }) => registry.match(HOTEL)],
  ['record', 'import of the unchanged record', ({ registry }) => registry.import([HOTEL])],
  ['record', 'explainNonMatch', ({ registry }) => registry.explainNonMatch(CODE, { supplier: 'alpha', code: 'A2' })],
  ['record', 'export', ({ registry }) => all(registry.export())],
  ['record', 'crosswalk', ({ registry }) => all(registry.crosswalk())],
  ['record', 'export of what changed', ({ registry }) => all(registry.export({ after: 0 }))],
  ['record', 'end', ({ registry }) => registry.deactivate(CODE)],
  ['link', 'get', ({ registry, utpid }) => registry.get(utpid)],
  ['link', 'locate', ({ registry }) => registry.locate(CODE)],
  ['link', 'import of the unchanged record', ({ registry }) => registry.import([HOTEL])],
  ['details', 'get', ({ registry, utpid }) => registry.get(utpid)],
  ['details', 'search', ({ registry }) => registry.search('zephyr')],
  ['details', 'export', ({ registry }) => all(registry.export())],
  ['details', 'export of what changed', ({ registry }) => all(registry.export({ after: 0 }))],
  ['product', 'get', ({ registry, utpid }) => registry.get(utpid)],
  ['product', 'match', ({ registry }) => registry.match(INPUT)],
  ['product', 'search', ({ registry }) => registry.search('zephyr')],
  ['product', 'search for summaries', ({ registry }) => registry.search('zephyr', { fields: 'summary' })],
  ['product', 'export', ({ registry }) => all(registry.export())],
  ['lineage', 'get', ({ registry, utpid }) => registry.get(utpid)],
  ['lineage', 'locate of an alias', ({ registry }) => registry.locate({ utpid: 'OLD-1' })],
  ['lineage', 'lineage', ({ registry, utpid }) => registry.lineage(utpid)],
  ['decision', 'history', ({ registry, utpid }) => registry.history(utpid)],
  ['code', 'locate', ({ registry }) => registry.locate(CODE)],
  ['code', 'import of the unchanged record', ({ registry }) => registry.import([HOTEL])],
  ['code', 'end', ({ registry }) => registry.deactivate(CODE)],
  ['change', 'events', ({ registry }) => registry.events()],
  ['counter', 'stats', ({ registry }) => registry.stats()],
  ['counter', 'crosswalk', ({ registry }) => all(registry.crosswalk())],
  ['counter', 'export', ({ registry }) => all(registry.export())],
]

describe('a lost row is never reported as absent', () => {
  it.each(CASES)('%s: %s is storage_corrupt, and names the registry', async (loss, _, ask) => {
    const lost = await losingRegistry()
    await ask(await losingRegistry())
    lost.lose(loss)
    const { change } = await lost.storage.ledger.head()
    await expect(ask(lost)).rejects.toMatchObject({
      code: 'storage_corrupt',
      message: expect.stringMatching(new RegExp(`in ${PLACE} is damaged: .+Restore it from a backup`)),
    })
    expect((await lost.storage.ledger.head()).change).toBe(change)
  })
})

test.each<Loss>(['record', 'product', 'counter', 'details'])(
  'a replica of a registry that lost a %s is not made',
  async (loss) => {
    const { storage, lose } = await losingRegistry()
    lose(loss)
    await expect(replica({ primary: storage, local: () => createMemoryStorage() })).rejects.toMatchObject({
      code: 'storage_corrupt',
    })
  },
)

test.each<Loss>(['record', 'product', 'counter', 'details'])(
  'a mirror of a registry that lost a %s is not whole',
  async (loss) => {
    const { storage, lose } = await losingRegistry()
    lose(loss)
    const mirror = createMemoryStorage()
    await expect(replicateLedger(storage.ledger, mirror)).rejects.toMatchObject({ code: 'storage_corrupt' })
    expect((await mirror.ledger.head()).indexVersion, 'no registry opens on it').toBeUndefined()
  },
)

test('a product that another process retires between two reads is absent, not damage', async () => {
  const { storage } = losing(createMemoryStorage())
  const { registry } = await openRegistry({ storage })
  await registry.import([HOTEL])
  const utpid = (await registry.locate(CODE))?.utpid ?? ''
  const [lineage] = await storage.ledger.scanLineage(-1, 1)
  const { ledger } = storage
  const read = ledger.getProducts.bind(ledger)
  let isEnded = false
  ledger.getProducts = async (ids) => {
    if (!isEnded) {
      isEnded = true
      await ledger.commit({
        ...emptyCommit(AT, 0),
        removedProducts: ids,
        lineage: [{ ...lineage, status: 'retired' } as never],
      })
    }
    return await read(ids)
  }
  expect(await registry.get(utpid)).toBeUndefined()
})
