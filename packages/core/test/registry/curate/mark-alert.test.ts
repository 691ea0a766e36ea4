import { LIMITS } from '@utpid/core'
import { describe, expect, test } from 'vitest'
import { ACTOR, expectRefused, TWIN_A, TWIN_B, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { type OpenRegistry, openRegistry } from '../../support/open-registry.ts'

async function openTwins(): Promise<OpenRegistry & { alertId: string }> {
  const world = await openRegistry()
  await world.registry.import([TWIN_A, TWIN_B])
  return { ...world, alertId: (await world.registry.alerts()).alerts[0]?.alertId ?? '' }
}

describe('mark', () => {
  test('leaves who, when and why on the alert, and finds it by the mark', async () => {
    const { registry, storage, alertId } = await openTwins()
    expect((await registry.alerts({ marked: 'none' })).total).toBe(1)
    const marked = await registry.mark(alertId, { ...ACTOR, kind: 'unsure', note: 'Two doors?' })
    expect(marked.marks).toEqual([{ kind: 'unsure', actor: 'anna', at: expect.any(String), note: 'Two doors?' }])
    await registry.mark(alertId, { actor: 'ben', kind: 'proposal', resolution: 'merge' })
    // The second mark of one kind and person replaces the first.
    const again = await registry.mark(alertId, { ...ACTOR, kind: 'unsure', note: 'Ask the supplier.' })
    expect(again.marks.map(({ actor, kind, note }) => [actor, kind, note])).toEqual([
      ['ben', 'proposal', undefined],
      ['anna', 'unsure', 'Ask the supplier.'],
    ])
    for (const kind of ['any', 'unsure', 'proposal'] as const) {
      expect((await registry.alerts({ marked: kind })).alerts).toEqual([again])
    }
    for (const kind of ['none', 'note'] as const) expect((await registry.alerts({ marked: kind })).total).toBe(0)
    await expectConsistent(storage)
    expect((await registry.mark(alertId, { ...ACTOR, kind: 'none' })).marks).toHaveLength(1)
    expect((await registry.mark(alertId, { actor: 'ben', kind: 'none' })).marks).toEqual([])
    expect((await registry.alerts({ marked: 'none' })).total).toBe(1)
  })

  test('stays through later versions of the records, and returns when the decision is undone', async () => {
    const { registry, alertId } = await openTwins()
    await registry.mark(alertId, { ...ACTOR, kind: 'unsure' })
    await registry.import([{ ...TWIN_B, rooms: 50 }])
    expect((await registry.alerts({ marked: 'unsure' })).total).toBe(1)
    const { change } = await registry.resolve(alertId, { ...ACTOR, resolution: 'dismiss' })
    await registry.undo(change, ACTOR)
    expect((await registry.alerts({ marked: 'unsure' })).alerts).toMatchObject([{ alertId }])
  })

  test('raises the revision of both products, unless nothing changes', async () => {
    const { registry, storage, alertId } = await openTwins()
    const { utpids } = (await registry.alert(alertId)) as { readonly utpids: readonly [string, string] }
    const revisions = async (): Promise<unknown[]> => [
      (await storage.ledger.head()).change,
      ...(await Promise.all(utpids.map(async (utpid) => (await registry.get(utpid))?.revision))),
    ]
    const before = await revisions()
    expect((await registry.mark(alertId, { ...ACTOR, kind: 'none' })).marks).toEqual([])
    expect(await revisions()).toEqual(before)
    const marked = await registry.mark(alertId, { ...ACTOR, kind: 'note', note: 'Two doors?' })
    const after = await revisions()
    expect(after).toEqual(before.map((each) => (each as number) + 1))
    expect(await registry.mark(alertId, { ...ACTOR, kind: 'note', note: ' Two doors?' })).toEqual(marked)
    expect(await revisions()).toEqual(after)
    await registry.mark(alertId, { ...ACTOR, kind: 'note', note: 'One door.' })
    expect(await revisions()).not.toEqual(after)
  })

  test('moves with the records of a product that is merged into another', async () => {
    const { registry, storage } = await openTwins()
    await registry.import([{ ...TWIN_A, code: 'A7', rooms: 55 }])
    const utpids = [await utpidOf(registry, TWIN_A), await utpidOf(registry, TWIN_B)] as const
    const { alerts } = await registry.alerts()
    const merged = alerts.find((alert) => utpids.every((utpid) => alert.utpids.includes(utpid)))
    const others = alerts.filter((alert) => alert !== merged)
    expect(others).toHaveLength(2)
    for (const { alertId } of others)
      await registry.mark(alertId, { actor: alertId, kind: 'note', note: 'Keep apart.' })
    for (const { alertId } of others) await registry.mark(alertId, { ...ACTOR, kind: 'unsure', note: alertId })
    const { change } = await registry.merge(...utpids, ACTOR)
    const left = (await registry.alerts()).alerts
    expect(left).toHaveLength(1)
    // The newest mark of each person and kind stays.
    const marks = left[0]?.marks.map(({ actor, kind, note }) => `${actor} ${kind} ${note}`).sort()
    expect(marks).toEqual(
      [...others.map(({ alertId }) => `${alertId} note Keep apart.`), `anna unsure ${others[1]?.alertId}`].sort(),
    )
    expect((await registry.alerts({ marked: 'unsure' })).total).toBe(1)
    await expectConsistent(storage)
    await registry.undo(change, ACTOR)
    for (const { alertId } of others) expect((await registry.alert(alertId))?.marks.length).toBeGreaterThanOrEqual(2)
    await expectConsistent(storage)
  })

  test('is not lost beside an import of the records', async () => {
    const { registry, alertId } = await openTwins()
    await Promise.all([
      registry.import([{ ...TWIN_B, rooms: 51 }]),
      registry.mark(alertId, { ...ACTOR, kind: 'unsure' }),
      registry.import([{ ...TWIN_A, rooms: 52 }]),
    ])
    expect((await registry.alert(alertId))?.marks).toHaveLength(1)
  })

  test('is refused for a closed or unknown alert, and with wrong values', async () => {
    const { alertId, ...world } = await openTwins()
    const refused = (options: object, code = 'validation_failed', id = alertId): Promise<void> =>
      expectRefused(world, (registry) => registry.mark(id, { ...ACTOR, kind: 'unsure', ...options }), { code })
    await refused({}, 'not_found', '0123456789abcdef')
    await refused({ kind: 'maybe' })
    await refused({ kind: 'note' })
    await refused({ kind: 'note', note: ' ' })
    await refused({ kind: 'proposal' })
    await refused({ resolution: 'merge' })
    await refused({ actor: ' ' })
    await refused({ note: 'x'.repeat(2_001) })
    for (let at = 0; at < LIMITS.marksPerAlert; at++) {
      await world.registry.mark(alertId, { actor: `reader ${at}`, kind: 'unsure' })
    }
    await refused({})
    await world.registry.resolve(alertId, { ...ACTOR, resolution: 'merge' })
    await refused({}, 'alert_decided')
  })
})
