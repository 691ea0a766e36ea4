import { LIMITS } from '@utpid/core'
import { emptyCommit } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { SAMPLE_TIME, sampleStay, write } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

const HOUR = 3_600_000

/** Tests that a transaction with an idempotency key is written once, even if it is repeated often. */
export function testIdempotencyKeys(bench: StorageBench): void {
  describe('tokens', () => {
    it('returns the change of a used idempotency key and writes nothing', async () => {
      const storage = await bench.open()
      const parts = { ...sampleStay(11, 1), idempotencyKey: 'import 7 · 😀\ud800', counters: { products: 1 } }
      const first = await write(storage, parts)
      await write(storage, sampleStay(12, 2))
      expect(await write(storage, { ...parts, ...sampleStay(13, 3) })).toEqual({ change: first.change, repeated: true })
      expect(await storage.ledger.head()).toMatchObject({ change: 2 })
      expect(await storage.ledger.getRecords([13])).toEqual([undefined])
      expect((await storage.ledger.counters()).get('products')).toBe(1)
      expect((await storage.ledger.changes(0, 1))[0]?.idempotencyKey).toBe(parts.idempotencyKey)
    })

    it('returns the change of a used idempotency key also if a precondition no longer holds', async () => {
      const storage = await bench.open()
      const parts = {
        ...sampleStay(11, 1),
        idempotencyKey: 'once',
        preconditions: { records: [[11, 0]], products: [], keys: [5] },
      } as const
      await write(storage, parts)
      expect(await write(storage, parts)).toEqual({ change: 1, repeated: true })
    })

    it('writes one of many concurrent transactions with the same idempotency key', async () => {
      const storage = await bench.open()
      const commit = { ...emptyCommit(SAMPLE_TIME, 0), ...sampleStay(11, 1), idempotencyKey: 'once' }
      const results = await Promise.all(Array.from({ length: 8 }, () => storage.ledger.commit(commit)))
      expect(results.map(({ change }) => change)).toEqual(Array.from({ length: 8 }, () => 1))
      expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1)
      expect(await storage.ledger.changes(0, 10)).toHaveLength(1)
    })

    it('returns the change of an idempotency key', async () => {
      const storage = await bench.open()
      await write(storage, { idempotencyKey: 'one' })
      await write(storage, { idempotencyKey: 'two · 😀\ud800' })
      expect(await storage.ledger.byIdempotencyKey(['two · 😀\ud800', 'none', 'one', 'one'])).toEqual([
        2,
        undefined,
        1,
        1,
      ])
    })

    it('forgets an idempotency key after its retention, and then writes a new transaction', async () => {
      let now = Date.parse(SAMPLE_TIME)
      const storage = await bench.open({ clock: () => now })
      await write(storage, { idempotencyKey: 'again' })
      now += LIMITS.idempotencyKeyHours * HOUR
      expect(await write(storage, { idempotencyKey: 'again' })).toEqual({ change: 1, repeated: true })
      now += 1
      expect(await write(storage, { idempotencyKey: 'again' })).toEqual({ change: 2, repeated: false })
      now += LIMITS.idempotencyKeyHours * HOUR
      await write(storage, {})
      expect(await write(storage, { idempotencyKey: 'again' })).toEqual({ change: 2, repeated: true })
    })
  })
}
