import type { Registry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { describe, expect, test } from 'vitest'
import { ACTOR, codesOf, eventsAfter, expectRefused, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { type OpenRegistry, openRegistry } from '../../support/open-registry.ts'
import { PLAIN_MODEL } from '../../support/plain-model.ts'
import { orderlessState, readWhole } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

/** Two codes of one supplier with content that cannot be distinguished, so that an alert opens. */
const TWIN = { name: 'Zephyr', category: 'hotel', location: { city: 'Paris' } }

interface World extends OpenRegistry {
  readonly zephyr: string
  readonly quill: string
}

async function openWorld(): Promise<World> {
  const world = await openRegistry()
  await world.registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
  return { ...world, zephyr: await utpidOf(world.registry, ZEPHYR), quill: await utpidOf(world.registry, QUILL) }
}

const DECISIONS: readonly (readonly [kind: string, decide: (world: World) => Promise<{ change: number }>])[] = [
  ['merge', ({ registry, zephyr, quill }) => registry.merge(zephyr, quill, ACTOR)],
  ['dismiss', ({ registry, zephyr, quill }) => registry.dismiss(zephyr, quill, ACTOR)],
  ['split', ({ registry, zephyr }) => registry.split(zephyr, [ZEPHYR_BY_BETA], ACTOR)],
  ['delete', ({ registry, zephyr }) => registry.delete(zephyr, ACTOR)],
  ['pin', ({ registry, zephyr }) => registry.pin(zephyr, { stars: 1 }, ACTOR)],
  ['verify', ({ registry, zephyr }) => registry.verify(zephyr, ACTOR)],
]

describe('every kind of decision', () => {
  test.each(DECISIONS)('%s is undone exactly, and an undo can be undone too', async (kind, decide) => {
    const world = await openWorld()
    const { registry, storage, zephyr, quill } = world
    const before = await orderlessState(storage)
    const { change } = await decide(world)
    const decided = await orderlessState(storage)
    const undone = await registry.undo(change, { actor: 'ben', note: 'a slip' })
    expect(undone).toMatchObject({ change: change + 1, changed: true })
    expect(await orderlessState(storage)).toEqual(before)
    expect(await utpidOf(registry, ZEPHYR)).toBe(zephyr)
    expect(await utpidOf(registry, QUILL)).toBe(quill)
    const entries = (await registry.history(zephyr)).filter(({ type }) => type === 'decision')
    expect(entries).toMatchObject([
      { kind, actor: 'anna', undoneBy: undone.change },
      { kind: 'undo', actor: 'ben', note: 'a slip', undoes: change },
    ])
    await registry.undo(undone.change, ACTOR)
    expect(await orderlessState(storage)).toEqual(decided)
    await expectConsistent(storage)
  })

  test.each(DECISIONS)('%s is undone only once', async (_, decide) => {
    const world = await openWorld()
    const { change } = await decide(world)
    const undone = await world.registry.undo(change, ACTOR)
    await expectRefused(world, (registry) => registry.undo(change, ACTOR), {
      code: 'already_undone',
      details: { undoneBy: undone.change },
    })
  })
})

test('an undone merge restores the records, the UTPID and the lineage of the merged product', async () => {
  const { registry, zephyr, quill } = await openWorld()
  const { change } = await registry.merge(zephyr, quill, ACTOR)
  await registry.undo(change, ACTOR)
  expect(await codesOf(registry, quill)).toEqual(['alpha:A2'])
  expect(await registry.locate({ utpid: quill })).toMatchObject({ status: 'active', utpid: quill })
  expect((await registry.lineage(quill))?.steps.map(({ kind }) => kind)).toEqual(['minted', 'merged', 'unmerged'])
  expect(await eventsAfter(registry, change)).toEqual(
    expect.arrayContaining([
      { type: 'product.revived', utpid: quill },
      expect.objectContaining({ type: 'product.updated', utpid: zephyr }),
    ]),
  )
})

test.each([
  ['verified', ({ registry, zephyr }: World) => registry.verify(zephyr, ACTOR)],
  ['joined by a person', ({ registry, zephyr, quill }: World) => registry.merge(zephyr, quill, ACTOR)],
])('a split of a product that was %s leaves it whole again when it is undone', async (_, keep) => {
  const world = await openWorld()
  const { registry, storage, zephyr } = world
  await registry.import([{ supplier: 'gamma', code: 'G1', name: 'Something Else', category: 'hotel' }])
  await registry.merge(zephyr, await utpidOf(registry, { supplier: 'gamma', code: 'G1' }), ACTOR)
  await keep(world)
  const before = await orderlessState(storage)
  const { change } = await registry.split(zephyr, [ZEPHYR_BY_BETA], ACTOR)
  await registry.undo(change, ACTOR)
  expect(await orderlessState(storage)).toEqual(before)
  await expectConsistent(storage)
})

test('a record that was reused after a split stays when the split is undone', async () => {
  const { registry, storage, zephyr } = await openWorld()
  const { change } = await registry.split(zephyr, [ZEPHYR_BY_BETA], ACTOR)
  const other = { ...QUILL, supplier: ZEPHYR_BY_BETA.supplier, code: ZEPHYR_BY_BETA.code }
  await registry.upsert(other)
  const where = await utpidOf(registry, ZEPHYR_BY_BETA)
  await registry.undo(change, ACTOR)
  expect(await utpidOf(registry, ZEPHYR_BY_BETA)).toBe(where)
  expect(await codesOf(registry, zephyr)).toEqual(['alpha:A1'])
  await expectConsistent(storage)
})

test('later changes stay: a record that joined, a pin, a judgement', async () => {
  const { registry, storage, zephyr, quill } = await openWorld()
  const { change } = await registry.merge(zephyr, quill, ACTOR)
  await registry.pin(zephyr, { rooms: 12 }, ACTOR)
  await registry.upsert({ ...QUILL, supplier: 'gamma', code: 'G2' })
  await registry.undo(change, ACTOR)
  expect(await registry.get(zephyr)).toMatchObject({ rooms: 12 })
  expect(await codesOf(registry, quill)).toEqual(['alpha:A2', 'gamma:G2'])
  await expectConsistent(storage)
})

test('a pin of the merged product leaves with it, and so does its verification', async () => {
  const { registry, zephyr, quill } = await openWorld()
  await registry.pin(quill, { rooms: 30 }, ACTOR)
  await registry.verify(quill, ACTOR)
  const { change } = await registry.merge(zephyr, quill, ACTOR)
  await registry.undo(change, ACTOR)
  expect(await registry.get(zephyr)).toMatchObject({ verified: false })
  expect(await registry.get(zephyr)).not.toHaveProperty('rooms')
  expect(await registry.get(quill)).toMatchObject({ rooms: 30, verified: true })
})

describe('a product separated only by a pin or a verification', () => {
  const KEEPS: readonly (readonly [
    kind: string,
    keep: (registry: Registry, utpid: string) => Promise<unknown>,
    letGo: (registry: Registry, utpid: string) => Promise<{ change: number }>,
  ])[] = [
    [
      'pin',
      (registry, utpid) => registry.pin(utpid, { rooms: 30 }, ACTOR),
      (registry, utpid) => registry.unpin(utpid, undefined, ACTOR),
    ],
    [
      'verification',
      (registry, utpid) => registry.verify(utpid, ACTOR),
      (registry, utpid) => registry.unverify(utpid, ACTOR),
    ],
  ]
  test.each(KEEPS)('is joined without the %s, and separated again when that is undone', async (_, keep, letGo) => {
    const { registry, storage } = await openRegistry({ model: PLAIN_MODEL })
    const somewhere = { supplier: 'gamma', code: 'C1', name: ZEPHYR.name, location: { city: 'Paris' } }
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, somewhere])
    const zephyr = await utpidOf(registry, ZEPHYR)
    const split = await registry.split(zephyr, [ZEPHYR_BY_BETA], ACTOR)
    await registry.merge(await utpidOf(registry, somewhere), await utpidOf(registry, ZEPHYR_BY_BETA), ACTOR)
    const merged = await utpidOf(registry, somewhere)
    await keep(registry, zephyr)
    await registry.undo(split.change, ACTOR)
    expect(await utpidOf(registry, ZEPHYR)).toBe(zephyr)
    const apart = await orderlessState(storage)
    const { change } = await letGo(registry, zephyr)
    expect(await utpidOf(registry, ZEPHYR)).toBe(merged)
    expect(await registry.get(merged)).toMatchObject({ verified: false })
    expect(await registry.get(merged)).not.toHaveProperty('pins')
    const together = await orderlessState(storage)
    const undone = await registry.undo(change, ACTOR)
    expect(await orderlessState(storage)).toEqual(apart)
    await registry.undo(undone.change, ACTOR)
    expect(await orderlessState(storage)).toEqual(together)
    await expectConsistent(storage)
  })
})

