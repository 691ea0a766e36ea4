import { LIMITS, type Storage } from '@utpid/core'
import { type Commit, emptyCommit, type Preconditions } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import {
  deactivatedRecord,
  SAMPLE_TIME,
  sampleDecision,
  sampleLineage,
  sampleLink,
  sampleStay,
  write,
} from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

const nothing: Preconditions = { records: [], products: [], keys: [] }

function step(base: number, expected: Partial<Preconditions>, parts: Partial<Commit> = {}): Commit {
  return { ...emptyCommit(SAMPLE_TIME, base), ...parts, preconditions: { ...nothing, ...expected } }
}

async function expectConflict(storage: Storage, reason: string, commit: Commit): Promise<void> {
  const error = await expectError('revision_conflict', () => storage.ledger.commit(commit))
  expect(error.details.reason).toBe(reason)
}

/** Tests that preconditions are checked when a commit is written, including preconditions that a row is absent. */
export function testPreconditions(bench: StorageBench): void {
  describe('expectations', () => {
    it('requires the revision of a record, or that its id is unused', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1, { record: { revision: 3 } }))
      await expectConflict(storage, 'record', step(1, { records: [[11, 2]] }))
      await expectConflict(storage, 'record', step(1, { records: [[11, 0]] }))
      await expectConflict(storage, 'record', step(1, { records: [[12, 1]] }))
      await storage.ledger.commit(
        step(1, {
          records: [
            [11, 3],
            [12, 0],
          ],
        }),
      )
    })

    it('requires the revision of an inactive record', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1))
      await write(storage, { records: [deactivatedRecord(11, 2)], unlinked: [11] })
      await expectConflict(storage, 'record', step(2, { records: [[11, 0]] }))
      await storage.ledger.commit(step(2, { records: [[11, 2]] }))
    })

    it('requires the revision of a product, or that its id was never minted', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1, { product: { revision: 4 } }))
      await expectConflict(storage, 'product', step(1, { products: [[1, 3]] }))
      await expectConflict(storage, 'product', step(1, { products: [[1, 0]] }))
      await expectConflict(storage, 'product', step(1, { products: [[2, 1]] }))
      await storage.ledger.commit(
        step(1, {
          products: [
            [1, 4],
            [2, 0],
          ],
        }),
      )
      await write(storage, { unlinked: [11], removedProducts: [1], lineage: [sampleLineage(1, { status: 'retired' })] })
      await expectConflict(storage, 'product', step(3, { products: [[1, 0]] }))
      await expectConflict(storage, 'product', step(3, { products: [[1, 4]] }))
    })

    it.each<[string, Partial<Commit>]>([
      ['gained', sampleStay(12, 2, { record: { keys: [70] } })],
      ['lost', sampleStay(11, 1, { record: { revision: 2, keys: [71] } })],
      ['retained by a record with new content', sampleStay(11, 1, { record: { revision: 2, keys: [70] } })],
      ['lost with a deactivated record', { records: [deactivatedRecord(11, 2)], unlinked: [11] }],
    ])('rejects a transaction when a key that it read was %s after its base', async (_, parts) => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1, { record: { keys: [70] } }))
      await write(storage, parts)
      await expectConflict(storage, 'key', step(1, { keys: [99, 70] }))
      await storage.ledger.commit(step(2, { keys: [99, 70] }))
    })

    it('requires an unused alias', async () => {
      const storage = await bench.open()
      const alias = (productId: number): Partial<Commit> => ({ aliases: [{ alias: 'OLD-1', productId }] })
      await write(storage, sampleStay(11, 1))
      await write(storage, sampleStay(12, 2))
      const outcomes = await Promise.allSettled(
        [1, 2].map((id) => storage.ledger.commit(step(2, { aliases: ['OLD-2', 'OLD-1'] }, alias(id)))),
      )
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const winner = outcomes.findIndex(({ status }) => status === 'fulfilled') + 1
      await expectConflict(storage, 'alias', step(3, { aliases: ['OLD-1'] }, alias(3 - winner)))
      expect(await storage.ledger.byAlias(['OLD-1'])).toEqual([winner])
      await storage.ledger.commit(step(3, { aliases: ['OLD-2'] }))
    })

    it('requires that a decision was not undone', async () => {
      const storage = await bench.open()
      await write(storage, { decisions: [sampleDecision(0)] })
      await expectConflict(storage, 'decision', step(1, { decisions: [2] }))
      await storage.ledger.commit(step(1, { decisions: [1] }, { decisions: [sampleDecision(1, { undoneBy: 0 })] }))
      await expectConflict(storage, 'decision', step(2, { decisions: [1] }))
    })

    it('accepts a transaction when other keys were touched, or only a link', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1, { record: { keys: [70] } }))
      await write(storage, sampleStay(12, 2, { record: { keys: [71] } }))
      await write(storage, { links: [sampleLink(11, 2)] })
      expect(await storage.ledger.commit(step(1, { keys: [70] }))).toEqual({ change: 4, repeated: false })
    })

    it('lets one of two writers win that would create the same product', async () => {
      const storage = await bench.open()
      const outcomes = await Promise.allSettled(
        [11, 12].map((id) =>
          storage.ledger.commit(step(0, { keys: [70] }, sampleStay(id, id, { record: { keys: [70] } }))),
        ),
      )
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await storage.ledger.scanProducts(-1, 10)).toHaveLength(1)
    })

    it('lets one of many concurrent writers of a product win', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1))
      const raise = (name: string): Commit =>
        step(
          1,
          { products: [[1, 1]] },
          {
            products: sampleStay(11, 1, { product: { revision: 2, goldenRecord: { name, category: 'hotel' } } })
              .products,
          },
        )
      const outcomes = await Promise.allSettled(['A', 'B', 'C', 'D'].map((name) => storage.ledger.commit(raise(name))))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const winner = outcomes.findIndex(({ status }) => status === 'fulfilled')
      expect((await storage.ledger.getProducts([1]))[0]?.goldenRecord.name).toBe('ABCD'[winner])
    })

    it('reports read_version_too_old when keys are expected and the base is older than the stored changes', async () => {
      const storage = await bench.open()
      const remembered = LIMITS.changesWithKeys
      for (let done = 0; done <= remembered; done += 500) {
        const steps = Array.from({ length: Math.min(500, remembered + 1 - done) }, () =>
          storage.ledger.commit(step(0, {})),
        )
        await Promise.all(steps)
      }
      expect((await storage.ledger.head()).change).toBe(remembered + 1)
      await expectError('read_version_too_old', () => storage.ledger.commit(step(0, { keys: [70] })))
      await storage.ledger.commit(step(0, {}))
      await storage.ledger.commit(step(remembered + 1, { keys: [70] }))
    })
  })
}
