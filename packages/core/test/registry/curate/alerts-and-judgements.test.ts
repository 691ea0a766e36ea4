import { describe, expect, test } from 'vitest'
import { ACTOR, codesOf, eventsAfter, expectRefused, TWIN_A, TWIN_B, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { type OpenRegistry, openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR } from '../../support/sample-hotels.ts'

async function openTwins(): Promise<OpenRegistry & { one: string; other: string; alertId: string; change: number }> {
  const world = await openRegistry()
  await world.registry.import([TWIN_A, TWIN_B, QUILL])
  const [one, other] = [await utpidOf(world.registry, TWIN_A), await utpidOf(world.registry, TWIN_B)]
  const [alert] = (await world.registry.alerts()).alerts
  return { ...world, one, other, alertId: alert?.alertId ?? '', change: (await world.registry.stats()).change }
}

describe('resolve', () => {
  test('as a merge joins the two products of the alert', async () => {
    const { registry, storage, one, other, alertId, change } = await openTwins()
    const report = await registry.resolve(alertId, { ...ACTOR, resolution: 'merge', survivor: other })
    expect(report).toEqual({
      change: change + 1,
      utpids: [other],
      inactive: [{ utpid: one, into: other }],
      changed: true,
    })
    expect((await codesOf(registry, other)).sort()).toEqual(['alpha:A8', 'alpha:A9'])
    expect((await registry.alerts({ status: 'merged' })).alerts).toMatchObject([
      { alertId, resolvedAt: expect.any(String) },
    ])
    expect(await registry.get(other)).toMatchObject({ duplicates: 0, confidence: 1 })
    expect(await eventsAfter(registry, change)).toEqual([
      { type: 'product.updated', utpid: other, fields: expect.arrayContaining(['suppliers']) },
      { type: 'product.merged', utpid: one, into: other },
      { type: 'duplicate.resolved', alertId, utpids: expect.arrayContaining([one, other]), status: 'merged' },
    ])
    await expectConsistent(storage)
  })

  test('as a dismissal leaves both, and never raises the alert again', async () => {
    const { registry, storage, one, other, alertId, change } = await openTwins()
    const report = await registry.resolve(alertId, { ...ACTOR, resolution: 'dismiss' })
    expect(report).toEqual({
      change: change + 1,
      utpids: expect.arrayContaining([one, other]),
      inactive: [],
      changed: true,
    })
    expect((await registry.alerts({ status: 'dismissed' })).alerts).toMatchObject([{ alertId }])
    expect(await registry.get(one)).toMatchObject({ duplicates: 0, confidence: 0.99 })
    expect(await eventsAfter(registry, change)).toEqual([
      { type: 'duplicate.resolved', alertId, utpids: expect.arrayContaining([one, other]), status: 'dismissed' },
    ])
    // If their content is equal, the machine would join them.
    await registry.import([TWIN_A, TWIN_B].map(({ code }) => ({ ...ZEPHYR, code })))
    expect(await utpidOf(registry, TWIN_A)).toBe(one)
    expect(await utpidOf(registry, TWIN_B)).toBe(other)
    expect((await registry.alerts()).total).toBe(0)
    await expectConsistent(storage)
  })

  test('a new record similar to one side of a dismissal raises no decided alert', async () => {
    const { registry, storage, one, other, alertId } = await openTwins()
    await registry.resolve(alertId, { ...ACTOR, resolution: 'dismiss' })
    await registry.upsert({ ...TWIN_A, supplier: 'gamma', code: 'G1' })
    const asked = (await registry.alerts()).alerts.map(({ utpids }) => [...utpids].sort().join())
    expect(asked).not.toContain([one, other].sort().join())
    await expectConsistent(storage)
  })

  test('of an alert that is missing or closed, or with a survivor for a dismissal, is rejected', async () => {
    const { alertId, one, ...world } = await openTwins()
    const merge = { ...ACTOR, resolution: 'merge' } as const
    await expectRefused(world, (registry) => registry.resolve('0123456789abcdef', merge), { code: 'not_found' })
    await expectRefused(
      world,
      (registry) => registry.resolve(alertId, { ...ACTOR, resolution: 'dismiss', survivor: one }),
      {
        code: 'validation_failed',
      },
    )
    const { change } = await world.registry.resolve(alertId, { ...merge, note: 'One door.' })
    const decided = { alertId, status: 'merged', by: 'anna', note: 'One door.', change, at: expect.any(String) }
    const refusal = { code: 'alert_decided', details: { decided } }
    await expectRefused(world, (registry) => registry.resolve(alertId, merge), refusal)
    await expectRefused(world, (registry) => registry.resolve(alertId, { ...ACTOR, resolution: 'dismiss' }), refusal)
  })

  test.each([
    ['merge', 'merge'],
    ['merge', 'dismiss'],
    ['dismiss', 'merge'],
    ['dismiss', 'dismiss'],
  ] as const)(
    'by two people at once, %s and %s, decides once and tells the second person who was first',
    async (first, second) => {
      const { registry, alertId, storage } = await openTwins()
      const outcomes = await Promise.allSettled([
        registry.resolve(alertId, { actor: 'anna', resolution: first }),
        registry.resolve(alertId, { actor: 'ben', resolution: second }),
      ])
      const made = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
      expect(made).toHaveLength(1)
      const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? each.reason : []))
      expect(refused).toMatchObject([
        { code: 'alert_decided', details: { decided: { alertId, by: expect.any(String), change: made[0]?.change } } },
      ])
      await expectConsistent(storage)
    },
  )
})