test('a verification that went along with what an unpin set free is with its product alone when that is taken back', async () => {
  const { registry, storage } = await openRegistry({ gazetteer: loadGazetteer(), model: PLAIN_MODEL })
  const byDelta = { ...ZEPHYR_BY_BETA, supplier: 'delta', code: 'D1' }
  const somewhere = { supplier: 'gamma', code: 'C1', name: ZEPHYR.name, location: { city: 'Paris' } }
  await registry.import([ZEPHYR, ZEPHYR_BY_BETA, byDelta])
  const zephyr = await utpidOf(registry, ZEPHYR)
  await registry.verify(zephyr, { ...ACTOR, method: 'checks' })
  await registry.upsert(somewhere)
  const split = await registry.split(zephyr, [byDelta], ACTOR)
  await registry.merge(await utpidOf(registry, somewhere), await utpidOf(registry, byDelta), ACTOR)
  const other = await utpidOf(registry, byDelta)
  await registry.pin(zephyr, { rooms: 30 }, ACTOR)
  await registry.undo(split.change, ACTOR)
  const apart = await orderlessState(storage)
  const { change } = await registry.unpin(zephyr, undefined, ACTOR)
  expect(await registry.get(await utpidOf(registry, ZEPHYR))).toMatchObject({ utpid: other, verified: true })
  await registry.undo(change, ACTOR)
  expect(await registry.get(zephyr)).toMatchObject({ verified: true, rooms: 30 })
  expect(await registry.get(other)).toMatchObject({ verified: false })
  expect(await orderlessState(storage)).toEqual(apart)
  await expectConsistent(storage)
})

