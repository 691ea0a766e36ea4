import { LIMITS } from '@utpid/core'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { sampleEdge, sampleStay, write } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

/** Tests that a restored registry continues the change numbers of the original. */
export function testContinueAfter(bench: StorageBench): void {
  describe('continuing after a change', () => {
    it('starts the numbering of an empty storage after it', async () => {
      const storage = await bench.open()
      await storage.setNextChange(7_000_000_000)
      expect(await storage.ledger.head()).toEqual({ change: 7_000_000_000 })
      expect(await storage.index.at()).toBe(7_000_000_000)
      expect(await storage.ledger.changes(7_000_000_000, 10)).toEqual([])
      const stay = sampleStay(11, 1, { record: { keys: [5] }, product: { mintedChange: 0 } })
      expect(await write(storage, stay)).toEqual({ change: 7_000_000_001, repeated: false })
      expect((await storage.ledger.getProducts([1]))[0]?.mintedChange).toBe(7_000_000_001)
      expect(await storage.index.at()).toBe(7_000_000_001)
      expect((await storage.ledger.changes(7_000_000_000, 10)).map(({ change }) => change)).toEqual([7_000_000_001])
    })

    it('keeps every row and drops the change feed up to it', async () => {
      const storage = await bench.open()
      await write(storage, {
        ...sampleStay(11, 1, { record: { keys: [5] }, product: { terms: ['n:ritz'] } }),
        idempotencyKey: 'first',
        edges: [sampleEdge(11, 12)],
        counters: { products: 1 },
      })
      await storage.setNextChange(40)
      await expectError('changes_expired', () => storage.ledger.changes(0, 10))
      await expectError('changes_expired', () => storage.ledger.changes(39, 10))
      expect(await storage.ledger.getRecords([11])).toHaveLength(1)
      expect(await storage.ledger.edges([11])).toEqual([[sampleEdge(11, 12)]])
      expect((await storage.ledger.counters()).get('products')).toBe(1)
      expect([...(await storage.index.candidates([{ keys: [5] }], LIMITS.recordsPerKey)).recordIds]).toEqual([11])
      expect(await write(storage, { idempotencyKey: 'first' })).toEqual({ change: 1, repeated: true })
      expect(await write(storage, { idempotencyKey: 'second' })).toEqual({ change: 41, repeated: false })
    })

    it('accepts the head itself, and rejects lower or invalid numbers', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1))
      await write(storage, {})
      await expectError('validation_failed', () => storage.setNextChange(1))
      await expectError('validation_failed', () => storage.setNextChange(2.5))
      await expectError('validation_failed', () => storage.setNextChange(Number.NaN))
      expect(await storage.ledger.changes(0, 10)).toHaveLength(2)
      await storage.setNextChange(2)
      expect(await storage.ledger.head()).toEqual({ change: 2 })
      await expectError('changes_expired', () => storage.ledger.changes(1, 10))
    })

    it('rejects assumed absences from before it', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1, { record: { keys: [5] } }))
      await storage.setNextChange(9)
      const expected = { records: [], products: [], keys: [5] }
      await expectError('read_version_too_old', () => write(storage, { readVersion: 1, preconditions: expected }))
      expect(await write(storage, { preconditions: expected })).toEqual({ change: 10, repeated: false })
    })

    it('runs between concurrent commits, none of which is lost', async () => {
      const storage = await bench.open()
      const base = { readVersion: 0 }
      const steps = [1, 2, 3].map((id) => write(storage, { ...base, ...sampleStay(id, id) }))
      const continued = storage.setNextChange(1_000)
      steps.push(...[4, 5, 6].map((id) => write(storage, { ...base, ...sampleStay(id, id) })))
      await continued
      const changes = (await Promise.all(steps)).map(({ change }) => change)
      expect(new Set(changes).size).toBe(6)
      const { change: head } = await storage.ledger.head()
      expect(head).toBeGreaterThanOrEqual(1_000)
      expect(await storage.index.at()).toBe(head)
      expect(await storage.ledger.scanRecords(-1, 10)).toHaveLength(6)
    })

    it('lasts', async (context) => {
      const storage = await bench.open()
      context.skip(!storage.capabilities.durable, 'not durable: its content ends with the process')
      await write(storage, sampleStay(11, 1, { record: { keys: [5] } }))
      await storage.setNextChange(50)
      const reopened = await bench.reopen(storage)
      expect(await reopened.ledger.head()).toEqual({ change: 50 })
      expect(await reopened.index.at()).toBe(50)
      await expectError('changes_expired', () => reopened.ledger.changes(0, 10))
      expect(await write(reopened, sampleStay(12, 2))).toEqual({ change: 51, repeated: false })
    })
  })
}
