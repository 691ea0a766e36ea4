import { describe, expect, test } from 'vitest'
import { ACTOR, codesOf, eventsAfter, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { expectSameState, orderlessState } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'
import { TIMELESS } from '../../support/timeless.ts'

const { phone: _, website: __, ...BARE } = ZEPHYR
const REBRANDED = { ...ZEPHYR, name: 'Oriel Solace' }
const MOVED = {
  ...BARE,
  location: { address: '3 Storgata', city: 'Oslo', country: 'NO', postalCode: '0155', coordinates: [59.9139, 10.7522] },
}
const REUSED = { ...QUILL, supplier: ZEPHYR.supplier, code: ZEPHYR.code }

describe('a code whose record describes something else', () => {
  test.each([
    ['rebrand', REBRANDED],
    ['move', MOVED],
  ] as const)('of a %s its product follows, tells, and is to be verified again', async (kind, version) => {
    const { registry, storage } = await openRegistry()
    await registry.upsert(ZEPHYR)
    const utpid = await utpidOf(registry, ZEPHYR)
    const { change } = await registry.verify(utpid, ACTOR)
    expect(await registry.upsert(version)).toMatchObject({ outcome: 'updated', utpid })
    const reason = `Record A1 of alpha has drifted: ${kind}.`
    expect(await eventsAfter(registry, change)).toEqual([
      expect.objectContaining({ type: 'product.updated', utpid }),
      { type: 'product.unverified', utpid, reason },
      expect.objectContaining({
        type: 'supplier.code.drifted',
        supplier: 'alpha',
        code: 'A1',
        kind,
        utpid,
        from: utpid,
      }),
    ])
    expect(await registry.get(utpid)).toMatchObject({ name: version.name, verified: false })
    expect((await registry.history(utpid)).at(-1)).toMatchObject({ method: 'reopened', actor: 'utpid', note: reason })
    await expectConsistent(storage)
  })

  test('of a reuse the record leaves: its product is retired, and it gets a new one', async () => {
    const { registry, storage } = await openRegistry()
    await registry.upsert(ZEPHYR)
    const utpid = await utpidOf(registry, ZEPHYR)
    const { change } = await registry.stats()
    expect(await registry.upsert(REUSED)).toMatchObject({ outcome: 'created' })
    const fresh = await utpidOf(registry, ZEPHYR)
    expect(fresh).not.toBe(utpid)
    expect(await registry.locate({ utpid })).toEqual({ status: 'retired', requested: utpid, utpid: null })
    expect(await eventsAfter(registry, change)).toEqual(
      expect.arrayContaining([
        { type: 'product.created', utpid: fresh },
        { type: 'product.retired', utpid },
        expect.objectContaining({ type: 'supplier.code.drifted', kind: 'reuse', utpid: fresh, from: utpid }),
      ]),
    )
    await expectConsistent(storage)
  })

  test('of a reuse in a product of several the others stay, and its verification is reopened', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    const utpid = await utpidOf(registry, ZEPHYR)
    const { change } = await registry.verify(utpid, ACTOR)
    await registry.upsert(REUSED)
    expect(await codesOf(registry, utpid)).toEqual(['beta:B1'])
    expect(await utpidOf(registry, ZEPHYR)).not.toBe(utpid)
    expect(await registry.get(utpid)).toMatchObject({ verified: false })
    expect(await eventsAfter(registry, change)).toContainEqual({
      type: 'product.unverified',
      utpid,
      reason: 'Record A1 of alpha has drifted: reuse.',
    })
    await expectConsistent(storage)
  })

  test('a name that a person pinned stays through a rebrand', async () => {
    const { registry } = await openRegistry()
    await registry.upsert(ZEPHYR)
    const utpid = await utpidOf(registry, ZEPHYR)
    await registry.pin(utpid, { name: 'The Zephyr' }, ACTOR)
    await registry.upsert(REBRANDED)
    expect(await registry.get(utpid)).toMatchObject({ name: 'The Zephyr' })
  })

  test('that reopens a verification, the step that does groups without its protection, as a full run would', async () => {
    const { registry, storage } = await openRegistry({ survivorshipRules: TIMELESS })
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    await registry.verify(await utpidOf(registry, ZEPHYR), ACTOR)
    await registry.upsert(MOVED)
    const fresh = await openRegistry({ survivorshipRules: TIMELESS })
    await fresh.registry.import([MOVED, ZEPHYR_BY_BETA])
    expect(await utpidOf(registry, ZEPHYR)).not.toBe(await utpidOf(registry, ZEPHYR_BY_BETA))
    expectSameState(await orderlessState(storage), await orderlessState(fresh.storage))
    await expectConsistent(storage)
  })

  test('a record that is restored or reworded has not drifted', async () => {
    const { registry } = await openRegistry()
    await registry.upsert(ZEPHYR)
    const utpid = await utpidOf(registry, ZEPHYR)
    await registry.verify(utpid, ACTOR)
    const { change } = await registry.stats()
    await registry.deactivate(ZEPHYR)
    await registry.upsert(ZEPHYR)
    await registry.upsert({ ...ZEPHYR, name: 'HÔTEL ZEPHYR-MARLOWE', phone: '+33 1 99 00 11 22' })
    const types = (await eventsAfter(registry, change)).map(({ type }) => type)
    expect(types).not.toContain('supplier.code.drifted')
    expect(await utpidOf(registry, ZEPHYR)).toBe(utpid)
  })
})