test('an undone dismissal leaves a product its UTPID, although its record had another before', async () => {
  const { registry, storage, zephyr, quill } = await openWorld()
  await registry.deactivate(ZEPHYR_BY_BETA)
  const merged = await registry.merge(zephyr, quill, ACTOR)
  await registry.deactivate(ZEPHYR)
  await registry.undo(merged.change, ACTOR)
  expect(await utpidOf(registry, QUILL)).toBe(quill)
  const third = { supplier: 'gamma', code: 'G1', name: 'Solace Ondine', category: 'hotel' }
  await registry.upsert(third)
  const { change } = await registry.dismiss(await utpidOf(registry, third), quill, ACTOR)
  await registry.undo(change, ACTOR)
  expect(await utpidOf(registry, QUILL)).toBe(quill)
  await expectConsistent(storage)
})

test('what a merged product lost before the merge was taken back, it has not when that is taken back', async () => {
  const { registry, zephyr, quill } = await openWorld()
  await registry.pin(quill, { rooms: 30 }, ACTOR)
  await registry.verify(quill, ACTOR)
  const { change } = await registry.merge(zephyr, quill, ACTOR)
  await registry.unverify(zephyr, ACTOR)
  await registry.unpin(zephyr, ['rooms'], ACTOR)
  const undone = await registry.undo(change, ACTOR)
  expect(await registry.get(quill)).toMatchObject({ rooms: 30, verified: true })
  await registry.undo(undone.change, ACTOR)
  expect(await registry.get(zephyr)).toMatchObject({ verified: false })
  expect(await registry.get(zephyr)).not.toHaveProperty('rooms')
})