describe('dismiss', () => {
  test('of two products judged different changes nothing', async () => {
    const { registry, one, other } = await openTwins()
    const { change } = await registry.dismiss(one, other, ACTOR)
    expect(await registry.dismiss(other, one, ACTOR)).toEqual({ change, utpids: [], inactive: [], changed: false })
  })

  test('of two products without an alert prevents the machine from joining them', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, QUILL])
    const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    await registry.dismiss(zephyr, quill, ACTOR)
    await registry.upsert({ ...ZEPHYR, supplier: 'beta', code: 'B1' })
    await registry.upsert({ ...ZEPHYR, code: 'A2' })
    expect(await utpidOf(registry, ZEPHYR)).toBe(zephyr)
    expect(await utpidOf(registry, QUILL)).not.toBe(zephyr)
    await expectConsistent(storage)
  })
})

describe('reopen', () => {
  test('undoes the decision that closed the alert, and reopens it under its id', async () => {
    for (const resolution of ['merge', 'dismiss'] as const) {
      const { registry, storage, one, other, alertId, change } = await openTwins()
      const before = [await registry.get(one), await registry.get(other)]
      const [alert] = (await registry.alerts()).alerts
      await registry.resolve(alertId, { ...ACTOR, resolution })
      const report = await registry.reopen(alertId, { actor: 'ben' })
      expect(report).toMatchObject({ change: change + 2, changed: true })
      expect((await registry.alerts()).alerts).toEqual([alert])
      for (const [at, utpid] of [one, other].entries()) {
        expect(await registry.locate({ utpid })).toMatchObject({ status: 'active', utpid })
        expect((await registry.get(utpid))?.records.map(({ record }) => record)).toEqual(
          before[at]?.records.map(({ record }) => record),
        )
      }
      expect(await eventsAfter(registry, change + 1)).toContainEqual(
        expect.objectContaining({ type: 'duplicate.opened', alertId }),
      )
      await expectConsistent(storage)
    }
  })

  test('of an alert that is missing, open, or closed by the machine is rejected', async () => {
    const { alertId, ...world } = await openTwins()
    await expectRefused(world, (registry) => registry.reopen('none', ACTOR), { code: 'not_found' })
    await expectRefused(world, (registry) => registry.reopen(alertId, ACTOR), { code: 'validation_failed' })
    await world.registry.deactivate(TWIN_B)
    await expectRefused(world, (registry) => registry.reopen(alertId, ACTOR), { code: 'validation_failed' })
  })
})
