import type { RegistryEvent } from '@utpid/core'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { UTPID_FORMAT } from '../../../src/model/utpid.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { readWhole, type WholeRegistry } from '../../support/registry-state.ts'
import { finalState, history } from '../../support/small-world.ts'

/** Tests that every UTPID that was ever minted leads to an active product in one lookup, after any history. */
export function everyIdLocatesForEver(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(history({ batches: 10, perBatch: 5 }), async (batches) => {
    const { registry, storage } = await openRegistry()
    const given = new Set<string>()
    for (const batch of batches) {
      await registry.import(batch, { onOutcome: (outcome) => 'utpid' in outcome && given.add(outcome.utpid as string) })
      const { products } = await readWhole(storage)
      const active = new Set(products.map(({ id }) => UTPID_FORMAT.format(id)))
      for (const utpid of given) {
        const located = await registry.locate({ utpid })
        expect(active).toContain(located?.utpid)
        expect(located).toEqual(
          active.has(utpid)
            ? { status: 'active', requested: utpid, utpid }
            : { status: 'merged', requested: utpid, utpid: located?.utpid },
        )
        expect((await registry.get(utpid))?.utpid).toBe(located?.utpid)
      }
      for (const { supplier, code } of finalState(batch)) {
        expect(await registry.locate({ supplier, code })).toMatchObject({ status: 'active' })
      }
    }
    await expectConsistent(storage)
    const events = (await registry.events()).flatMap((step) => step.events)
    const minted = events.flatMap((event) => (event.type === 'product.created' ? [event.utpid] : []))
    expect(new Set(minted).size).toBe(minted.length)
    expect([...given].filter((utpid) => !minted.includes(utpid))).toEqual([])
  })
  return fc.assert(property, runs(numRuns))
}

/** Tests that a follower can derive the registry from its events alone. */
export async function eventsTellWhatHappened(numRuns: number): Promise<void> {
  const seen = new Map<RegistryEvent['type'], number>()
  // Stops the clock: even events of one millisecond must be complete.
  const property = fc.asyncProperty(history({ batches: 8, perBatch: 5 }), async (batches) => {
    const { registry, storage } = await openRegistry({ clock: () => Date.UTC(2026, 5, 1) })
    const active = new Set<string>()
    const alerts = new Map<string, string>()
    let before = await readWhole(storage)
    for (const batch of batches) {
      const { change } = await storage.ledger.head()
      await registry.import(batch)
      const after = await readWhole(storage)
      const steps = await registry.events({ after: change })
      expect(steps.map((step) => step.change)).toEqual(steps.map((_, at) => change + 1 + at))
      const events = steps.flatMap((step) => step.events)
      for (const { type } of events) seen.set(type, (seen.get(type) ?? 0) + 1)
      follow(events, active, alerts)
      expect([...active].sort()).toEqual(after.products.map(({ id }) => UTPID_FORMAT.format(id)).sort())
      expect(alerts).toEqual(openAlerts(after))
      expectMovesAreTold(before, after, events)
      expectUpdatesAreTold(before, after, events)
      before = after
    }
  })
  await fc.assert(property, runs(numRuns))
  // Expects all of these events from the generated worlds. A run without one of them proves nothing.
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([
      'duplicate.opened',
      'duplicate.resolved',
      'product.created',
      'product.merged',
      'product.revived',
      'product.split',
      'product.updated',
      'supplier.code.drifted',
      'supplier.code.moved',
    ]),
  )
}

function follow(events: readonly RegistryEvent[], active: Set<string>, alerts: Map<string, string>): void {
  for (const event of events) {
    if (event.type === 'product.created' || event.type === 'product.revived') {
      expect(active.has(event.utpid)).toBe(false)
      active.add(event.utpid)
    } else if (event.type === 'product.split') {
      // This transaction created the product from another product.
      expect(active.has(event.utpid)).toBe(true)
      expect(event.from).not.toBe(event.utpid)
    } else if (event.type === 'product.merged' || event.type === 'product.retired') {
      expect(active.delete(event.utpid)).toBe(true)
    } else if (event.type === 'duplicate.opened') {
      expect(alerts.has(event.alertId)).toBe(false)
      alerts.set(event.alertId, event.utpids.join())
    } else if (event.type === 'duplicate.resolved') {
      expect(alerts.get(event.alertId)).toBe(event.utpids.join())
      alerts.delete(event.alertId)
    }
  }
}