test('a split is repeated during a merge of records in one part', async () => {
  const { registry, storage, zephyr, quill } = await openWorld()
  await registry.merge(zephyr, quill, ACTOR)
  const { change } = await registry.split(zephyr, [ZEPHYR], ACTOR)
  const decided = await orderlessState(storage)
  const undone = await registry.undo(change, ACTOR)
  await registry.undo(undone.change, ACTOR)
  expect(await orderlessState(storage)).toEqual(decided)
  await expectConsistent(storage)
})

test('what was dismissed and became one product when that was taken back comes apart when it is dismissed again', async () => {
  const { registry, storage, zephyr, quill } = await openWorld()
  const { change } = await registry.dismiss(zephyr, quill, ACTOR)
  await registry.upsert({ ...ZEPHYR, supplier: QUILL.supplier, code: QUILL.code })
  const apart = await orderlessState(storage)
  const undone = await registry.undo(change, ACTOR)
  await registry.undo(undone.change, ACTOR)
  expect(await orderlessState(storage)).toEqual(apart)
  await expectConsistent(storage)
})

test('a pin that came along when a dismissal was taken back leaves again when it is dismissed again', async () => {
  const { registry, zephyr } = await openWorld()
  const code = { supplier: 'gamma', code: 'G1' }
  await registry.upsert({ ...code, name: ZEPHYR.name, category: 'hotel' })
  const vague = await utpidOf(registry, code)
  await registry.pin(zephyr, { rooms: 30 }, ACTOR)
  const { change } = await registry.dismiss(vague, zephyr, ACTOR)
  // Now both records have equal content. Only the judgement keeps them apart.
  await registry.upsert({ ...ZEPHYR, ...code })
  const undone = await registry.undo(change, ACTOR)
  expect(await registry.get(await utpidOf(registry, code))).toMatchObject({ rooms: 30 })
  expect(await utpidOf(registry, code)).toBe(await utpidOf(registry, ZEPHYR))
  await registry.undo(undone.change, ACTOR)
  expect(await registry.get(await utpidOf(registry, code))).not.toHaveProperty('rooms')
  expect(await registry.get(await utpidOf(registry, ZEPHYR))).toMatchObject({ rooms: 30 })
})

describe('later changes of a curated product', () => {
  const renamed = { supplier: 'gamma', code: 'G2', name: 'Solace Ondine', category: 'hotel' }

  test('stay when a dismissal is repeated', async () => {
    const { registry, storage, zephyr, quill } = await openWorld()
    const { change } = await registry.dismiss(zephyr, quill, ACTOR)
    const undone = await registry.undo(change, ACTOR)
    await registry.pin(quill, { rooms: 30 }, ACTOR)
    await registry.upsert({ ...QUILL, supplier: 'gamma', code: 'G2' })
    // Now only the pin keeps the record in its product.
    await registry.upsert(renamed)
    expect(await codesOf(registry, quill)).toEqual(['alpha:A2', 'gamma:G2'])
    await registry.undo(undone.change, ACTOR)
    expect(await codesOf(registry, quill)).toEqual(['alpha:A2', 'gamma:G2'])
    await expectConsistent(storage)
  })

  test('keeps what people hold of it when all that a decision knew of has ended', async () => {
    const { registry, storage, zephyr, quill } = await openWorld()
    const { change } = await registry.dismiss(zephyr, quill, ACTOR)
    await registry.upsert({ ...QUILL, supplier: 'gamma', code: 'G2' })
    await registry.deactivate(QUILL)
    await registry.verify(quill, ACTOR)
    await registry.pin(quill, { rooms: 30 }, ACTOR)
    await registry.undo(change, ACTOR)
    expect(await registry.get(quill)).toMatchObject({ verified: true, rooms: 30 })
    await expectConsistent(storage)
  })
})

test('a dismissal made again that took a product apart puts it together when it is taken back once more', async () => {
  const { registry, storage, zephyr, quill } = await openWorld()
  const { change } = await registry.dismiss(zephyr, quill, ACTOR)
  await registry.upsert({ ...ZEPHYR, supplier: QUILL.supplier, code: QUILL.code, rooms: 40 })
  const undone = await registry.undo(change, ACTOR)
  await registry.pin(zephyr, { rooms: 30 }, ACTOR)
  // Now only the pin keeps the record in its product.
  await registry.upsert({ ...ZEPHYR, name: 'Solace Ondine', supplier: QUILL.supplier, code: QUILL.code })
  const together = await orderlessState(storage)
  expect(together.groups).toHaveLength(1)
  const again = await registry.undo(undone.change, ACTOR)
  expect((await orderlessState(storage)).groups).toHaveLength(2)
  await registry.undo(again.change, ACTOR)
  expect(await orderlessState(storage)).toEqual(together)
  await expectConsistent(storage)
})

