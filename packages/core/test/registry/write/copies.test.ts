import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, Storage } from '@utpid/core'
import { longTest } from '@utpid/testing'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../src/model/limits.ts'
import { ACTOR, eventsAfter, expectRefused, TWIN_A, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { orderlessState, readWhole } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

const GAMMA = { ...ZEPHYR_BY_BETA, supplier: 'gamma', code: 'G1' }
/** Leaves out the fields that alone would make two codes of one supplier one hotel. */
const { phone: _, website: __, ...BARE } = ZEPHYR
const PRODUCT = [BARE, ZEPHYR_BY_BETA, GAMMA]

function copies(count: number, from = 2): object[] {
  return Array.from({ length: count }, (_, at) => ({ ...BARE, code: `A${String(from + at).padStart(4, '0')}` }))
}

async function codesOf(registry: Registry, record: { supplier: string; code: string }): Promise<string[]> {
  const product = await registry.get(await utpidOf(registry, record))
  return (product?.records ?? []).map(({ record: { supplier, code } }) => `${supplier}:${code}`).sort()
}

describe('equal records of one supplier', () => {
  test('leave the product of the first record unchanged, with one alert for all of them', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(PRODUCT)
    const product = await utpidOf(registry, ZEPHYR_BY_BETA)
    await registry.import(copies(LIMITS.recordsPerKey + 5), { batchSize: 60 })
    expect(await codesOf(registry, ZEPHYR_BY_BETA)).toEqual(['alpha:A0002', 'beta:B1', 'gamma:G1'])
    expect(await utpidOf(registry, ZEPHYR_BY_BETA)).toBe(product)
    const { alerts, total } = await registry.alerts()
    expect(total).toBe(1)
    expect(alerts[0]).toMatchObject({ copies: LIMITS.recordsPerKey + 6, skippedKeys: false, status: 'open' })
    expect(alerts[0]?.records.map(({ code }) => code).sort()).toEqual(['A0002', 'A0003'])
    expect((await registry.stats()).duplicates).toMatchObject({ open: 1, copies: LIMITS.recordsPerKey + 5 })
    const { supplier: _s, code: _c, ...question } = BARE
    expect(await registry.match(question)).toMatchObject({ decision: 'match', utpid: product })
    await expectConsistent(storage)
  })

  test('have an alert that is found by what joins its product later', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([TWIN_A, { ...TWIN_A, code: 'A9' }])
    const product = await utpidOf(registry, TWIN_A)
    await registry.import([{ ...TWIN_A, supplier: 'beta', code: 'B1', bookings: 50 }])
    expect(await utpidOf(registry, { supplier: 'beta', code: 'B1' })).toBe(product)
    expect((await registry.alerts({ supplier: 'beta' })).alerts).toMatchObject([{ copies: 2, bookings: 50 }])
    await registry.import([{ ...TWIN_A, supplier: 'beta', code: 'B1', bookings: 70 }])
    expect((await registry.alerts({ supplier: 'beta' })).alerts).toMatchObject([{ copies: 2, bookings: 70 }])
    await registry.deactivate({ supplier: 'beta', code: 'B1' })
    expect((await registry.alerts({ supplier: 'beta' })).total).toBe(0)
    expect((await registry.alerts()).alerts[0]?.bookings ?? null).toBeNull()
    await expectConsistent(storage)
  })

  test('the next record replaces a deactivated first record, in the same transaction', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([...PRODUCT, ...copies(3)])
    const product = await utpidOf(registry, ZEPHYR_BY_BETA)
    const { change } = await registry.deactivate({ supplier: 'alpha', code: 'A0002' })
    expect((await storage.ledger.head()).change).toBe(change)
    expect(await codesOf(registry, ZEPHYR_BY_BETA)).toEqual(['alpha:A0003', 'beta:B1', 'gamma:G1'])
    expect(await utpidOf(registry, ZEPHYR_BY_BETA)).toBe(product)
    await expectConsistent(storage)
    await registry.upsert({ ...BARE, code: 'A0002' })
    expect(await codesOf(registry, ZEPHYR_BY_BETA)).toEqual(['alpha:A0002', 'beta:B1', 'gamma:G1'])
    expect(await utpidOf(registry, ZEPHYR_BY_BETA)).toBe(product)
    await expectConsistent(storage)
  })

  test('a changed record is no longer a copy, and becomes one again', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([...PRODUCT, ...copies(3)])
    const before = await orderlessState(storage)
    for (const code of ['A0003', 'A0002']) {
      await registry.upsert({ ...BARE, name: 'Hotel Zephyr Marlove', code })
      expect((await registry.stats()).duplicates.copies).toBe(2)
      await expectConsistent(storage)
      await registry.upsert({ ...BARE, code })
      expect(await orderlessState(storage)).toEqual(before)
      await expectConsistent(storage)
    }
  })

  test('a full feed deactivates them all, whichever represents the others', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([...PRODUCT, ...copies(1_100)])
    const report = await registry.import([{ ...QUILL, code: 'OTHER' }], {
      full: true,
      allowLoss: 1,
    })
    expect(report.full?.[0]).toMatchObject({ missing: 1_101, deactivated: 1_101, writtenMeanwhile: 0 })
    expect((await registry.stats()).duplicates).toMatchObject({ open: 0, copies: 0 })
    await expectConsistent(storage)
  })

  test('a record that names the code of a copy is linked to it', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([...PRODUCT, ...copies(3)])
    const named = { ...BARE, supplier: 'delta', code: 'D1', identifiers: [{ scheme: 'alpha', value: 'A0003' }] }
    await registry.import([named])
    expect(await codesOf(registry, named)).toContain('alpha:A0003')
    await expectConsistent(storage)
  })

  test('two writers that end the first one and bring a lower code at once leave one that stands for all', async () => {
    const storage = createMemoryStorage()
    const [one, other] = [
      await openRegistry({ storage }),
      await openRegistry({ storage, random: () => Math.floor(Math.random() * 2 ** 50) }),
    ]
    await one.registry.import([...PRODUCT.slice(1), ...copies(20, 10)])
    await Promise.all([
      ...Array.from({ length: 5 }, (_, at) =>
        one.registry.deactivate({ supplier: 'alpha', code: `A${String(10 + at).padStart(4, '0')}` }),
      ),
      ...copies(5).map((record) => other.registry.upsert(record)),
    ])
    await expectConsistent(storage)
    const firsts = (await readWhole(storage)).records.filter(
      ({ row, link }) => row.record.supplier === 'alpha' && link !== undefined && row.copy !== true,
    )
    expect(firsts.map(({ row }) => row.record.code)).toEqual(['A0002'])
  })
})

