import type { AlertFilterOptions } from '@utpid/core/operations'
import { emptyCommit } from '@utpid/core/storage'
import { describe, expect, test } from 'vitest'
import { ACTOR, TWIN_A, TWIN_B } from '../../support/decided.ts'
import { type OpenRegistry, openRegistry } from '../../support/open-registry.ts'

const BERLIN = { city: 'Berlin', country: 'DE', coordinates: [52.5163, 13.3777] } as const

/** Three pairs: twins of alpha in Paris, and in Berlin twins of alpha and of beta. The last ones have bookings. */
async function openPairs(): Promise<OpenRegistry> {
  const world = await openRegistry()
  await world.registry.import([TWIN_A, TWIN_B])
  const inBerlin = { ...TWIN_A, location: BERLIN }
  await world.registry.import([
    { ...inBerlin, name: 'Hotel Nightjar Quill', code: 'N1', category: 'apartment' },
    { ...inBerlin, name: 'Hotel Nightjar Quill', code: 'N2', category: 'apartment', rooms: 41 },
    { ...inBerlin, name: 'Gasthof Marlowe Finch', supplier: 'beta', code: 'M1', bookings: 30 },
    { ...inBerlin, name: 'Gasthof Marlowe Finch', supplier: 'beta', code: 'M2', rooms: 41, bookings: 12 },
  ])
  return world
}

describe('alerts', () => {
  test.each([
    [{}, ['A8', 'N1', 'M1']],
    [{ supplier: 'alpha' }, ['A8', 'N1']],
    [{ supplier: 'nobody' }, []],
    [{ country: 'de' }, ['N1', 'M1']],
    [{ country: 'DE', supplier: 'alpha' }, ['N1']],
    [{ country: 'ZZ' }, []],
    [{ city: ' bérlin ' }, ['N1', 'M1']],
    [{ kind: 'let' }, ['N1']],
    [{ reason: 'same_supplier' }, ['A8', 'N1', 'M1']],
    [{ reason: 'below_match' }, []],
    [{ group: 'same_supplier beta beta' }, ['M1']],
    [{ minConfidence: 1 }, []],
    [{ maxConfidence: 0 }, []],
    [{ detectedFrom: '2100-01-01' }, []],
    [{ detectedTo: '2100-01-01T00:00:00Z' }, ['A8', 'N1', 'M1']],
    [{ detectedTo: '9999-12-31T23:59:59-05:00' }, ['A8', 'N1', 'M1']],
    [{ status: 'merged', supplier: 'alpha' }, []],
  ] as [AlertFilterOptions, string[]][])('fit the filter %j', async (filter, expected) => {
    const { registry } = await openPairs()
    const { total, alerts } = await registry.alerts(filter)
    const codes = alerts.map(({ records }) => records.map(({ code }) => code).sort()[0])
    expect(codes.sort()).toEqual([...expected].sort())
    expect(total).toBe(expected.length)
  })

  test('follow a record that moves, and bookings that only its details change', async () => {
    const { registry } = await openPairs()
    expect((await registry.alerts({ order: 'bookings' })).alerts.map(({ bookings }) => bookings)).toEqual([
      42,
      null,
      null,
    ])
    await registry.import([
      { ...TWIN_A, location: BERLIN, name: 'Gasthof Marlowe Finch', supplier: 'beta', code: 'M1', bookings: 99 },
    ])
    expect((await registry.alerts({ supplier: 'beta' })).alerts).toMatchObject([{ bookings: 111 }])
    await registry.import([{ ...TWIN_A, location: { ...TWIN_A.location, city: 'Lutetia' } }])
    expect((await registry.alerts({ city: 'lutetia' })).alerts).toMatchObject([{ reason: 'same_supplier' }])
  })

  test('continue after a cursor, although the first alert was decided meanwhile', async () => {
    const { registry } = await openPairs()
    for (const order of ['informationGain', 'confidence', 'detectedAt', 'oldest', 'bookings'] as const) {
      const all = (await registry.alerts({ order })).alerts
      const first = await registry.alerts({ order, limit: 1 })
      const second = await registry.alerts({ order, limit: 1, cursor: first.next ?? '' })
      const third = await registry.alerts({ order, limit: 2, cursor: second.next ?? '' })
      expect([first, second, third].flatMap(({ alerts }) => alerts)).toEqual(all)
      expect(third.next).toBeNull()
    }
    const first = await registry.alerts({ limit: 1 })
    const rest = (await registry.alerts()).alerts.slice(1)
    await registry.resolve(first.alerts[0]?.alertId ?? '', { ...ACTOR, resolution: 'dismiss' })
    expect((await registry.alerts({ cursor: first.next ?? '' })).alerts).toEqual(rest)
  })

  test('are counted by group, with an example', async () => {
    const { registry } = await openPairs()
    const { total, groups } = await registry.alertGroups()
    expect(total).toBe(2)
    expect(groups).toMatchObject([
      { group: 'same_supplier alpha alpha', reason: 'same_supplier', suppliers: ['alpha', 'alpha'], count: 2 },
      { group: 'same_supplier beta beta', count: 1, example: { bookings: 42 } },
    ])
    expect((await registry.alertGroups({ country: 'FR', limit: 1 })).groups).toMatchObject([{ count: 1 }])
  })

  test.each([
    [{ country: 'Germany' }, /country is "Germany"/],
    [{ supplier: '' }, /supplier/],
    [{ city: 7 }, /city/],
    [{ kind: 'hotel' }, /kind is "hotel"; it must be one of other, stay/],
    [{ reason: 'why' }, /reason/],
    [{ marked: 'maybe' }, /marked/],
    [{ minConfidence: 70 }, /minConfidence is "70"; it must be a number of 0 to 1/],
    [{ maxConfidence: Number.NaN }, /maxConfidence/],
    [{ detectedFrom: 'yesterday' }, /detectedFrom/],
    [{ detectedTo: '2026-13-40' }, /detectedTo/],
    [{ cursor: 'confidence~5000~00000000000000aa' }, /cursor/],
    [{ cursor: 'x' }, /cursor/],
  ])('reject %j', async (wrong, message) => {
    const { registry } = await openRegistry()
    await expect(registry.alerts(wrong as object)).rejects.toThrow(message)
  })
})

test('alerts that an earlier version wrote without tags get them by a recluster', async () => {
  const { registry, storage } = await openPairs()
  const before = (await registry.alerts()).alerts
  const { change } = await storage.ledger.head()
  const { alerts } = await storage.ledger.alerts({ order: 'confidence', offset: 0, limit: 10 })
  const old = alerts.map(({ tags: _, ...row }) => row)
  await storage.ledger.commit({ ...emptyCommit(new Date().toISOString(), change), alerts: old })
  expect((await registry.alerts({ supplier: 'alpha' })).total).toBe(0)
  expect((await registry.alerts()).alerts).toMatchObject(before.map(() => ({ reason: null })))
  await registry.recluster()
  expect((await registry.alerts()).alerts).toEqual(before)
})
