import { LIMITS } from '@utpid/core'
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

    it('remain when their product becomes inactive', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1))
      await write(storage, { decisions: [sampleDecision(0, { kind: 'delete' })], removedProducts: [1] })
      expect(await storage.ledger.decisions([2])).toMatchObject([{ kind: 'delete', before: [{ id: 1 }, { id: 2 }] }])
    })
  })
}
