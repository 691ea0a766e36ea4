import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Product, Registry, Storage } from '@utpid/core'
import type { DetailsContent, RecordRow } from '@utpid/core/storage'
import { describe, expect, test } from 'vitest'
import { ACTOR, eventsAfter, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { type OpenRegistry, openRegistry } from '../../support/open-registry.ts'
import { overlaidStorage } from '../../support/overlaid-storage.ts'
import { orderlessState, readWhole } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

const DETAILS = {
  description: 'A palace by the river.',
  images: [{ url: 'https://img.example/1.jpg', caption: 'Lobby' }],
  bookings: 12,
} as const
const DETAILED = { ...ZEPHYR, ...DETAILS }
/** A tour with details inside of an object. */
const TOUR = {
  supplier: 'alpha',
  code: 'T1',
  name: 'Louvre by Night',
  category: 'tour',
  location: { city: 'Paris', country: 'FR' },
  activity: { durationMinutes: 120, meetingPoint: 'Pyramid', itinerary: [{ name: 'Louvre' }], shared: true },
} as const

/** Returns a storage that counts the reads of details and of candidates. */
function counted(): { storage: Storage; counts: { details: number; candidates: number } } {
  const memory = createMemoryStorage()
  const counts = { details: 0, candidates: 0 }
  const storage = overlaidStorage(memory, {
    details: (ids) => {
      counts.details++
      return memory.ledger.details(ids)
    },
  })
  const index = new Proxy(memory.index, {
    get(target, name: keyof Storage['index']) {
      if (name === 'candidates') counts.candidates++
      const method = target[name]
      return typeof method === 'function' ? (method as (...args: unknown[]) => unknown).bind(target) : method
    },
  })
  return {
    storage: new Proxy(storage, { get: (target, name) => (name === 'index' ? index : Reflect.get(target, name)) }),
    counts,
  }
}

async function rowOf(
  { storage }: OpenRegistry,
  { supplier, code }: { supplier: string; code: string },
): Promise<RecordRow> {
  const [id] = await storage.ledger.bySupplierCode([{ supplier, code }])
  const [stored] = await storage.ledger.getRecords([id as number])
  return stored?.row as RecordRow
}

async function detailsOf(
  world: OpenRegistry,
  code: { supplier: string; code: string },
): Promise<DetailsContent | undefined> {
  return (await world.storage.ledger.details([(await rowOf(world, code)).id]))[0]
}

async function productOf(registry: Registry, code: { supplier: string; code: string }): Promise<Product> {
  return (await registry.get(await utpidOf(registry, code))) as Product
}

describe('the details of a record', () => {
  test('lie apart from the record, and are returned with it', async () => {
    const world = await openRegistry()
    const { registry } = world
    await registry.import([DETAILED, TOUR])
    expect((await rowOf(world, ZEPHYR)).record).toEqual(ZEPHYR)
    expect(await detailsOf(world, ZEPHYR)).toEqual(DETAILS)
    expect((await productOf(registry, ZEPHYR)).records.map(({ record }) => record)).toEqual([DETAILED])
    const { itinerary, shared, ...compared } = TOUR.activity
    expect((await rowOf(world, TOUR)).record.activity).toEqual(compared)
    expect(await detailsOf(world, TOUR)).toEqual({ activity: { itinerary, shared } })
    expect((await productOf(registry, TOUR)).records[0]?.record).toEqual(TOUR)
    expect((await registry.search('zephyr')).products[0]?.records[0]?.record).toEqual(DETAILED)
    await expectConsistent(world.storage)
  })

  test('do not change features, keys or the golden record', async () => {
    const [bare, full] = [await openRegistry(), await openRegistry()]
    await bare.registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    await full.registry.import([DETAILED, { ...ZEPHYR_BY_BETA, ...DETAILS }])
    const [one, other] = [await rowOf(bare, ZEPHYR), await rowOf(full, ZEPHYR)]
    expect([other.features, other.keys]).toEqual([one.features, one.keys])
    expect(other.contentHash).not.toBe(one.contentHash)
    expect(await orderlessState(full.storage)).toEqual(await orderlessState(bare.storage))
  })

  test('are read only where whole records are returned', async () => {
    const { storage, counts } = counted()
    const { registry } = await openRegistry({ storage })
    await registry.import([DETAILED, ZEPHYR_BY_BETA, QUILL, TOUR])
    await registry.import([
      { ...DETAILED, bookings: 13 },
      { ...ZEPHYR_BY_BETA, name: 'Zephyr' },
    ])
    const utpid = await utpidOf(registry, ZEPHYR)
    await registry.match({ name: 'Hotel Zephyr Marlowe', location: ZEPHYR.location })
    await registry.explainMatch(ZEPHYR, ZEPHYR_BY_BETA)
    await registry.get(utpid, { fields: 'summary' })
    await registry.search('zephyr', { fields: 'summary' })
    await registry.verify(utpid, ACTOR)
    await registry.deactivate({ supplier: 'alpha', code: 'A2' })
    await registry.recluster()
    await registry.reindex({ force: true })
    expect(counts.details).toBe(0)
    await registry.get(utpid)
    expect(counts.details).toBe(1)
  })
})

describe('a change of details alone', () => {
  test('updates the record and its product, and compares nothing', async () => {
    const { storage, counts } = counted()
    const world = await openRegistry({ storage })
    const { registry } = world
    await registry.import([DETAILED, ZEPHYR_BY_BETA])
    const [row, product, state] = [
      await rowOf(world, ZEPHYR),
      await productOf(registry, ZEPHYR),
      await readWhole(storage),
    ]
    const { change } = await storage.ledger.head()
    counts.candidates = 0
    const version = { ...DETAILED, bookings: 13 }
    expect(await registry.upsert(version)).toMatchObject({ outcome: 'updated', utpid: product.utpid })
    expect(counts.candidates).toBe(0)
    const after = await rowOf(world, ZEPHYR)
    const { contentHash, revision, updatedAt, ...rest } = row
    expect(after).toMatchObject({ ...rest, revision: revision + 1 })
    expect(after.contentHash).not.toBe(contentHash)
    expect(after.updatedAt > updatedAt).toBe(true)
    expect((await detailsOf(world, ZEPHYR))?.bookings).toBe(13)
    const changed = await productOf(registry, ZEPHYR)
    expect(changed.revision, 'the revision of the product is its ETag').toBe(product.revision + 1)
    expect(changed.records[0]?.record).toEqual(version)
    expect({ ...changed, revision: 0, records: [] }).toEqual({ ...product, revision: 0, records: [] })
    expect((await readWhole(storage)).edges).toEqual(state.edges)
    expect((await storage.ledger.changes(change, 9)).map(({ records }) => records)).toEqual([[row.id]])
    expect(await eventsAfter(registry, change)).toEqual([])
    expect(await registry.upsert(version)).toMatchObject({ outcome: 'unchanged' })
    await expectConsistent(storage)
  })

  test('adds details, and removes them', async () => {
    const world = await openRegistry()
    const { registry } = world
    await registry.import([ZEPHYR])
    expect((await registry.import([DETAILED])).updated).toBe(1)
    expect((await rowOf(world, ZEPHYR)).detailed).toBe(true)
    expect((await registry.import([DETAILED])).unchanged).toBe(1)
    expect((await registry.import([ZEPHYR])).updated).toBe(1)
    expect(await detailsOf(world, ZEPHYR)).toBeUndefined()
    expect(await rowOf(world, ZEPHYR)).not.toHaveProperty('detailed')
    expect((await productOf(registry, ZEPHYR)).records[0]?.record).toEqual(ZEPHYR)
    await expectConsistent(world.storage)
  })

  test('holds together with other changes in one transaction', async () => {
    const world = await openRegistry()
    const { registry, storage } = world
    await registry.import([DETAILED, QUILL])
    const moved = { ...QUILL, name: 'Quill Rondel Palace', description: 'New' }
    const report = await registry.import([{ ...DETAILED, bookings: 14 }, ZEPHYR_BY_BETA, moved])
    expect(report).toMatchObject({ updated: 2, linked: 1 })
    expect((await detailsOf(world, ZEPHYR))?.bookings).toBe(14)
    expect(await detailsOf(world, QUILL)).toEqual({ description: 'New' })
    expect((await productOf(registry, ZEPHYR)).records).toHaveLength(2)
    await expectConsistent(storage)
  })

  test('of a record that becomes a copy in the same transaction keeps both changes', async () => {
    const { phone: _, website: __, ...bare } = ZEPHYR
    const world = await openRegistry()
    const { registry, storage } = world
    const [first, second] = [
      { ...bare, code: 'A5' },
      { ...bare, code: 'A6', ...DETAILS },
    ]
    await registry.import([first, second])
    expect(await rowOf(world, second)).toMatchObject({ copy: true, detailed: true })
    const lower = { ...bare, code: 'A1', description: 'The first' }
    await registry.import([lower, { ...first, description: 'Was first' }, { ...second, bookings: 1 }])
    expect((await rowOf(world, lower)).copy).toBeUndefined()
    expect(await rowOf(world, first)).toMatchObject({ copy: true, detailed: true, revision: 2 })
    expect(await detailsOf(world, first)).toEqual({ description: 'Was first' })
    expect(await detailsOf(world, second)).toMatchObject({ bookings: 1 })
    expect((await registry.stats()).duplicates.copies).toBe(2)
    await expectConsistent(storage)
    await registry.deactivate({ supplier: 'alpha', code: 'A1' })
    expect(await rowOf(world, first)).toMatchObject({ detailed: true })
    expect((await rowOf(world, first)).copy).toBeUndefined()
    await expectConsistent(storage)
  })
})

describe('details stay', () => {
  test('with an inactive record, until it returns', async () => {
    const world = await openRegistry()
    const { registry, storage } = world
    await registry.import([DETAILED])
    await registry.deactivate(ZEPHYR)
    expect(await rowOf(world, ZEPHYR)).toMatchObject({ detailed: true, deactivatedAt: expect.any(String) })
    expect(await detailsOf(world, ZEPHYR)).toEqual(DETAILS)
    await registry.import([ZEPHYR])
    expect(await detailsOf(world, ZEPHYR)).toBeUndefined()
    await expectConsistent(storage)
  })

  test('with the records of a deleted product, until an undo', async () => {
    const world = await openRegistry()
    const { registry, storage } = world
    await registry.import([DETAILED])
    const { change } = await registry.delete(await utpidOf(registry, ZEPHYR), ACTOR)
    expect(await detailsOf(world, ZEPHYR)).toEqual(DETAILS)
    await registry.undo(change, ACTOR)
    expect((await productOf(registry, ZEPHYR)).records[0]?.record).toEqual(DETAILED)
    await expectConsistent(storage)
  })

  test('over a reindex and a rescore', async () => {
    const world = await openRegistry()
    const { registry, storage } = world
    await registry.import([DETAILED, ZEPHYR_BY_BETA])
    await registry.reindex({ force: true })
    await registry.rescore()
    expect((await productOf(registry, ZEPHYR)).records[0]?.record).toEqual(DETAILED)
    await expectConsistent(storage)
  })
})

test('a record whose code was reused returns to its product with other details', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import([DETAILED])
  const utpid = await utpidOf(registry, ZEPHYR)
  await registry.upsert({ ...QUILL, code: ZEPHYR.code, phone: undefined })
  expect(await utpidOf(registry, ZEPHYR)).not.toBe(utpid)
  await registry.upsert({ ...DETAILED, bookings: 99 })
  expect(await utpidOf(registry, ZEPHYR)).toBe(utpid)
  await expectConsistent(storage)
})