describe('a product that was later merged into another', () => {
  test('loses its pin there when that is taken back, and takes nobody its place', async () => {
    const { registry, storage, zephyr, quill } = await openWorld()
    const { change } = await registry.pin(quill, { rooms: 30 }, ACTOR)
    await registry.pin(zephyr, { stars: 1 }, ACTOR)
    await registry.merge(zephyr, quill, ACTOR)
    expect(await registry.get(zephyr)).toMatchObject({ rooms: 30, stars: 1 })
    await registry.undo(change, ACTOR)
    expect(await registry.get(zephyr)).toMatchObject({ stars: 1 })
    expect(await registry.get(zephyr)).not.toHaveProperty('rooms')
    expect(await utpidOf(registry, QUILL)).toBe(zephyr)
    await expectConsistent(storage)
  })

  test('takes its verification back from there', async () => {
    const { registry, storage, zephyr, quill } = await openWorld()
    const { change } = await registry.verify(quill, ACTOR)
    await registry.merge(zephyr, quill, ACTOR)
    expect(await registry.get(zephyr)).toMatchObject({ verified: true })
    await registry.undo(change, ACTOR)
    expect(await registry.get(zephyr)).toMatchObject({ verified: false })
    await expectConsistent(storage)
  })

  test('takes it back also where an earlier verification was withdrawn', async () => {
    const { registry, storage, zephyr, quill } = await openWorld()
    await registry.verify(zephyr, ACTOR)
    await registry.unverify(zephyr, ACTOR)
    const { change } = await registry.verify(quill, ACTOR)
    await registry.merge(zephyr, quill, ACTOR)
    await registry.undo(change, ACTOR)
    expect(await registry.get(zephyr)).toMatchObject({ verified: false })
    await expectConsistent(storage)
  })

  test('leaves the verification there that it had of its own', async () => {
    const { registry, storage, zephyr, quill } = await openWorld()
    const { change } = await registry.verify(quill, ACTOR)
    await registry.verify(zephyr, ACTOR)
    await registry.merge(zephyr, quill, ACTOR)
    await registry.undo(change, ACTOR)
    expect(await registry.get(zephyr)).toMatchObject({ verified: true })
    await expectConsistent(storage)
  })

  test('stays there when its pin is set again', async () => {
    const { registry, storage, zephyr, quill } = await openWorld()
    const { change } = await registry.pin(quill, { rooms: 30 }, ACTOR)
    const undone = await registry.undo(change, ACTOR)
    await registry.merge(zephyr, quill, ACTOR)
    await registry.undo(undone.change, ACTOR)
    expect(await utpidOf(registry, QUILL)).toBe(zephyr)
    expect(await utpidOf(registry, ZEPHYR)).toBe(zephyr)
    await expectConsistent(storage)
  })

  test.each([
    ['leaves it again if people keep that, too', true],
    ['is followed by it otherwise', false],
  ])('and that only the machine put there: when its pin is set again, it %s', async (_, keeps) => {
    const { registry, storage, zephyr } = await openWorld()
    const code = { supplier: 'gamma', code: 'G1' }
    await registry.upsert({ ...code, name: ZEPHYR.name, category: 'hotel' })
    const vague = await utpidOf(registry, code)
    const { change } = await registry.pin(vague, { rooms: 30 }, ACTOR)
    const undone = await registry.undo(change, ACTOR)
    await registry.upsert({ ...ZEPHYR, ...code })
    expect(await utpidOf(registry, code)).toBe(zephyr)
    if (keeps) await registry.pin(zephyr, { stars: 1 }, ACTOR)
    await registry.undo(undone.change, ACTOR)
    expect(await registry.get(vague)).toMatchObject({ utpid: vague, rooms: 30 })
    expect(await utpidOf(registry, code)).toBe(vague)
    expect(await utpidOf(registry, ZEPHYR)).toBe(keeps ? zephyr : vague)
    await expectConsistent(storage)
  })
})

