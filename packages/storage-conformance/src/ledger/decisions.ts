import { LIMITS } from '@utpid/core'
import type { DecisionQuery, DecisionRow } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import {
  SAMPLE_TIME,
  sampleAlert,
  sampleDecision,
  sampleJudgement,
  sampleLineage,
  sampleStay,
  write,
} from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

/** Tests that curator decisions are found by their change. */
export function testDecisions(bench: StorageBench): void {
  describe('decisions', () => {
    it('are read by change in input order, with duplicates and with undefined for missing decisions', async () => {
      const storage = await bench.open()
      await write(storage, { decisions: [sampleDecision(0)] })
      await write(storage, {})
      await write(storage, { decisions: [sampleDecision(0, { kind: 'split' })] })
      const rows = await storage.ledger.decisions([3, 2, 1, 0, 99, 3])
      expect(rows.map((row) => row?.kind)).toEqual(['split', undefined, 'merge', undefined, undefined, 'split'])
      expect(await storage.ledger.decisions([])).toEqual([])
    })

    it('are returned complete, with the previous state and pins of any value', async () => {
      const storage = await bench.open()
      const pin = (value: unknown) => ({ value, actor: 'ines', at: SAMPLE_TIME })
      const decision = sampleDecision(0, {
        kind: 'pin',
        note: 'アパ \ud83d – seen there',
        before: [
          { id: 0, records: [], verified: false },
          {
            id: 2 ** 50 - 1,
            records: [Number.MAX_SAFE_INTEGER, 3, 2 ** 40],
            verified: true,
            verifiedBy: 'checks',
            pins: { name: pin('Hôtel 😀'), coordinates: pin([-12.5, 0]), stars: pin(5), address: pin('') },
          },
        ],
      })
      await write(storage, { decisions: [decision] })
      expect(await storage.ledger.decisions([1])).toStrictEqual([{ ...decision, change: 1 }])
    })

    it('have the number of their change, like the alert, the lineage and the judgement that refer to them', async () => {
      const storage = await bench.open()
      const { ledger } = storage
      await write(storage, { decisions: [sampleDecision(0)] })
      const id = 'a'.repeat(16)
      const closed = { status: 'merged', resolvedAt: SAMPLE_TIME } as const
      await write(storage, {
        decisions: [sampleDecision(0)],
        alerts: [
          sampleAlert(id, [1, 2], { ...closed, resolution: { by: 'person', decision: 0 } }),
          sampleAlert('b'.repeat(16), [1, 3], { ...closed, resolution: { by: 'person', decision: 1 } }),
          sampleAlert('c'.repeat(16), [1, 4], { ...closed, resolution: { by: 'machine' } }),
        ],
        lineage: [sampleLineage(1, { decisions: [1, 0] }), sampleLineage(2)],
        judgements: [sampleJudgement(11, 12, { change: 0 })],
      })
      expect((await ledger.decisions([2]))[0]?.change).toBe(2)
      const resolutions = [{ by: 'person', decision: 2 }, { by: 'person', decision: 1 }, { by: 'machine' }]
      const page = { order: 'informationGain', offset: 0, limit: 10 } as const
      expect((await ledger.alerts(page)).alerts.map(({ resolution }) => resolution)).toStrictEqual(resolutions)
      expect((await ledger.scanAlerts(undefined, 10)).map(({ resolution }) => resolution)).toStrictEqual(resolutions)
      expect((await ledger.getAlerts([id]))[0]?.resolution).toStrictEqual(resolutions[0])
      expect((await ledger.lineage([1, 2])).map((row) => row?.decisions)).toEqual([[1, 2], undefined])
      expect((await ledger.judgements([11]))[0]?.map(({ change }) => change)).toEqual([2])
    })

    it('are rewritten when undone, in the transaction that undoes them', async () => {
      const storage = await bench.open()
      const { ledger } = storage
      const about = { note: 'same door', alert: 'a'.repeat(16), replaced: [sampleJudgement(11, 12, { change: 1 })] }
      await write(storage, { decisions: [sampleDecision(0, about)] })
      const [first = sampleDecision(1)] = await ledger.decisions([1])
      await write(storage, {})
      await write(storage, {
        decisions: [sampleDecision(0, { kind: 'undo', undoes: 1 }), { ...first, undoneBy: 0 }],
      })
      const taken = [{ ...first, undoneBy: 3 }, sampleDecision(3, { kind: 'undo', undoes: 1 })]
      expect(await ledger.decisions([1, 3])).toStrictEqual(taken)
      expect(await ledger.scanDecisions(0, 10)).toStrictEqual(taken)
      expect((await ledger.changes(2, 1))[0]?.decisions).toEqual([1, 3])
    })

    it('are not written by a transaction with a used idempotency key', async () => {
      const storage = await bench.open()
      await write(storage, { idempotencyKey: 'once', decisions: [sampleDecision(0)] })
      await write(storage, {
        idempotencyKey: 'once',
        decisions: [sampleDecision(0), sampleDecision(1, { undoneBy: 0 })],
      })
      expect(await storage.ledger.scanDecisions(0, 10)).toStrictEqual([sampleDecision(1)])
    })

    it('are scanned by ascending change, from any change on, in pages', async () => {
      const storage = await bench.open()
      const { ledger } = storage
      // Writes decisions like replication: with the numbers of another ledger, and unordered.
      const changes = [1, 9, 10, 255, 256, 2 ** 32, 2 ** 32 + 1, 2 ** 52]
      await write(storage, { decisions: [...changes].reverse().map((change) => sampleDecision(change)) })
      expect((await ledger.scanDecisions(0, 100)).map(({ change }) => change)).toEqual(changes)
      expect((await ledger.scanDecisions(10, 3)).map(({ change }) => change)).toEqual([255, 256, 2 ** 32])
      expect(await ledger.scanDecisions(2 ** 52, 10)).toEqual([])
      await write(storage, { decisions: [sampleDecision(100), sampleDecision(256, { undoneBy: 300 })] })
      const page = await ledger.scanDecisions(99, 3)
      expect(page.map(({ change, undoneBy }) => [change, undoneBy])).toEqual([
        [100, undefined],
        [255, undefined],
        [256, 300],
      ])
      await expectError('validation_failed', () => ledger.scanDecisions(-1, 10))
      await expectError('validation_failed', () => ledger.scanDecisions(0, 0))
      await expectError('validation_failed', () => ledger.scanDecisions(0, LIMITS.rowsPerPage + 1))
    })

    it('are listed newest first, by actor, kind and time, in pages', async () => {
      const storage = await bench.open()
      const { ledger } = storage
      const rows = [
        sampleDecision(1, { at: timeOf(1) }),
        sampleDecision(2, { at: timeOf(2), kind: 'split', actor: 'ines\u0000 \ud83d' }),
        sampleDecision(3, { at: timeOf(2), kind: 'pin', actor: 'bo' }),
        // The clock of another process may be slow.
        sampleDecision(4, { at: timeOf(1), actor: 'bo' }),
        sampleDecision(5, { at: timeOf(4), kind: 'split', actor: 'bo' }),
        sampleDecision(6, { at: timeOf(5) }),
      ]
      await write(storage, { decisions: rows.toReversed() })
      // An undo writes a decision again.
      await write(storage, { decisions: [{ ...(rows[2] as DecisionRow), undoneBy: 9 }] })
      const listed = async (query: Omit<DecisionQuery, 'limit'>, limit = 100): Promise<number[]> =>
        (await ledger.listDecisions({ ...query, limit })).map(({ change }) => change)
      expect(await listed({})).toEqual([6, 5, 3, 2, 4, 1])
      expect((await ledger.listDecisions({ limit: 3 })).at(-1)).toStrictEqual({ ...rows[2], undoneBy: 9 })
      expect(await listed({ before: { at: timeOf(2), change: 3 } }, 2)).toEqual([2, 4])
      expect(await listed({ before: { at: timeOf(1), change: 1 } })).toEqual([])
      expect(await listed({ before: { at: timeOf(5), change: 0 }, from: timeOf(2) })).toEqual([5, 3, 2])
      expect(await listed({ from: timeOf(6) })).toEqual([])
      expect(await listed({ from: timeOf(4), before: { at: timeOf(2), change: 3 } })).toEqual([])
      expect(await listed({ actor: 'bo' })).toEqual([5, 3, 4])
      expect(await listed({ actor: 'bo', before: { at: timeOf(4), change: 5 } }, 1)).toEqual([3])
      expect(await listed({ actor: 'ines' })).toEqual([6, 1])
      expect(await listed({ actor: 'ines\u0000 \ud83d' })).toEqual([2])
      expect(await listed({ actor: 'b' })).toEqual([])
      expect(await listed({ kind: 'split' })).toEqual([5, 2])
      expect(await listed({ kind: 'split', from: timeOf(3) })).toEqual([5])
      expect(await listed({ kind: 'merge', actor: 'bo' })).toEqual([4])
      expect(await listed({ kind: 'delete' })).toEqual([])
      await expectError('validation_failed', () => ledger.listDecisions({ limit: 0 }))
      await expectError('validation_failed', () => ledger.listDecisions({ limit: LIMITS.rowsPerPage + 1 }))
    })

    it('are counted by day, actor and kind, each decision once', async () => {
      const storage = await bench.open()
      const { ledger } = storage
      const first = sampleDecision(1, { at: '2026-02-28T23:59:59.999Z' })
      await write(storage, { decisions: [first, sampleDecision(2, { at: '2026-03-01T00:00:00.000Z' })] })
      await write(storage, { decisions: [sampleDecision(3, { at: '2026-03-01T23:59:59.999Z' })] })
      await write(storage, { decisions: [sampleDecision(4, { kind: 'undo', undoes: 1 }), { ...first, undoneBy: 4 }] })
      await write(storage, { decisions: [sampleDecision(5, { at: '2026-03-02T00:00:00.000Z', actor: 'a\u0000' })] })
      const counted = async (from: string, to: string): Promise<string[]> =>
        (await ledger.countDecisions(from, to))
          .map(({ day, kind, count, actor }) => `${day} ${kind} ${count} ${actor}`)
          .sort()
      const row = (day: string, kind: string, count: number, actor = 'ines') => `${day} ${kind} ${count} ${actor}`
      const march = [row('2026-03-01', 'merge', 2), row('2026-03-01', 'undo', 1)]
      expect(await counted('2026-03-01', '2026-03-01')).toEqual(march)
      expect(await counted('2026-02-28', '2026-03-02')).toEqual([
        row('2026-02-28', 'merge', 1),
        ...march,
        row('2026-03-02', 'merge', 1, 'a\u0000'),
      ])
      expect(await counted('2026-03-03', '2026-03-09')).toEqual([])
    })

    it('remain when their product becomes inactive', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1))
      await write(storage, { decisions: [sampleDecision(0, { kind: 'delete' })], removedProducts: [1] })
      expect(await storage.ledger.decisions([2])).toMatchObject([{ kind: 'delete', before: [{ id: 1 }, { id: 2 }] }])
    })
  })
}

/** Returns the time of a minute. */
function timeOf(minute: number): string {
  return `2026-03-01T12:0${minute}:00.000Z`
}
