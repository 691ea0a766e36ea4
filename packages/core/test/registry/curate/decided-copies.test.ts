import { runs } from '@utpid/testing'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RegistryError } from '../../../src/model/registry-error.ts'
import type { Storage } from '../../../src/storage/storage.ts'
import { ACTOR } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { expectSameState, orderlessState, readWhole } from '../../support/registry-state.ts'
import { ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

const { phone: _, website: __, ...BARE } = ZEPHYR
const COPIES = Array.from({ length: 6 }, (_, at) => ({ ...BARE, code: `A${at}` }))
const OTHERS = [ZEPHYR_BY_BETA, { ...ZEPHYR_BY_BETA, supplier: 'gamma', code: 'G1' }]
const RECORDS = [...COPIES, ...OTHERS]
/** Contents that a record can have: of the main class, of another class, or unique. */
const SAID = [{}, { name: 'Hotel Zephyr Marlove' }, { rooms: 20 }]
const REFUSALS = ['not_found', 'validation_failed', 'judgement_conflict', 'checks_failed', 'already_undone']

const operation = fc.record({
  kind: fc.constantFrom(
    'upsert',
    'upsert',
    'import',
    'end',
    'merge class',
    'dismiss class',
    'merge',
    'dismiss',
    'split',
    'verify',
    'delete',
    'undo',
    'undo',
  ),
  record: fc.nat(RECORDS.length - 1),
  other: fc.nat(RECORDS.length - 1),
  said: fc.constantFrom(0, 0, 0, 1, 2),
  change: fc.nat(20),
})

const NO_CHOICE = { record: 0, other: 0, said: 0, change: 0 } as const
/** First two copies are judged different, then all copies are merged. */
const OPPOSED = [
  { ...NO_CHOICE, kind: 'dismiss', record: 1, other: 2 },
  { ...NO_CHOICE, kind: 'merge class' },
] as const
/** A record with a lower code arrives. The former first record stays in a verified product. */
const ASKED_TWICE = [
  { ...NO_CHOICE, kind: 'end' },
  { ...NO_CHOICE, kind: 'verify', record: COPIES.length },
  { ...NO_CHOICE, kind: 'upsert' },
] as const

test('after any decisions on copies, no judgements contradict, and a reindex changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 14 }), async (operations) => {
      const { registry, storage } = await openRegistry()
      await registry.import([...OTHERS, ...COPIES.slice(0, 3)])
      const changes: number[] = []
      for (const { kind, record: at, other: otherAt, said, change } of operations) {
        const record = RECORDS[at] as (typeof RECORDS)[number]
        const [utpid, second] = await Promise.all(
          [record, RECORDS[otherAt] as typeof record].map(async ({ supplier, code }) => {
            const place = await registry.locate({ supplier, code })
            return place?.status === 'active' ? (place.utpid ?? undefined) : undefined
          }),
        )
        try {
          const decided = await operate()
          if (decided !== undefined) changes.push(decided.change)
        } catch (error) {
          if (!(error instanceof RegistryError) || !REFUSALS.includes(error.code)) throw error
        }
        await expectConsistent(storage)
        await expectNoContradiction(storage)

        async function operate(): Promise<{ readonly change: number } | undefined> {
          if (kind === 'upsert') await registry.upsert({ ...record, ...SAID[said] })
          else if (kind === 'import') await registry.import(RECORDS.slice(otherAt), { batchSize: (at % 4) + 1 })
          else if (kind === 'end') await registry.deactivate({ supplier: record.supplier, code: record.code })
          else if (kind === 'undo') {
            const made = changes[change % Math.max(1, changes.length)]
            if (made !== undefined) return await registry.undo(made, ACTOR)
          } else if (kind === 'merge class' || kind === 'dismiss class') {
            const { alerts } = await registry.alerts()
            const alert = alerts[change % Math.max(1, alerts.length)]
            const resolution = kind === 'merge class' ? 'merge' : 'dismiss'
            if (alert !== undefined) return await registry.resolve(alert.alertId, { ...ACTOR, resolution })
          } else if (utpid === undefined) return undefined
          else if (kind === 'verify') await registry.verify(utpid, ACTOR)
          else if (kind === 'delete') return await registry.delete(utpid, ACTOR)
          else if (kind === 'split') {
            const named = second === utpid && at !== otherAt ? [record, RECORDS[otherAt] as typeof record] : [record]
            const codes = named.map(({ supplier, code }) => ({ supplier, code }))
            return await registry.split(utpid, codes, { ...ACTOR, keep: said === 0 ? 'rest' : 'named' })
          } else if (second !== undefined && second !== utpid) {
            return await registry[kind](utpid, second, ACTOR)
          }
          return undefined
        }
      }
      const before = await orderlessState(storage)
      await registry.reindex({ force: true })
      await expectConsistent(storage)
      expectSameState(await orderlessState(storage), before)
    }),
    { ...runs(40), examples: [[[...OPPOSED]], [[...ASKED_TWICE]]] },
  )
})

/**
 * Fails unless records judged different are in different products, and records that `same` judgements connect are in
 * one.
 */
async function expectNoContradiction(storage: Storage): Promise<void> {
  const { records, judgements } = await readWhole(storage)
  const productOf = new Map(records.map(({ row, link }) => [row.id, link?.productId]))
  const rootOf = new Map(records.map(({ row }) => [row.id, row.id]))
  for (const { a, b, verdict } of judgements) {
    if (verdict !== 'same') continue
    const [from, into] = [rootOf.get(a), rootOf.get(b)]
    for (const [id, root] of rootOf) if (root === from) rootOf.set(id, into as number)
  }
  for (const { a, b, verdict } of judgements) {
    if (verdict === 'different') expect(rootOf.get(a)).not.toBe(rootOf.get(b))
    const [one, other] = [productOf.get(a), productOf.get(b)]
    if (one !== undefined && other !== undefined) expect(one === other).toBe(verdict === 'same')
  }
}