test('what was split off and then ruled different from what came since stays apart when the split is taken back', async () => {
  const { registry, storage, zephyr, quill } = await openWorld()
  const split = await registry.split(zephyr, [ZEPHYR_BY_BETA], ACTOR)
  const other = await utpidOf(registry, ZEPHYR_BY_BETA)
  await registry.merge(zephyr, quill, ACTOR)
  await registry.dismiss(zephyr, other, ACTOR)
  const undone = await registry.undo(split.change, ACTOR)
  expect(await codesOf(registry, zephyr)).toEqual(['alpha:A1', 'alpha:A2'])
  expect(await codesOf(registry, other)).toEqual(['beta:B1'])
  const state = await orderlessState(storage)
  const again = await registry.undo(undone.change, ACTOR)
  await registry.undo(again.change, ACTOR)
  expect(await orderlessState(storage)).toEqual(state)
  await expectConsistent(storage)
})

test('what was split off and is another product by now stays whole when an earlier pin is set again', async () => {
  const { registry, storage, zephyr } = await openWorld()
  const { change } = await registry.pin(zephyr, { rooms: 30 }, ACTOR)
  const undone = await registry.undo(change, ACTOR)
  await registry.split(zephyr, [ZEPHYR_BY_BETA], ACTOR)
  const other = await utpidOf(registry, ZEPHYR_BY_BETA)
  await registry.upsert({ ...ZEPHYR, code: 'A7', rooms: 40 })
  expect(await codesOf(registry, other)).toEqual(['beta:B1', 'alpha:A7'])
  await registry.verify(other, ACTOR)
  await registry.undo(undone.change, ACTOR)
  expect(await codesOf(registry, other)).toEqual(['beta:B1', 'alpha:A7'])
  expect(await registry.get(zephyr)).toMatchObject({ rooms: 30 })
  await expectConsistent(storage)
})

test('a deletion made again ends no record that had come back by itself', async () => {
  const { registry, storage, zephyr } = await openWorld()
  const { change } = await registry.delete(zephyr, ACTOR)
  await registry.upsert({ ...ZEPHYR, stars: 5 })
  const back = await orderlessState(storage)
  const undone = await registry.undo(change, ACTOR)
  await registry.undo(undone.change, ACTOR)
  expect(await orderlessState(storage)).toEqual(back)
  await expectConsistent(storage)
})

test('undoing an undo is rejected when a later judgement contradicts its result', async () => {
  const world = await openWorld()
  const { registry, zephyr, quill } = world
  const merged = await registry.merge(zephyr, quill, ACTOR)
  const undone = await registry.undo(merged.change, ACTOR)
  const dismissed = await registry.dismiss(zephyr, quill, ACTOR)
  await expectRefused(world, () => registry.undo(undone.change, ACTOR), {
    code: 'judgement_conflict',
    details: { changes: [dismissed.change] },
  })
})

test('undoing an undo is rejected if its judgement was made again and withdrawn', async () => {
  const world = await openWorld()
  const { registry, zephyr, quill } = world
  const merged = await registry.merge(zephyr, quill, ACTOR)
  const undone = await registry.undo(merged.change, ACTOR)
  const dismissed = await registry.dismiss(zephyr, quill, ACTOR)
  // This split is about another product, so it does not conflict.
  await registry.split(zephyr, [ZEPHYR_BY_BETA], ACTOR)
  await registry.undo(dismissed.change, ACTOR)
  await expectRefused(world, () => registry.undo(undone.change, ACTOR), { code: 'validation_failed' })
})