describe('the alert about copies', () => {
  async function opened(): Promise<{ registry: Registry; storage: Storage; alertId: string }> {
    const { registry, storage } = await openRegistry()
    await registry.import([...PRODUCT, ...copies(30)])
    const [alert] = (await registry.alerts()).alerts
    return { registry, storage, alertId: alert?.alertId ?? '' }
  }

  test('is dismissed for all of them, also for later ones, and reopens when that is undone', async () => {
    const { registry, storage, alertId } = await opened()
    const { change } = await registry.resolve(alertId, { ...ACTOR, resolution: 'dismiss' })
    expect((await registry.alerts()).total).toBe(0)
    expect(await registry.alert(alertId)).toMatchObject({ status: 'dismissed' })
    await registry.import(copies(2, 900))
    expect((await registry.alerts()).total).toBe(0)
    await registry.deactivate({ supplier: 'alpha', code: 'A0002' })
    expect((await registry.alerts()).total).toBe(0)
    await expectConsistent(storage)
    const undone = await registry.undo(change, ACTOR)
    expect((await registry.alerts()).alerts).toMatchObject([{ alertId, copies: 32, status: 'open' }])
    await expectConsistent(storage)
    await registry.undo(undone.change, ACTOR)
    expect(await registry.alert(alertId)).toMatchObject({ status: 'dismissed' })
    await registry.import(copies(1, 950))
    expect((await registry.alerts()).total).toBe(0)
    await expectConsistent(storage)
  })

  test('merges all of them into one product, which an undo separates', async () => {
    const { registry, storage, alertId } = await opened()
    const before = await orderlessState(storage)
    const { change, utpids, inactive } = await registry.resolve(alertId, { ...ACTOR, resolution: 'merge' })
    expect(inactive).toHaveLength(30)
    expect((await registry.get(utpids[0] as string))?.records).toHaveLength(33)
    expect(await registry.alert(alertId)).toMatchObject({ status: 'merged' })
    await expectConsistent(storage)
    await registry.upsert({ ...BARE, code: 'A9000' })
    expect((await registry.alerts()).alerts).toMatchObject([{ alertId, copies: 32 }])
    await registry.deactivate({ supplier: 'alpha', code: 'A9000' })
    await registry.undo(change, ACTOR)
    expect((await orderlessState(storage)).groups).toEqual(before.groups)
    expect((await registry.alerts()).alerts).toMatchObject([{ alertId, copies: 31 }])
    await expectConsistent(storage)
  })

  test('goes on about the others when two of their products are merged or dismissed alone', async () => {
    const { registry, storage, alertId } = await opened()
    const [alert] = (await registry.alerts()).alerts
    const [one = '', other = ''] = alert?.utpids ?? []
    await registry.dismiss(one, other, ACTOR)
    expect((await registry.alerts()).alerts).toMatchObject([{ alertId, copies: 31 }])
    await expectConsistent(storage)
    const [next] = (await registry.alerts()).alerts
    await registry.merge(next?.utpids[0] ?? '', next?.utpids[1] ?? '', ACTOR)
    expect((await registry.alerts()).alerts).toMatchObject([{ alertId, copies: 31 }])
    await expectConsistent(storage)
  })
})

