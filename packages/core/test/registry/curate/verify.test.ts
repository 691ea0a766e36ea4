import { createMemoryStorage } from '@utpid/adapter-memory'
import { describe, expect, test } from 'vitest'
import { ACTOR, eventsAfter, expectRefused, TWIN_A, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { overlaidStorage } from '../../support/overlaid-storage.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'
import { spot } from '../../support/small-world.ts'

const CHECKS = [
  'has_coordinates',
  'country_matches_coordinates',
  'two_independent_suppliers',
  'no_open_alert',
  'contact_valid',
  'name_not_placeholder',
]

describe('verify', () => {
  test('by hand marks the product despite failed checks, and stores who, when and why', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR])
    const utpid = await utpidOf(registry, ZEPHYR)
    const { change } = await registry.stats()
    const report = await registry.verify(utpid, { ...ACTOR, evidence: 'a call', note: 'spoke to the desk' })
    expect(report).toMatchObject({
      utpid,
      verified: true,
      method: 'manual',
      verifiedBy: 'anna',
      verifiedAt: expect.any(String),
      revision: 2,
      change: change + 1,
    })
    expect(report.checks.map(({ id }) => id)).toEqual(CHECKS)
    expect(report.checks.some(({ passed }) => !passed)).toBe(true)
    expect(await registry.get(utpid)).toMatchObject({ verified: true, verifiedBy: 'manual' })
    expect(await eventsAfter(registry, change)).toEqual([
      expect.objectContaining({ type: 'product.updated', utpid }),
      { type: 'product.verified', utpid, method: 'manual' },
    ])
    expect((await registry.history(utpid)).filter(({ type }) => type === 'verification')).toMatchObject([
      { verified: true, method: 'manual', actor: 'anna', evidence: 'a call', note: 'spoke to the desk' },
    ])
    expect((await registry.stats()).products.verified).toBe(1)
    await expectConsistent(storage)
  })

  test('with the same method again changes nothing, with another method adds a verification', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR])
    const utpid = await utpidOf(registry, ZEPHYR)
    const first = await registry.verify(utpid, ACTOR)
    expect(await registry.verify(utpid, { actor: 'ben' })).toEqual(first)
    expect(await registry.verify(utpid, { actor: 'ben', method: 'supplier' })).toMatchObject({
      method: 'supplier',
      verifiedBy: 'ben',
      change: first.change + 1,
    })
  })

  test('by checks marks it only if all of them pass', async () => {
    const world = await openRegistry()
    await world.registry.import([ZEPHYR])
    const utpid = await utpidOf(world.registry, ZEPHYR)
    const { change } = await world.registry.stats()
    expect(await world.registry.verify(utpid, { ...ACTOR, method: 'checks' })).toMatchObject({
      verified: false,
      method: null,
      verifiedAt: null,
      verifiedBy: null,
      change,
    })
    expect((await world.registry.stats()).change).toBe(change)
  })

  test('as a dry run reports its outcome and writes nothing', async () => {
    const world = await openRegistry()
    await world.registry.import([ZEPHYR])
    const utpid = await utpidOf(world.registry, ZEPHYR)
    const { change } = await world.registry.stats()
    expect(await world.registry.verify(utpid, { ...ACTOR, dryRun: true })).toMatchObject({ verified: true, change })
    expect(await world.registry.verify(utpid, { ...ACTOR, method: 'checks', dryRun: true })).toMatchObject({
      verified: false,
    })
    expect(await world.registry.get(utpid)).toMatchObject({ verified: false, revision: 1 })
    expect((await world.registry.stats()).change).toBe(change)
  })

  test('of a missing product, or with an unknown method, is rejected', async () => {
    const world = await openRegistry()
    await world.registry.import([ZEPHYR])
    const utpid = await utpidOf(world.registry, ZEPHYR)
    await expectRefused(world, (registry) => registry.verify('UTP-00000-00000-1', ACTOR), { code: 'product_not_found' })
    for (const method of ['verify', 'unverify'] as const) {
      await expectRefused(world, (registry) => registry[method](utpid, { actor: ' ', dryRun: true }), {
        code: 'validation_failed',
      })
    }
    await expectRefused(world, (registry) => registry.verify('UTP-00000-00000-1', { ...ACTOR, dryRun: true }), {
      code: 'product_not_found',
    })
    await expectRefused(world, (registry) => registry.verify(utpid, { ...ACTOR, method: 'luck' as never }), {
      code: 'validation_failed',
    })
  })
})