test.each([
  ['its first', ZEPHYR],
  ['its second', ZEPHYR_BY_BETA],
])('a merge is not made again when %s record was ruled different meanwhile', async (_, record) => {
  const world = await openWorld()
  const { registry, zephyr, quill } = world
  const merged = await registry.merge(zephyr, quill, ACTOR)
  const undone = await registry.undo(merged.change, ACTOR)
  const split = await registry.split(zephyr, [record], ACTOR)
  const dismissed = await registry.dismiss(await utpidOf(registry, record), quill, ACTOR)
  await registry.undo(split.change, ACTOR)
  expect(await utpidOf(registry, ZEPHYR)).toBe(await utpidOf(registry, ZEPHYR_BY_BETA))
  await expectRefused(world, () => registry.undo(undone.change, ACTOR), {
    code: 'judgement_conflict',
    details: { changes: [dismissed.change] },
  })
})

test('a change that was no decision, or does not exist, cannot be undone', async () => {
  const world = await openWorld()
  for (const change of [1, 999]) {
    await expectRefused(world, (registry) => registry.undo(change, ACTOR), { code: 'validation_failed' })
  }
})

describe('of products that no longer exist', () => {
  const goings: readonly (readonly [how: string, go: (registry: Registry, utpid: string) => Promise<unknown>])[] = [
    ['deleted', (registry, utpid) => registry.delete(utpid, ACTOR)],
    ['ended', (registry) => registry.deactivateSupplier('alpha').then(() => registry.deactivateSupplier('beta'))],
  ]
  test.each(goings)('a merge whose product was %s is taken back without saying anything untrue', async (_, go) => {
    const world = await openWorld()
    const { registry, storage, zephyr, quill } = world
    await registry.verify(zephyr, ACTOR)
    const { change } = await registry.merge(zephyr, quill, ACTOR)
    await go(registry, zephyr)
    const length = (await registry.history(zephyr)).filter(({ type }) => type === 'verification').length
    await registry.undo(change, ACTOR)
    // The undo writes no verification, since the product no longer exists.
    expect((await registry.history(zephyr)).filter(({ type }) => type === 'verification')).toHaveLength(length)
    const whole = await expectConsistent(storage)
    expect(whole.judgements).toEqual([])
    expect(whole.products).toEqual([])
  })

  test('a deletion that is undone after the merge before it leaves two products', async () => {
    const { registry, storage, zephyr, quill } = await openWorld()
    const merged = await registry.merge(zephyr, quill, ACTOR)
    const deleted = await registry.delete(zephyr, ACTOR)
    await registry.undo(merged.change, ACTOR)
    await registry.undo(deleted.change, ACTOR)
    expect(await utpidOf(registry, ZEPHYR)).toBe(zephyr)
    expect(await utpidOf(registry, QUILL)).not.toBe(zephyr)
    expect((await readWhole(storage)).judgements).toEqual([])
    await expectConsistent(storage)
  })
})

test('an undo continues under the id of the curated product', async () => {
  const { registry, storage } = await openRegistry()
  const code = { supplier: 'gamma', code: 'G1' }
  await registry.upsert({ ...code, name: ZEPHYR.name, category: 'hotel' })
  await registry.upsert(ZEPHYR)
  const [older, kept] = [await utpidOf(registry, code), await utpidOf(registry, ZEPHYR)]
  await registry.verify(kept, ACTOR)
  const { change } = await registry.dismiss(older, kept, ACTOR)
  await registry.upsert({ ...ZEPHYR, ...code })
  await registry.undo(change, ACTOR)
  expect(await utpidOf(registry, code)).toBe(kept)
  await expectConsistent(storage)
})

test('a record that comes back does not join what was ruled not to be it, although its product answers with that', async () => {
  const { registry, storage, zephyr } = await openWorld()
  const { change } = await registry.split(zephyr, [ZEPHYR_BY_BETA], ACTOR)
  const undone = await registry.undo(change, ACTOR)
  await registry.deactivate(ZEPHYR)
  await registry.undo(undone.change, ACTOR)
  await registry.upsert(ZEPHYR)
  expect(await utpidOf(registry, ZEPHYR)).not.toBe(await utpidOf(registry, ZEPHYR_BY_BETA))
  await expectConsistent(storage)
})