test('dismissing the only two copies by their UTPIDs says nothing of copies that come later', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import([...PRODUCT, ...copies(1)])
  const [alert] = (await registry.alerts()).alerts
  const [one = '', other = ''] = alert?.utpids ?? []
  const { change } = await registry.dismiss(one, other, ACTOR)
  expect(await registry.alert(alert?.alertId ?? '')).toMatchObject({ status: 'withdrawn' })
  await expectConsistent(storage)
  await registry.import(copies(4, 3))
  expect((await registry.alerts()).alerts).toMatchObject([{ alertId: alert?.alertId, copies: 6 }])
  await expectConsistent(storage)
  await registry.undo(change, ACTOR)
  expect((await registry.alerts()).alerts).toMatchObject([{ alertId: alert?.alertId, copies: 6 }])
  await expectConsistent(storage)
})

test('two products are asked about once, where the copies are alike by an edge as well', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import(PRODUCT)
  await registry.verify(await utpidOf(registry, ZEPHYR_BY_BETA), ACTOR)
  // This record replaces the former first record, which stays in the verified product.
  await registry.upsert({ ...BARE, code: 'A0001' })
  const [alert, ...more] = (await registry.alerts()).alerts
  expect(alert).toMatchObject({ copies: 2 })
  expect(more).toEqual([])
  expect((await registry.get(await utpidOf(registry, ZEPHYR_BY_BETA)))?.duplicates).toBe(1)
  await expectConsistent(storage)
  const before = await orderlessState(storage)
  await registry.reindex({ force: true })
  expect(await orderlessState(storage)).toEqual(before)
  await expectConsistent(storage)
  // The records are no longer copies, so their edge is again the basis of the alert.
  await registry.upsert({ ...BARE, rooms: 20, code: 'A0001' })
  expect((await registry.alerts()).alerts).toMatchObject([{ copies: null, status: 'open' }])
  await expectConsistent(storage)
  await registry.upsert({ ...BARE, code: 'A0001' })
  expect((await registry.alerts()).alerts).toMatchObject([{ copies: 2, status: 'open' }])
  await expectConsistent(storage)
})