function openAlerts({ alerts }: WholeRegistry): Map<string, string> {
  return new Map(
    alerts
      .filter(({ status }) => status === 'open')
      .map(({ id, products }) => [id, products.map((product) => UTPID_FORMAT.format(product)).join()]),
  )
}

/** Fails unless there is an event for each moved record or for its former product. */
function expectMovesAreTold(before: WholeRegistry, after: WholeRegistry, events: readonly RegistryEvent[]): void {
  const earlier = new Map(before.records.map(({ row, link }) => [row.id, link?.productId]))
  const merged = new Map(
    events.flatMap((event) => (event.type === 'product.merged' ? [[event.utpid, event.into]] : [])),
  )
  const expected: string[] = []
  for (const { row, link } of after.records) {
    const from = earlier.get(row.id)
    if (from === undefined || link === undefined || from === link.productId) continue
    const [utpid, fromUtpid] = [UTPID_FORMAT.format(link.productId), UTPID_FORMAT.format(from)]
    if (merged.get(fromUtpid) !== utpid) expected.push([row.record.supplier, row.record.code, utpid, fromUtpid].join())
  }
  const told = events.flatMap((event) =>
    event.type === 'supplier.code.moved' ||
    (event.type === 'supplier.code.drifted' && event.kind === 'reuse' && event.utpid !== event.from)
      ? [[event.supplier, event.code, event.utpid, event.from].join()]
      : [],
  )
  expect(told.sort()).toEqual(expected.sort())
}

/** Fails unless exactly the products whose fields or records changed have events that name these fields. */
function expectUpdatesAreTold(before: WholeRegistry, after: WholeRegistry, events: readonly RegistryEvent[]): void {
  const earlier = new Map(before.products.map((row) => [row.id, row]))
  const told = new Map(
    events.flatMap((event) => (event.type === 'product.updated' ? [[event.utpid, [...event.fields].sort()]] : [])),
  )
  for (const row of after.products) {
    const known = earlier.get(row.id)
    if (known === undefined) continue
    const [now, then] = [row.goldenRecord, known.goldenRecord] as unknown as Record<string, unknown>[]
    const fields = [...new Set([...Object.keys(now ?? {}), ...Object.keys(then ?? {})])].filter(
      (field) => JSON.stringify(now?.[field]) !== JSON.stringify(then?.[field]),
    )
    if (row.records.join() !== known.records.join()) fields.push('suppliers')
    const utpid = UTPID_FORMAT.format(row.id)
    if (fields.length > 0) expect(told.get(utpid)).toEqual(fields.sort())
    if (told.has(utpid)) expect(row.revision).toBe(known.revision + 1)
  }
}

/** Tests that a repeated import changes nothing and writes no transaction. */
export function repeatingHasNoEffect(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(history(), async (batches) => {
    const { registry, storage } = await openRegistry()
    for (const batch of batches) await registry.import(batch)
    const { change } = await storage.ledger.head()
    const final = finalState(batches.flat())
    const report = await registry.import(final)
    expect(report).toMatchObject({ read: final.length, unchanged: final.length, change })
    for (const record of final) expect(await registry.upsert(record)).toMatchObject({ outcome: 'unchanged' })
    expect((await storage.ledger.head()).change).toBe(change)
  })
  return fc.assert(property, runs(numRuns))
}

/** Tests that the result for a product never changes while its revision stays the same. */
export function oneRevisionOneAnswer(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(history({ batches: 8, perBatch: 4 }), async (batches) => {
    const { registry, storage } = await openRegistry()
    const answers = new Map<string, string>()
    for (const batch of batches) {
      await registry.import(batch)
      for (const { id } of (await readWhole(storage)).products) {
        const product = await registry.get(UTPID_FORMAT.format(id))
        const tag = `${product?.utpid} ${product?.revision}`
        const answer = JSON.stringify(product)
        expect(answers.get(tag) ?? answer, tag).toBe(answer)
        answers.set(tag, answer)
      }
    }
  })
  return fc.assert(property, runs(numRuns))
}