test('a merge made again joins what it ruled on, and not what that was split from since', async () => {
  const { registry, storage, zephyr, quill } = await openWorld()
  const { change } = await registry.merge(zephyr, quill, ACTOR)
  const { judgements, records } = await readWhole(storage)
  const isJudged = (id: number): boolean => judgements.some(({ a, b }) => id === a || id === b)
  const ofZephyr = records.filter(({ row }) => row.record.name !== QUILL.name)
  const [judged, other] = [true, false].map((is) => ofZephyr.find(({ row }) => isJudged(row.id) === is)?.row.record)
  if (judged === undefined || other === undefined) throw new Error('One record of the two is ruled on.')
  const undone = await registry.undo(change, ACTOR)
  await registry.split(zephyr, [judged], ACTOR)
  await registry.undo(undone.change, ACTOR)
  expect(await utpidOf(registry, QUILL)).toBe(await utpidOf(registry, judged))
  expect(await utpidOf(registry, QUILL)).not.toBe(await utpidOf(registry, other))
  await expectConsistent(storage)
})

test('a dismissal is not made again when the two were merged since by another pair of their records', async () => {
  const world = await openRegistry()
  const { registry } = world
  const named = (supplier: string, code: string) => ({ ...TWIN, supplier, code })
  await registry.import([named('beta', 'B1'), named('alpha', 'A1'), named('alpha', 'A2')])
  const { alerts } = await registry.alerts()
  const alertId = alerts[0]?.alertId as string
  const { change } = await registry.resolve(alertId, { ...ACTOR, resolution: 'dismiss' })
  const undone = await registry.undo(change, ACTOR)
  const merged = await registry.resolve(alertId, { ...ACTOR, resolution: 'merge' })
  await expectRefused(world, () => registry.undo(undone.change, ACTOR), {
    code: 'judgement_conflict',
    details: { changes: [merged.change] },
  })
})

test('a record that comes back goes to what it was ruled to be, and not to its product that is apart from that now', async () => {
  const { registry, storage, zephyr, quill } = await openWorld()
  const loose = { supplier: 'gamma', code: 'G1', name: 'Solace Ondine', category: 'hotel' }
  await registry.import([loose])
  await registry.merge(quill, await utpidOf(registry, loose), ACTOR)
  const { change } = await registry.merge(zephyr, quill, ACTOR)
  await registry.verify(zephyr, ACTOR)
  await registry.deactivate(loose)
  await registry.undo(change, ACTOR)
  await registry.upsert(loose)
  expect(await utpidOf(registry, loose)).toBe(await utpidOf(registry, QUILL))
  expect(await utpidOf(registry, loose)).not.toBe(await utpidOf(registry, ZEPHYR))
  await expectConsistent(storage)
})

test('records joined by a judgement separate with the last record of that judgement', async () => {
  const { registry, storage, quill } = await openWorld()
  const loose = { supplier: 'gamma', code: 'G1', name: 'Solace Ondine', category: 'hotel' }
  const other = { supplier: 'delta', code: 'D1', name: 'Brissandre Vellour', category: 'hotel' }
  await registry.import([loose, other])
  await registry.merge(quill, await utpidOf(registry, loose), ACTOR)
  await registry.pin(quill, { rooms: 30 }, ACTOR)
  await registry.deactivate(QUILL)
  await registry.deactivate(loose)
  await expectConsistent(storage)
  const before = await orderlessState(storage)
  await registry.reindex({ force: true })
  expect(await orderlessState(storage)).toEqual(before)
})

test('records judged the same through an inactive record stay together when another judgement is undone', async () => {
  const { registry, storage, zephyr, quill } = await openWorld()
  const loose = { supplier: 'gamma', code: 'G1', name: ZEPHYR.name, category: 'hotel' }
  const third = { supplier: 'delta', code: 'D1', name: 'Brissandre Vellour', category: 'hotel' }
  await registry.import([loose, third])
  await registry.merge(await utpidOf(registry, loose), quill, ACTOR)
  const { change } = await registry.merge(zephyr, await utpidOf(registry, third), ACTOR)
  await registry.merge(await utpidOf(registry, loose), zephyr, ACTOR)
  await registry.deactivate(loose)
  await registry.undo(change, ACTOR)
  expect(await utpidOf(registry, QUILL)).toBe(await utpidOf(registry, ZEPHYR))
  expect(await utpidOf(registry, third)).not.toBe(await utpidOf(registry, ZEPHYR))
  await expectConsistent(storage)
})