test.each(['ascending', 'descending'])('a feed that changes all copies in %s order opens few alerts', async (order) => {
  const { registry, storage } = await openRegistry()
  const feed = copies(60)
  await registry.import([...PRODUCT.slice(1), ...feed])
  const { change } = await storage.ledger.head()
  const changed = feed.map((record) => ({ ...record, name: 'Hotel Zephyr Marlove' }))
  await registry.import(order === 'ascending' ? changed : changed.reverse(), { batchSize: 5 })
  const events = (await eventsAfter(registry, change)).filter(({ type }) => type.startsWith('duplicate.'))
  // There are alerts of the two classes, and one alert between the products of their first records.
  expect(events.length).toBeLessThanOrEqual(6)
  expect((await registry.alerts()).alerts).toMatchObject([{ copies: 60 }])
  await expectConsistent(storage)
})

describe('splitting copies off a merged class', () => {
  const of = (code: string) => ({ supplier: 'alpha', code })
  const merged = async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([...PRODUCT, ...copies(5)])
    const [alert] = (await registry.alerts()).alerts
    const alertId = alert?.alertId ?? ''
    const { change, utpids } = await registry.resolve(alertId, { ...ACTOR, resolution: 'merge' })
    return { registry, storage, alertId, change, utpid: utpids[0] as string }
  }
  const NAMED = [of('A0004'), of('A0005')]

  test('corrects the merge for these, and leaves the others one', async () => {
    const { registry, storage, alertId, utpid } = await merged()
    const before = await orderlessState(storage)
    const split = await registry.split(utpid, NAMED, ACTOR)
    expect(await codesOf(registry, of('A0004'))).toEqual(['alpha:A0004', 'alpha:A0005'])
    expect(await codesOf(registry, ZEPHYR_BY_BETA)).toHaveLength(6)
    await expectConsistent(storage)
    // A later copy gets an alert, which also covers the remaining copies.
    await registry.upsert({ ...BARE, code: 'A0009' })
    await registry.resolve(alertId, { ...ACTOR, resolution: 'merge' })
    expect(await codesOf(registry, ZEPHYR_BY_BETA)).toHaveLength(7)
    expect(await codesOf(registry, of('A0004'))).toEqual(['alpha:A0004', 'alpha:A0005'])
    await expectConsistent(storage)
    await registry.deactivate(of('A0009'))
    const undone = await registry.undo(split.change, ACTOR)
    expect((await orderlessState(storage)).groups).toEqual(before.groups)
    await expectConsistent(storage)
    await registry.undo(undone.change, ACTOR)
    expect(await codesOf(registry, of('A0004'))).toEqual(['alpha:A0004', 'alpha:A0005'])
    await expectConsistent(storage)
  })

  test('leaves the copies one that were one by way of the first record, when that leaves', async () => {
    const { registry, storage, utpid, change } = await merged()
    const before = await orderlessState(storage)
    const split = await registry.split(utpid, [of('A0002')], { ...ACTOR, keep: 'rest' })
    expect(await codesOf(registry, of('A0002'))).toEqual(['alpha:A0002'])
    expect(await codesOf(registry, of('A0003'))).toHaveLength(7)
    await expectConsistent(storage)
    const split2 = await registry.split(await utpidOf(registry, of('A0003')), [of('A0006')], ACTOR)
    expect(await codesOf(registry, of('A0003'))).toHaveLength(6)
    await registry.undo(split2.change, ACTOR)
    await registry.undo(split.change, ACTOR)
    expect((await orderlessState(storage)).groups).toEqual(before.groups)
    await expectConsistent(storage)
    await registry.undo(change, ACTOR)
    expect(await codesOf(registry, of('A0003'))).toEqual(['alpha:A0003'])
    await expectConsistent(storage)
  })

  test('is undone without what the merge said, when that was undone before', async () => {
    const { registry, storage, utpid, change } = await merged()
    const split = await registry.split(utpid, NAMED, ACTOR)
    await registry.undo(change, ACTOR)
    expect(await codesOf(registry, of('A0004'))).toEqual(['alpha:A0004'])
    await registry.undo(split.change, ACTOR)
    expect(await codesOf(registry, of('A0004'))).toEqual(['alpha:A0004'])
    expect((await registry.alerts()).alerts).toMatchObject([{ copies: 6 }])
    await expectConsistent(storage)
  })

  test('counts a first record that ended among those that stay', async () => {
    const { registry, storage, utpid } = await merged()
    await registry.deactivate(of('A0002'))
    await registry.split(utpid, NAMED, ACTOR)
    expect(await codesOf(registry, of('A0004'))).toEqual(['alpha:A0004', 'alpha:A0005'])
    await registry.upsert({ ...BARE, code: 'A0002' })
    expect(await codesOf(registry, of('A0002'))).toHaveLength(6)
    await expectConsistent(storage)
  })

  test('is rejected where a person merged the two products', async () => {
    const { registry, storage, utpid } = await merged()
    const delta = { ...QUILL, supplier: 'delta', code: 'D1' }
    await registry.import([delta])
    const joined = await registry.merge(utpid, await utpidOf(registry, delta), ACTOR)
    await expectRefused(
      { registry, storage },
      (each) => each.split(utpid, [{ supplier: 'delta', code: 'D1' }], ACTOR),
      {
        code: 'judgement_conflict',
        details: expect.objectContaining({ changes: [joined.change] }),
      },
    )
  })
})

