import { describe, expect, test } from 'vitest'
import { ACTOR, eventsAfter, expectRefused, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

describe('pin', () => {
  test('keeps displayed fields at values, for all supplier data', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    const utpid = await utpidOf(registry, ZEPHYR)
    const { change } = await registry.stats()
    const report = await registry.pin(utpid, { name: ' The Zephyr ', stars: '3', country: 'France' }, ACTOR)
    expect(report).toEqual({ change: change + 1, utpids: [utpid], inactive: [], changed: true })
    expect(await eventsAfter(registry, change)).toEqual([
      { type: 'product.updated', utpid, fields: expect.arrayContaining(['name', 'stars']) },
    ])
    await registry.import([
      { ...ZEPHYR, stars: 5 },
      { ...ZEPHYR_BY_BETA, stars: 5 },
    ])
    const product = await registry.get(utpid)
    expect(product).toMatchObject({
      name: 'The Zephyr',
      stars: 3,
      location: { country: 'FR' },
      pins: { name: { value: 'The Zephyr', actor: 'anna', at: expect.any(String) }, stars: { value: 3 } },
    })
    // No record is the source of a pinned value.
    expect(product?.provenance).not.toHaveProperty('name')
    await expectConsistent(storage)
  })

  test('with equal values changes nothing, and adds to existing pins', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR])
    const utpid = await utpidOf(registry, ZEPHYR)
    const { change } = await registry.pin(utpid, { stars: 3 }, ACTOR)
    expect(await registry.pin(utpid, { stars: 3 }, { actor: 'ben' })).toEqual({
      change,
      utpids: [],
      inactive: [],
      changed: false,
    })
    await registry.pin(utpid, { stars: 3, rooms: 20 }, { actor: 'ben' })
    expect((await registry.get(utpid))?.pins).toMatchObject({ stars: { actor: 'anna' }, rooms: { actor: 'ben' } })
  })

  test('of an unknown field or an invalid value is rejected', async () => {
    const world = await openRegistry()
    await world.registry.import([ZEPHYR])
    const utpid = await utpidOf(world.registry, ZEPHYR)
    for (const fields of [
      {},
      { colour: 'red' },
      { stars: 9 },
      { name: '-' },
      { coordinates: [0, 0] },
      { stars: 3, colour: 1 },
    ]) {
      await expectRefused(world, (registry) => registry.pin(utpid, fields, ACTOR), { code: 'validation_failed' })
    }
    await expectRefused(world, (registry) => registry.unpin(utpid, ['colour'], ACTOR), { code: 'validation_failed' })
  })
})

describe('unpin', () => {
  test('lets the named fields, or all, follow the records again', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR])
    const utpid = await utpidOf(registry, ZEPHYR)
    await registry.pin(utpid, { stars: 3, rooms: 20, brand: 'Ibis' }, ACTOR)
    expect(await registry.unpin(utpid, ['stars'], ACTOR)).toMatchObject({ changed: true, utpids: [utpid] })
    expect(await registry.get(utpid)).toMatchObject({ stars: 4, rooms: 20, brand: 'Ibis' })
    await registry.unpin(utpid, undefined, ACTOR)
    const product = await registry.get(utpid)
    expect(product).not.toHaveProperty('pins')
    expect(product).not.toHaveProperty('rooms')
    await expectConsistent(storage)
  })

  test('of fields without pins changes nothing', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR])
    const utpid = await utpidOf(registry, ZEPHYR)
    for (const fields of [undefined, [], ['stars']]) {
      expect(await registry.unpin(utpid, fields, ACTOR)).toMatchObject({ changed: false, change: 2 })
    }
  })
})
