import { describe, expect, test } from 'vitest'
import { ACTOR, eventsAfter, expectRefused, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

describe('pin', () => {
  test('holds shown fields at values, whatever suppliers send', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    const utpid = await utpidOf(registry, ZEPHYR)
    const { change } = await registry.stats()
    const report = await registry.pin(utpid, { name: ' The Zephyr ', stars: '3', country: 'France' }, ACTOR)
    expect(report).toEqual({ change: change + 1, utpids: [utpid], ended: [], changed: true })
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
      pins: { name: { value: 'The Zephyr', by: 'anna', at: expect.any(String) }, stars: { value: 3 } },
    })
    // No record is the source of a pinned value.
    expect(product?.provenance).not.toHaveProperty('name')
    await expectConsistent(storage)
  })

  test('at the values they have changes nothing, and adds to the pins there are', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR])
    const utpid = await utpidOf(registry, ZEPHYR)
    const { change } = await registry.pin(utpid, { stars: 3 }, ACTOR)
    expect(await registry.pin(utpid, { stars: 3 }, { by: 'ben' })).toEqual({
      change,
      utpids: [],
      ended: [],
      changed: false,
    })
    await registry.pin(utpid, { stars: 3, rooms: 20 }, { by: 'ben' })
    expect((await registry.get(utpid))?.pins).toMatchObject({ stars: { by: 'anna' }, rooms: { by: 'ben' } })
  })

  test('of an unknown field or a value that cannot be is refused', async () => {
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
  test('lets the named fields follow the records again, or all of them', async () => {
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

  test('of what is not pinned changes nothing', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR])
    const utpid = await utpidOf(registry, ZEPHYR)
    for (const fields of [undefined, [], ['stars']]) {
      expect(await registry.unpin(utpid, fields, ACTOR)).toMatchObject({ changed: false, change: 1 })
    }
  })
})