test('a merge of very many copies gives way to others', async () => {
  let turns = 0
  const { registry } = await openRegistry({ yield: () => Promise.resolve(void turns++) })
  await registry.import(copies(1_100))
  const [alert] = (await registry.alerts()).alerts
  turns = 0
  await registry.resolve(alert?.alertId ?? '', { ...ACTOR, resolution: 'merge' })
  expect(turns).toBeGreaterThan(2)
})

longTest('more copies than a step links are dismissed, and refused to be merged', async () => {
  const { registry } = await openRegistry()
  await registry.import(copies(LIMITS.recordsPerCommit + 1))
  const [alert] = (await registry.alerts()).alerts
  const alertId = alert?.alertId ?? ''
  await expect(registry.resolve(alertId, { ...ACTOR, resolution: 'merge' })).rejects.toMatchObject({
    code: 'validation_failed',
    details: { records: LIMITS.recordsPerCommit + 1, max: LIMITS.recordsPerCommit },
  })
  const { change } = await registry.resolve(alertId, { ...ACTOR, resolution: 'dismiss' })
  expect((await registry.alerts()).total).toBe(0)
  await registry.undo(change, ACTOR)
  expect((await registry.alerts()).alerts).toMatchObject([{ alertId, copies: LIMITS.recordsPerCommit + 1 }])
})

test('a write does not read all records of a class', async () => {
  const stored = createMemoryStorage()
  let read = 0
  const ledger = new Proxy(stored.ledger, {
    get: (target, name) => {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      if (name !== 'getRecords') return member.bind(target)
      return (ids: readonly number[]) => {
        read += ids.length
        return target.getRecords(ids)
      }
    },
  })
  const storage = new Proxy(stored, {
    get: (target, name) => (name === 'ledger' ? ledger : Reflect.get(target, name)),
  })
  const { registry } = await openRegistry({ storage })
  await registry.import([...PRODUCT, ...copies(300, 1_000)])
  const [alert] = (await registry.alerts()).alerts
  const second = { ...BARE, code: 'A1000' }
  const readBy = async (record: object): Promise<number> => {
    read = 0
    await registry.upsert(record)
    return read
  }
  const MOST = 20
  const { code: first } = BARE
  expect(await readBy({ ...BARE, code: first, description: 'By the river.' })).toBeLessThan(MOST)
  expect(await readBy({ ...second, description: 'By the river.' })).toBeLessThan(MOST)
  // The codes descend, so each new record replaces the first record before it.
  for (const code of ['A0001', 'A0000']) expect(await readBy({ ...BARE, code })).toBeLessThan(MOST)
  expect(await readBy({ ...BARE, code: 'A0500' })).toBeLessThan(MOST)
  await expectConsistent(stored)
  await registry.resolve(alert?.alertId ?? '', { ...ACTOR, resolution: 'dismiss' })
  for (const code of ['A0501', 'A0400', 'A']) expect(await readBy({ ...BARE, code })).toBeLessThan(MOST)
  await expectConsistent(stored)
})