test('verifies the displayed product, even before it follows its suppliers', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import([ZEPHYR, { ...ZEPHYR_BY_BETA, stars: 5 }])
  const utpid = await utpidOf(registry, ZEPHYR)
  let looks = 0
  // Stops the call after it has written the priority and before it updates any product.
  const signal = {
    get aborted(): boolean {
      return looks++ > 0
    },
  } as AbortSignal
  await expect(registry.setSupplier({ id: 'beta', priority: 5 }, { signal })).rejects.toMatchObject({ code: 'aborted' })
  const [before] = await storage.ledger.scanProducts(0, 1)

  await registry.verify(utpid, ACTOR)
  const [verified] = await storage.ledger.scanProducts(0, 1)
  expect(verified).toEqual({
    ...before,
    verified: true,
    verifiedBy: 'manual',
    rank: (before?.rank ?? 0) + 5,
    terms: [...(before?.terms ?? []), 'verified:true'].sort(),
    revision: 2,
    lastUpdated: expect.any(String),
  })
  await registry.unverify(utpid, ACTOR)
  const [withdrawn] = await storage.ledger.scanProducts(0, 1)
  expect(withdrawn).toEqual({ ...before, revision: 3, lastUpdated: expect.any(String) })

  await registry.verify(utpid, ACTOR)
  await registry.setSupplier({ id: 'beta', priority: 5 })
  // The name of the product then changes, and nobody has verified the new name.
  expect(await registry.get(utpid)).toMatchObject({ stars: 5, verified: false })
  await expectConsistent(storage)
})

test('reports the result of its own transaction', async () => {
  const storage = createMemoryStorage()
  const { registry: other } = await openRegistry({ storage })
  await other.import([ZEPHYR])
  const utpid = await utpidOf(other, ZEPHYR)
  const { registry } = await openRegistry({
    storage: overlaidStorage(storage, {
      commit: async (commit) => {
        const result = await storage.ledger.commit(commit)
        await other.unverify(utpid, { actor: 'ben' })
        return result
      },
    }),
  })
  const report = await registry.verify(utpid, ACTOR)
  expect(report).toMatchObject({ verified: true, method: 'manual', verifiedBy: 'anna', revision: 2 })
  expect(await other.get(utpid)).toMatchObject({ verified: false, revision: 3 })
})

test('unverify withdraws it with the reason; without a verification it changes nothing', async () => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR])
  const utpid = await utpidOf(registry, ZEPHYR)
  const none = await registry.unverify(utpid, ACTOR)
  expect(none).toMatchObject({ verified: false, method: null, change: 2 })
  const { change } = await registry.verify(utpid, ACTOR)
  expect(await registry.unverify(utpid, { actor: 'ben', note: 'closed down' })).toMatchObject({
    verified: false,
    method: 'withdrawn',
    verifiedBy: null,
    change: change + 1,
  })
  expect(await eventsAfter(registry, change)).toContainEqual({
    type: 'product.unverified',
    utpid,
    reason: 'closed down',
  })
  expect(await registry.get(utpid)).not.toHaveProperty('verifiedBy')
  expect((await registry.stats()).products.verified).toBe(0)
})

