import { describe, expect, test } from 'vitest'
import { openRegistry } from '../../support/open-registry.ts'
import { readWhole } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'
import { spot } from '../../support/small-world.ts'

const { phone: _, website: __, ...BARE } = ZEPHYR
const { address: ___, ...PLACE } = ZEPHYR.location
/** Two codes of one supplier with almost equal content. They are two products with an alert between them. */
const TWINS = ['A8', 'A9'].map((code, at) => ({ ...BARE, code, location: PLACE, ...(at === 1 ? { rooms: 40 } : {}) }))

describe('alerts', () => {
  test('name the two products, the records they rest on and what a decision would tell', async () => {
    const { registry } = await openRegistry()
    await registry.import([...TWINS, QUILL])
    const { total, alerts } = await registry.alerts()
    expect(total).toBe(1)
    const [alert] = alerts
    expect(alert).toMatchObject({ status: 'open', names: [ZEPHYR.name, ZEPHYR.name], resolvedAt: null })
    expect(alert?.records.map(({ code }) => code).sort()).toEqual(['A8', 'A9'])
    expect(alert?.confidence).toBeGreaterThanOrEqual(0.5)
    expect(alert?.informationGain).toBeGreaterThan(0)
    expect(alert?.informationGain).toBeLessThanOrEqual(1)
    for (const [at, utpid] of (alert?.utpids ?? []).entries()) {
      expect(await registry.duplicates(utpid)).toEqual({ total, alerts, next: null })
      expect((await registry.get(utpid))?.records[0]?.record.code).toBe(alert?.records[at]?.code)
      expect(await registry.get(utpid)).toMatchObject({
        duplicates: 1,
        confidence: expect.closeTo(1 - (alert?.confidence ?? 0), 4),
      })
    }
  })

  test('are withdrawn when their evidence goes, and open again under their id when it comes back', async () => {
    const { registry } = await openRegistry()
    await registry.import(TWINS)
    const [before] = (await registry.alerts()).alerts
    await registry.upsert({ ...TWINS[1], name: 'Rondel', location: { city: 'Oslo' } })
    expect((await registry.alerts()).total).toBe(0)
    const [withdrawn] = (await registry.alerts({ status: 'withdrawn' })).alerts
    expect(withdrawn).toMatchObject({ alertId: before?.alertId, status: 'withdrawn', resolvedAt: expect.any(String) })
    expect((await registry.stats()).duplicates).toEqual({ open: 0, merged: 0, dismissed: 0, withdrawn: 1, copies: 0 })
    await registry.upsert(TWINS[1])
    expect((await registry.alerts()).alerts).toEqual([before])
    expect((await registry.stats()).duplicates).toEqual({ open: 1, merged: 0, dismissed: 0, withdrawn: 0, copies: 0 })
  })

  test('are merged when their products become one', async () => {
    const { registry } = await openRegistry()
    await registry.import(TWINS)
    // If content is equal, even two codes of one supplier are one hotel.
    await registry.import(TWINS.map((twin) => ({ ...twin, ...ZEPHYR, code: twin.code })))
    expect((await registry.stats()).products.total).toBe(1)
    expect((await registry.alerts()).total).toBe(0)
    expect((await registry.alerts({ status: 'merged' })).alerts).toMatchObject([{ names: [ZEPHYR.name, ZEPHYR.name] }])
  })

  test('of an unknown product or with wrong options are refused', async () => {
    const { registry } = await openRegistry()
    await expect(registry.duplicates('UTP-00000-00000-1')).rejects.toMatchObject({ code: 'product_not_found' })
    await expect(registry.duplicates('nonsense')).rejects.toMatchObject({ code: 'validation_failed' })
    for (const options of [{ limit: 0 }, { limit: 1_001 }, { offset: -1 }]) {
      await expect(registry.alerts(options)).rejects.toMatchObject({ code: 'validation_failed' })
    }
  })
})

describe('events', () => {
  test('come by change, oldest first, in pages', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL], { batchSize: 1 })
    const all = await registry.events()
    expect(all.map(({ change }) => change)).toEqual([1, 2, 3, 4])
    expect(all.map(({ events }) => events.map(({ type }) => type))).toEqual([
      ['product.created'],
      ['product.updated'],
      ['product.created'],
      // The summary of the import.
      [],
    ])
    expect(await registry.events({ after: 1, limit: 1 })).toEqual([all[1]])
    expect(await registry.events({ after: 4 })).toEqual([])
    for (const options of [{ limit: 0 }, { limit: 1_001 }, { after: -1 }]) {
      await expect(registry.events(options)).rejects.toMatchObject({ code: 'validation_failed' })
    }
  })
})

test('codes that come to name something else are told one by one, and the product they leave retires', async () => {
  const { registry } = await openRegistry()
  const third = { ...BARE, name: 'Oriel Solace', location: { city: 'Paris', coordinates: spot(3_000, 0) } }
  await registry.import(
    ['gamma', 'delta', 'epsilon'].flatMap((supplier) => [ZEPHYR, QUILL].map((each) => ({ ...each, supplier }))),
  )
  await registry.import(['one', 'two'].map((supplier) => ({ ...third, supplier, code: 'T' })))
  const from = (await registry.locate({ supplier: 'one', code: 'T' }))?.utpid
  expect((await registry.locate({ supplier: 'two', code: 'T' }))?.utpid).toBe(from)
  const { change } = await registry.stats()
  await registry.import([
    { ...ZEPHYR, supplier: 'one', code: 'T' },
    { ...QUILL, supplier: 'two', code: 'T' },
  ])
  const events = (await registry.events({ after: change })).flatMap((step) => step.events)
  expect(events.filter(({ type }) => type === 'product.retired')).toEqual([{ type: 'product.retired', utpid: from }])
  const drifted = events.filter((event) => event.type === 'supplier.code.drifted')
  expect(drifted).toMatchObject([
    { code: 'T', from, kind: 'reuse' },
    { code: 'T', from, kind: 'reuse' },
  ])
  for (const { supplier, code, utpid } of drifted) {
    expect((await registry.locate({ supplier, code }))?.utpid).toBe(utpid)
  }
})