describe('merging copies, some of them judged different', () => {
  const judgedOn = async (one: string, other: string) => {
    const { registry, storage } = await openRegistry()
    await registry.import([...PRODUCT, ...copies(5)])
    const utpids = await Promise.all([one, other].map((code) => utpidOf(registry, { supplier: 'alpha', code })))
    const dismissed = await registry.dismiss(utpids[0] as string, utpids[1] as string, ACTOR)
    const [alert] = (await registry.alerts()).alerts
    return { registry, storage, dismissed, alertId: alert?.alertId ?? '' }
  }

  test('is refused when two copies were, and leaves the product of the first one whole', async () => {
    const { registry, storage, dismissed, alertId } = await judgedOn('A0004', 'A0005')
    await expectRefused({ registry, storage }, (each) => each.resolve(alertId, { ...ACTOR, resolution: 'merge' }), {
      code: 'judgement_conflict',
      details: expect.objectContaining({ changes: [dismissed.change] }),
    })
    expect(await codesOf(registry, ZEPHYR_BY_BETA)).toEqual(['alpha:A0002', 'beta:B1', 'gamma:G1'])
    await registry.undo(dismissed.change, ACTOR)
    await registry.resolve(alertId, { ...ACTOR, resolution: 'merge' })
    expect(await codesOf(registry, ZEPHYR_BY_BETA)).toHaveLength(8)
    await expectConsistent(storage)
  })

  test('leaves out a copy that is different from the first one', async () => {
    const { registry, storage, alertId } = await judgedOn('A0002', 'A0004')
    await registry.resolve(alertId, { ...ACTOR, resolution: 'merge' })
    expect(await registry.alert(alertId)).toMatchObject({ status: 'merged' })
    expect(await codesOf(registry, ZEPHYR_BY_BETA)).not.toContain('alpha:A0004')
    expect(await codesOf(registry, ZEPHYR_BY_BETA)).toHaveLength(7)
    expect((await registry.alerts()).total).toBe(0)
    await expectConsistent(storage)
  })

  test('is not made good again when two of the copies were ruled different since', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([...PRODUCT, ...copies(5)])
    const [alert] = (await registry.alerts()).alerts
    const merged = await registry.resolve(alert?.alertId ?? '', { ...ACTOR, resolution: 'merge' })
    const undone = await registry.undo(merged.change, ACTOR)
    const utpids = await Promise.all(['A0004', 'A0005'].map((code) => utpidOf(registry, { supplier: 'alpha', code })))
    const { change } = await registry.dismiss(utpids[0] as string, utpids[1] as string, ACTOR)
    await expectRefused({ registry, storage }, (each) => each.undo(undone.change, ACTOR), {
      code: 'judgement_conflict',
      details: expect.objectContaining({ changes: [change] }),
    })
  })
})