describe('the machine reopens a verification, with reason and event', () => {
  test('when the name changes', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR])
    const utpid = await utpidOf(registry, ZEPHYR)
    const { change } = await registry.verify(utpid, ACTOR)
    await registry.upsert({ ...ZEPHYR, name: 'Hotel Zephyr Marlowe & Spa' })
    const reason = 'Its name was "Hotel Zephyr Marlowe" and is now "Hotel Zephyr Marlowe & Spa".'
    expect(await registry.get(utpid)).toMatchObject({ verified: false })
    expect(await eventsAfter(registry, change)).toContainEqual({ type: 'product.unverified', utpid, reason })
    expect((await registry.history(utpid)).at(-1)).toMatchObject({
      type: 'verification',
      method: 'reopened',
      actor: 'utpid',
      note: reason,
    })
    await expectConsistent(storage)
  })

  test('when it moves more than 250 m, but not when only spelling or another field changes', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR])
    const utpid = await utpidOf(registry, ZEPHYR)
    await registry.verify(utpid, ACTOR)
    await registry.upsert({ ...ZEPHYR, name: 'HÔTEL ZEPHYR MARLOWE', stars: 5 })
    await registry.upsert({ ...ZEPHYR, location: { ...ZEPHYR.location, coordinates: spot(200, 0) } })
    expect(await registry.get(utpid)).toMatchObject({ verified: true })
    await registry.upsert({ ...ZEPHYR, location: { ...ZEPHYR.location, coordinates: spot(700, 0) } })
    expect(await registry.get(utpid)).toMatchObject({ verified: false })
  })

  test('when it then joins another product in the same transaction', async () => {
    const { registry, storage } = await openRegistry()
    const { phone: _, website: __, ...bare } = ZEPHYR
    const older = { ...bare, supplier: 'gamma', code: 'G1', name: 'Zephyr Marlowe', location: QUILL.location }
    await registry.upsert(older)
    await registry.upsert(ZEPHYR)
    const [into, utpid] = [await utpidOf(registry, older), await utpidOf(registry, ZEPHYR)]
    expect(into).not.toBe(utpid)
    const { change } = await registry.verify(utpid, ACTOR)
    // The verified product is merged into the other one, so its name changes.
    await registry.upsert({ ...ZEPHYR, supplier: 'gamma', code: 'G1', name: 'Zephyr Marlowe' })
    expect(await utpidOf(registry, ZEPHYR)).toBe(into)
    expect(await registry.get(into)).toMatchObject({ verified: false })
    const verifications = (await registry.history(utpid)).filter(({ type }) => type === 'verification')
    expect(verifications.at(-1)).toMatchObject({
      method: 'reopened',
      actor: 'utpid',
      note: expect.stringMatching(/name/),
    })
    expect(await eventsAfter(registry, change)).toContainEqual({
      type: 'product.unverified',
      utpid,
      reason: expect.stringMatching(/name/),
    })
    await expectConsistent(storage)
  })

  test('not when a person merges, splits or pins the product', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
    const utpid = await utpidOf(registry, ZEPHYR)
    await registry.verify(utpid, ACTOR)
    await registry.pin(utpid, { name: 'Quite Another Name' }, ACTOR)
    await registry.split(utpid, [ZEPHYR_BY_BETA], ACTOR)
    await registry.merge(utpid, await utpidOf(registry, QUILL), ACTOR)
    expect(await registry.get(utpid)).toMatchObject({ verified: true })
  })
})

describe('curated products lose nothing to the machine', () => {
  test.each([
    ['verified', (registry, utpid) => registry.verify(utpid, ACTOR)],
    ['pinned', (registry, utpid) => registry.pin(utpid, { stars: 4 }, ACTOR)],
  ] as readonly (readonly [
    string,
    (registry: Awaited<ReturnType<typeof openRegistry>>['registry'], utpid: string) => Promise<unknown>,
  ])[])('a record of a %s product that becomes similar to another stays, and raises an alert', async (_, keep) => {
    const { registry, storage } = await openRegistry()
    await registry.import([
      ZEPHYR,
      ZEPHYR_BY_BETA,
      { ...TWIN_A, supplier: 'delta', location: { city: 'Oslo' }, name: 'Oriel Zephyr' },
    ])
    const utpid = await utpidOf(registry, ZEPHYR)
    const other = await utpidOf(registry, { supplier: 'delta', code: 'A8' })
    expect(other).not.toBe(utpid)
    await keep(registry, utpid)
    await registry.pin(other, { rooms: 9 }, ACTOR)
    // Now both records have equal content. Without decisions they would be one product.
    await registry.upsert({ ...ZEPHYR, supplier: 'delta', code: 'A8' })
    expect(await utpidOf(registry, { supplier: 'delta', code: 'A8' })).toBe(other)
    expect((await registry.alerts()).alerts).toMatchObject([{ utpids: expect.arrayContaining([utpid, other]) }])
    // A curated product may gain records: a record of one more supplier joins one of the two.
    await registry.upsert({ ...ZEPHYR, supplier: 'gamma', code: 'G1' })
    expect([utpid, other]).toContain(await utpidOf(registry, { supplier: 'gamma', code: 'G1' }))
    expect((await registry.stats()).products.total).toBe(2)
    await expectConsistent(storage)
  })
})