test('a record that parts from its product takes a new id, whose lineage and events say from which', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import([
    ZEPHYR,
    { ...ZEPHYR, supplier: 'beta', code: 'B1' },
    { ...ZEPHYR, supplier: 'gamma', code: 'G' },
  ])
  const from = (await registry.locate({ supplier: 'alpha', code: 'A1' }))?.utpid
  const { change } = await registry.stats()
  await registry.upsert({ ...QUILL, name: ZEPHYR.name, supplier: 'gamma', code: 'G' })
  const utpid = (await registry.locate({ supplier: 'gamma', code: 'G' }))?.utpid
  expect(utpid).not.toBe(from)
  const events = (await registry.events({ after: change })).flatMap((step) => step.events)
  expect(events).toContainEqual({ type: 'product.split', utpid, from })
  const lineage = (await readWhole(storage)).lineage.map(({ history }) => history.map(({ kind }) => kind).join())
  expect(lineage.sort()).toEqual(['minted', 'minted,split'])
})

describe('stats', () => {
  test('of an empty registry are zeros, not errors', async () => {
    const { registry } = await openRegistry()
    expect(await registry.stats()).toMatchObject({
      products: { total: 0, verified: 0, byCategory: {}, byCountry: {} },
      suppliers: { total: 0, top: [] },
      records: { total: 0 },
      confidence: { mean: null, histogram: new Array(20).fill(0) },
      change: 0,
    })
  })

  test('count what is there, most first', async () => {
    const { registry } = await openRegistry()
    await registry.import([
      QUILL,
      ZEPHYR,
      ZEPHYR_BY_BETA,
      { supplier: 'beta', code: 'T', name: 'Boat tour Larch', category: 'tour' },
    ])
    await registry.upsert({ supplier: 'beta', code: 'U', name: 'Solace Pavane', category: 'hotel' })
    const stats = await registry.stats()
    expect(stats).toMatchObject({
      products: { total: 4, verified: 0, byCategory: { hotel: 3, tour: 1 }, byCountry: { FR: 2, ZZ: 2 } },
      suppliers: {
        total: 2,
        top: [
          { id: 'beta', records: 3, products: 3 },
          { id: 'alpha', records: 2, products: 2 },
        ],
      },
      records: { total: 5 },
      duplicates: { open: 0 },
      change: 3,
    })
    const confidences: number[] = []
    for (const code of ['A1', 'A2']) {
      const located = await registry.locate({ supplier: 'alpha', code })
      confidences.push((await registry.get(located?.utpid ?? ''))?.confidence ?? 0)
    }
    const mean = [...confidences, 0.99, 0.99].reduce((sum, each) => sum + each, 0) / 4
    expect(stats.confidence.mean).toBeCloseTo(mean, 3)
    expect(stats.confidence.histogram.reduce((sum, each) => sum + each, 0)).toBe(4)
  })
})

describe('suppliers', () => {
  test('an unknown one is created on first use, and can be named and ranked', async () => {
    const { registry } = await openRegistry()
    await registry.upsert(ZEPHYR)
    expect(await registry.suppliers()).toMatchObject([{ id: 'alpha', name: 'alpha', priority: 0 }])
    expect(await registry.setSupplier({ id: 'Alpha', name: ' Alpha Beds ' })).toMatchObject({
      id: 'alpha',
      name: 'Alpha Beds',
    })
    expect(await registry.setSupplier({ id: 'alpha', priority: 7 })).toMatchObject({ name: 'Alpha Beds', priority: 7 })
    const { change } = await registry.stats()
    await registry.setSupplier({ id: 'alpha', name: 'Alpha Beds', priority: 7 })
    expect((await registry.stats()).change).toBe(change)
  })

  test.each([
    { id: '???' },
    { id: 'a', name: ' ' },
    { id: 'a', name: 'x'.repeat(201) },
    { id: 'a', priority: 0.5 },
    { id: 'a', priority: 1_001 },
  ])('%o is refused', async (change) => {
    const { registry } = await openRegistry()
    await expect(registry.setSupplier(change)).rejects.toMatchObject({ code: 'validation_failed' })
  })

  test('a priority that another registry of the storage set counts in the next write of this one', async () => {
    const one = await openRegistry()
    const other = await openRegistry({ storage: one.storage })
    await one.registry.upsert(ZEPHYR)
    await other.registry.setSupplier({ id: 'beta', priority: 9 })
    await other.registry.setSupplier({ id: 'alpha', priority: -9 })
    const { utpid } = (await one.registry.upsert(ZEPHYR_BY_BETA)) as { utpid: string }
    expect((await one.registry.get(utpid))?.name).toBe(ZEPHYR_BY_BETA.name)
    expect((await one.registry.suppliers()).map(({ id, priority }) => [id, priority])).toEqual([
      ['alpha', -9],
      ['beta', 9],
    ])
  })
})