describe('an import that a limit makes part a product', () => {
  /** Records of different suppliers, so that none of them is a copy. Their phone differs from that of the product. */
  const crowd = Array.from({ length: LIMITS.recordsPerKey + 5 }, (_, at) => ({
    supplier: `s${at}`,
    code: 'C1',
    name: `Zephyr Marlowe Suite ${at}`,
    category: 'apartment',
    location: ZEPHYR.location,
    phone: ZEPHYR.phone,
    website: ZEPHYR.website,
  }))
  const bare = { name: 'Zephyr Marlowe', category: 'apartment', phone: ZEPHYR.phone }
  const joined = ['alpha', 'beta'].map((supplier) => ({ ...bare, supplier, code: 'P1' }))

  test('names it with its reason, and raises an alert that stays until the two are one again', async () => {
    const { registry, storage } = await openRegistry()
    const first = await registry.import(joined)
    expect(first).toMatchObject({ linked: 1, created: 1, separated: { total: 0, links: [] } })
    const report = await registry.import(crowd, { batchSize: 50 })
    const { separated } = report
    expect(separated.byReason.skipped_keys).toBeGreaterThan(0)
    const link = separated.links.find(({ code, reason }) => code === 'P1' && reason === 'skipped_keys')
    expect(link).toMatchObject({ code: 'P1', reason: 'skipped_keys', alertId: expect.any(String) })
    expect(await registry.alert(link?.alertId ?? '')).toMatchObject({ status: 'open', skippedKeys: true, copies: null })
    await expectConsistent(storage)
    // Each of the two products alone changes what the alert is about.
    for (const [at, sum] of [30, 60].entries()) {
      await registry.import([{ ...joined[at], bookings: 30 }])
      expect(await registry.alert(link?.alertId ?? '')).toMatchObject({ skippedKeys: true, bookings: sum })
    }
    await expectConsistent(storage)
    for (const { supplier } of crowd.slice(0, 10)) await registry.deactivate({ supplier, code: 'C1' })
    expect(await registry.alert(link?.alertId ?? '')).toMatchObject({ status: 'merged' })
    expect(await codesOf(registry, { supplier: 'alpha', code: 'P1' })).toContain('beta:P1')
    await expectConsistent(storage)
  })
})

test('an import counts final outcomes, and reports which links were separated again', async () => {
  const { registry, storage } = await openRegistry()
  // Each record is similar only to the next one. Together they exceed the limit of a component.
  const chain = Array.from({ length: LIMITS.recordsPerComponent + 100 }, (_, at) => ({
    supplier: `s${at % 3}`,
    code: `C${at}`,
    name: 'Zephyr Marlowe',
    category: 'hotel',
    location: { city: 'Paris', coordinates: [48.7 + at * 0.0007, 2.34] },
  }))
  const report = await registry.import(chain, { batchSize: 100 })
  const { products } = await readWhole(storage)
  const alone = products.filter(({ records }) => records.length === 1).length
  expect(report.created + report.alerted + report.linked).toBe(chain.length)
  expect(report.linked).toBe(chain.length - products.length)
  expect(report.created + report.alerted).toBe(products.length)
  expect(report.separated.total).toBeLessThanOrEqual(alone)
  for (const { reason } of report.separated.links) expect(['skipped_keys', 'oversized', 'outweighed']).toContain(reason)
})

test('why two are not one product names the record that stands for a copy', async () => {
  const { registry } = await openRegistry()
  await registry.import([...PRODUCT, ...copies(2)])
  const { reasons } = await registry.explainNonMatch(
    { supplier: 'alpha', code: 'A0003' },
    { supplier: 'beta', code: 'B1' },
  )
  expect(reasons[0]).toEqual({ code: 'copy', side: 'a', record: { supplier: 'alpha', code: 'A0002' } })
})

test('records that nearly say the same raise alerts that grow with the records, not with their pairs', async () => {
  const { registry, storage } = await openRegistry()
  const crowd = Array.from({ length: 60 }, (_, at) => ({ ...BARE, code: `N${at}`, rooms: 20 + at }))
  await registry.import(crowd, { batchSize: 25 })
  expect((await registry.alerts()).total).toBeLessThanOrEqual(crowd.length * LIMITS.alertsPerProduct)
  await expectConsistent(storage)
})
