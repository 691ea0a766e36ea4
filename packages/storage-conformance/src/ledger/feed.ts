import { LIMITS } from '@utpid/core'
import { type Commit, emptyCommit } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import {
  deactivatedRecord,
  SAMPLE_TIME,
  sampleAlert,
  sampleDecision,
  sampleEdge,
  sampleJudgement,
  sampleLineage,
  sampleLink,
  sampleProduct,
  sampleStay,
  sampleSupplier,
  sampleVerification,
  together,
  write,
} from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

const DAY = 86_400_000

/** Tests that the change feed lists every transaction once, in order, without gaps. */
export function testFeed(bench: StorageBench): void {
  describe('the change feed', () => {
    it('calls onChange when every transaction is readable', async () => {
      const { ledger, onChange, ...rest } = await bench.open()
      if (onChange === undefined) return
      const found = new Promise<number>((resolve, reject) => {
        const stop = onChange(() => {
          ledger.changes(0, 9).then((changes) => {
            if (changes.length < 2) return
            stop()
            stop()
            resolve(changes.length)
          }, reject)
        })
      })
      await write({ ledger, ...rest }, sampleStay(11, 1))
      await write({ ledger, ...rest }, sampleStay(12, 2))
      expect(await found).toBe(2)
    })

    it('waits for the write lease while other processes wait, and accepts writes meanwhile', async () => {
      const storage = await bench.open()
      if (storage.withWriteLease === undefined) return
      const [one, other] = await Promise.all([
        storage.withWriteLease(async () => (await write(storage, sampleStay(11, 1))).change),
        storage.withWriteLease(async () => (await write(storage, sampleStay(12, 2))).change),
      ])
      expect([one, other].sort()).toEqual([1, 2])
      await expect(storage.withWriteLease(() => Promise.reject(new TypeError('mine')))).rejects.toThrow('mine')
      expect((await write(storage, sampleStay(13, 3))).change).toBe(3)
    })

    it('names the rows of a change by id, ascending and once, and lists its events in order', async () => {
      const storage = await bench.open()
      await write(storage, together(sampleStay(12, 2), sampleStay(11, 1), sampleStay(13, 3)))
      const events: Commit['events'] = [
        { type: 'product.updated', utpid: 'UTP-00000-00002-7', fields: ['name'] },
        { type: 'product.merged', utpid: 'UTP-00000-00001-9', into: 'UTP-00000-00002-7' },
      ]
      await write(storage, {
        at: '2026-03-02T00:00:00.000Z',
        idempotencyKey: 'second',
        records: [deactivatedRecord(13, 2)],
        links: [sampleLink(12, 2), sampleLink(11, 2)],
        unlinked: [13],
        products: [sampleProduct(2, { revision: 2 })],
        removedProducts: [3, 1],
        edges: [sampleEdge(11, 12), { a: 11, b: 13, removed: true }],
        judgements: [sampleJudgement(12, 14), sampleJudgement(11, 12)],
        lineage: [sampleLineage(3, { status: 'retired' }), sampleLineage(1, { status: 'merged', into: 2 })],
        verifications: [sampleVerification(2), sampleVerification(2, { verified: false }), sampleVerification(1)],
        alerts: [sampleAlert('b'.repeat(16), [1, 2]), sampleAlert('a'.repeat(16), [1, 3])],
        decisions: [sampleDecision(0), sampleDecision(1, { undoneBy: 0 })],
        aliases: ['\u{1f600}', '\uff41', 'TW-1'].map((alias) => ({ alias, productId: 2 })),
        suppliers: [sampleSupplier('beta'), sampleSupplier('alpha')],
        events,
      })
      expect(await storage.ledger.changes(0, 10)).toStrictEqual([
        {
          change: 1,
          changedAt: SAMPLE_TIME,
          records: [11, 12, 13],
          products: [1, 2, 3],
          removedProducts: [],
          edges: [],
          judgements: [],
          lineage: [1, 2, 3],
          verifications: [],
          alerts: [],
          decisions: [],
          aliases: [],
          suppliers: [],
          events: [],
        },
        {
          change: 2,
          changedAt: '2026-03-02T00:00:00.000Z',
          idempotencyKey: 'second',
          records: [11, 12, 13],
          products: [2],
          removedProducts: [1, 3],
          edges: [11, 12, 13],
          judgements: [11, 12, 14],
          lineage: [1, 3],
          verifications: [1, 2],
          alerts: ['a'.repeat(16), 'b'.repeat(16)],
          decisions: [1, 2],
          aliases: ['TW-1', '\uff41', '\u{1f600}'],
          suppliers: ['alpha', 'beta'],
          events,
        },
      ])
    })

    it('has no gaps or duplicates under concurrent commits, and agrees with the commit results', async () => {
      const storage = await bench.open()
      const steps = Array.from({ length: 60 }, (_, at) => ({
        ...emptyCommit(SAMPLE_TIME, 0),
        ...sampleStay(at, at),
        ...(at % 5 === 4 ? { preconditions: { records: [[at, 9]] as const, products: [], keys: [] } } : {}),
      }))
      const outcomes = await Promise.allSettled(steps.map((commit) => storage.ledger.commit(commit)))
      const written = new Map(
        outcomes.flatMap((outcome, at) =>
          outcome.status === 'fulfilled' ? [[outcome.value.change, at] as const] : [],
        ),
      )
      const feed = await storage.ledger.changes(0, 100)
      expect(feed.map(({ change }) => change)).toEqual(Array.from({ length: 48 }, (_, at) => at + 1))
      for (const { change, records } of feed) expect(records).toEqual([written.get(change)])
      expect(await storage.index.at()).toBe(48)
    })

    it('pages from any change on, and is empty after the last change', async () => {
      const storage = await bench.open()
      for (let at = 0; at < 5; at++) await write(storage, {})
      const page = async (after: number, limit: number): Promise<number[]> =>
        (await storage.ledger.changes(after, limit)).map(({ change }) => change)
      expect(await page(0, 2)).toEqual([1, 2])
      expect(await page(2, LIMITS.rowsPerPage)).toEqual([3, 4, 5])
      expect(await page(5, 10)).toEqual([])
      await expectError('changes_expired', () => page(6, 10))
      await expectError('validation_failed', () => page(0, LIMITS.rowsPerPage + 1))
      await expectError('validation_failed', () => page(0, 0))
      await expectError('validation_failed', () => page(-1, 1))
    })

    it('drops changes after their retention, and reports that to readers', async () => {
      let now = Date.parse(SAMPLE_TIME)
      const storage = await bench.open({ clock: () => now, changeFeedDays: 7 })
      await write(storage, sampleStay(11, 1))
      now += 3 * DAY
      await write(storage, {})
      now += 4 * DAY
      await write(storage, {})
      expect(await storage.ledger.changes(0, 10)).toHaveLength(3)
      now += 1
      await write(storage, {})
      expect((await storage.ledger.changes(1, 10)).map(({ change }) => change)).toEqual([2, 3, 4])
      await expectError('changes_expired', () => storage.ledger.changes(0, 10))
      now += 100 * DAY
      await write(storage, {})
      expect((await storage.ledger.changes(4, 10)).map(({ change }) => change)).toEqual([5])
      await expectError('changes_expired', () => storage.ledger.changes(3, 10))
      expect(await storage.ledger.getRecords([11]), 'rows stay').toMatchObject([{ row: { id: 11 } }])
    })
  })
}
