import { LIMITS } from '@utpid/core'
import { type Commit, emptyCommit } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import {
  SAMPLE_DETAILS,
  SAMPLE_TIME,
  sampleAlert,
  sampleDecision,
  sampleEdge,
  sampleJudgement,
  sampleLineage,
  sampleLink,
  sampleProduct,
  sampleRecord,
  sampleStay,
  sampleSupplier,
  sampleVerification,
  together,
  withDetails,
  write,
} from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'
import { wholeState } from '../support/whole-state.ts'

const QUESTIONS = {
  recordIds: [11, 12, 13],
  productIds: [1, 2, 3],
  keys: [70, 71, 72],
  terms: ['n:ritz', 'n:new'],
  words: ['ritz', 'new'],
  aliases: ['old', 'new'],
}

/** A commit that writes to every table and to the index, and also removes some rows. */
const EVERYTHING: Partial<Commit> = {
  records: [sampleRecord(11, { revision: 2, keys: [71] }), sampleRecord(13, { keys: [72], detailed: true })],
  details: [{ recordId: 11 }, { recordId: 13, content: SAMPLE_DETAILS }],
  links: [sampleLink(11, 3), sampleLink(13, 3)],
  products: [sampleProduct(3, { terms: ['n:new'] })],
  removedProducts: [1],
  edges: [sampleEdge(11, 13), { a: 11, b: 12, removed: true }],
  alerts: [sampleAlert('b'.repeat(16), [2, 3])],
  judgements: [sampleJudgement(11, 13)],
  lineage: [sampleLineage(1, { status: 'merged', into: 3 }), sampleLineage(3)],
  aliases: [{ alias: 'new', productId: 3 }],
  verifications: [sampleVerification(3)],
  decisions: [sampleDecision(0)],
  suppliers: [sampleSupplier('beta')],
  counters: { products: 5, records: -2 },
  words: { new: 1, ritz: -1 },
  events: [{ type: 'product.created', utpid: 'UTP-00000-00003-5' }],
}

/**
 * Tests that a transaction is written completely or not at all. The index must contain the transaction when the commit
 * resolves.
 */
export function testCommit(bench: StorageBench): void {
  describe('committing', () => {
    it('starts at change 0, numbers transactions from 1 and updates the index before it resolves', async () => {
      const storage = await bench.open()
      expect(await storage.ledger.head()).toStrictEqual({ change: 0 })
      expect(await storage.index.at()).toBe(0)
      expect(await write(storage, sampleStay(11, 1, { record: { keys: [70] } }))).toEqual({
        change: 1,
        repeated: false,
      })
      expect(await storage.index.at()).toBe(1)
      expect((await storage.index.candidates([{ keys: [70] }], LIMITS.recordsPerKey)).recordIds).toEqual(
        Float64Array.of(11),
      )
      expect(await write(storage, {})).toEqual({ change: 2, repeated: false })
      expect((await storage.ledger.head()).change).toBe(2)
    })

    it('replaces the change number 0 of a row by its own, and keeps other numbers', async () => {
      const storage = await bench.open()
      await write(storage, {})
      const step = { at: SAMPLE_TIME, kind: 'merged' } as const
      await write(storage, {
        ...sampleStay(11, 1, { product: { mintedChange: 0 } }),
        lineage: [
          sampleLineage(1, {
            mintedChange: 0,
            history: [
              { ...step, change: 1 },
              { ...step, change: 0 },
            ],
          }),
        ],
        judgements: [sampleJudgement(11, 12, { change: 0 })],
        verifications: [sampleVerification(1, { change: 0 })],
      })
      expect((await storage.ledger.getProducts([1]))[0]?.mintedChange).toBe(2)
      const [lineage] = await storage.ledger.lineage([1])
      expect(lineage?.mintedChange).toBe(2)
      expect(lineage?.history.map(({ change }) => change)).toEqual([1, 2])
      expect((await storage.ledger.judgements([11]))[0]?.map(({ change }) => change)).toEqual([2])
      expect((await storage.ledger.verifications([1]))[0]?.map(({ change }) => change)).toEqual([2])
    })

    it('stores the index version and returns it', async () => {
      const storage = await bench.open()
      await storage.setIndexVersion('1-abcdef')
      await write(storage, {})
      expect(await storage.ledger.head()).toStrictEqual({ change: 1, indexVersion: '1-abcdef' })
      await storage.setIndexVersion('2-fedcba')
      expect((await storage.ledger.head()).indexVersion).toBe('2-fedcba')
    })

    it('changes nothing in any table or the index when a transaction is rejected', async () => {
      const storage = await bench.open()
      await write(storage, {
        ...together(
          withDetails(sampleStay(11, 1, { record: { keys: [70] }, product: { terms: ['n:ritz'] } })),
          sampleStay(12, 2, { record: { keys: [70, 71] } }),
        ),
        edges: [sampleEdge(11, 12)],
        suppliers: [sampleSupplier('alpha')],
        aliases: [{ alias: 'old', productId: 1 }],
        counters: { products: 2, records: 2 },
        words: { ritz: 1 },
      })
      const before = await wholeState(storage, QUESTIONS)
      const refused = {
        ...EVERYTHING,
        idempotencyKey: 'refused',
        preconditions: { records: [[11, 7]], products: [], keys: [] },
      } as const
      await expectError('revision_conflict', () => write(storage, refused))
      expect(await wholeState(storage, QUESTIONS)).toStrictEqual(before)
      const { idempotencyKey } = refused
      expect(
        await write(storage, { ...EVERYTHING, idempotencyKey: idempotencyKey }),
        'the idempotency key of a rejected transaction is free',
      ).toEqual({
        change: 2,
        repeated: false,
      })
      expect(await wholeState(storage, QUESTIONS)).not.toEqual(before)
    })

    it('fails alone among concurrent transactions', async () => {
      const storage = await bench.open()
      const base = emptyCommit(SAMPLE_TIME, 0)
      const step = (id: number, parts: Partial<Commit> = {}): Commit => ({ ...base, ...sampleStay(id, id), ...parts })
      const outcomes = await Promise.allSettled([
        storage.ledger.commit(step(1)),
        storage.ledger.commit(step(2, { preconditions: { records: [[2, 5]], products: [], keys: [] } })),
        storage.ledger.commit(step(3)),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect((await storage.ledger.scanRecords(-1, 10)).map(({ row }) => row.id)).toEqual([1, 3])
      expect((await storage.ledger.changes(0, 10)).map(({ records }) => records)).toEqual([[1], [3]])
    })

    it('accepts a transaction of the maximum size and rejects a larger one', async () => {
      const storage = await bench.open()
      const stays = Array.from({ length: LIMITS.recordRowsPerCommit + 1 }, (_, at) => sampleStay(at, at))
      await expectError('validation_failed', () => write(storage, together(...stays)))
      expect(await storage.ledger.scanRecords(-1, 10)).toEqual([])
      await write(storage, together(...stays.slice(1)))
      expect(await storage.ledger.getRecords([0, LIMITS.recordRowsPerCommit])).toMatchObject([undefined, { row: {} }])
    })

    it.each<[string, Partial<Commit>]>([
      ['an active record without its link', { records: [sampleRecord(11)] }],
      ['an active record with a product that it left', sampleStay(11, 1, { record: { formerProduct: 1 } })],
      ['an inactive record with keys', { records: [sampleRecord(11, { deactivatedAt: SAMPLE_TIME, keys: [70] })] }],
      ['two rows of one record', { ...sampleStay(11, 1), records: [sampleRecord(11), sampleRecord(11)] }],
      ['keys that do not ascend', sampleStay(11, 1, { record: { keys: [71, 70] } })],
      ['a key twice', sampleStay(11, 1, { record: { keys: [70, 70] } })],
      [
        'too many keys',
        sampleStay(11, 1, { record: { keys: Array.from({ length: LIMITS.keysPerRecord + 1 }, (_, at) => at) } }),
      ],
      ['a verified product without a method', sampleStay(11, 1, { product: { verified: true } })],
      ['an unverified product with a method', sampleStay(11, 1, { product: { verifiedBy: 'manual' } })],
      ['two new decisions', { decisions: [sampleDecision(0), sampleDecision(0, { kind: 'split' })] }],
      ['two rows of one decision', { decisions: [sampleDecision(7), sampleDecision(7, { undoneBy: 9 })] }],
      ['a product both written and deactivated', { ...sampleStay(11, 1), removedProducts: [1] }],
      ['a record both linked and unlinked', { ...sampleStay(11, 1), unlinked: [11] }],
      ['an id that is not a safe integer', sampleStay(2 ** 53, 1)],
      ['an empty token', { idempotencyKey: '' }],
      ['a base after the head', { readVersion: 5 }],
    ])('refuses %s', async (_, parts) => {
      const storage = await bench.open()
      await expectError('validation_failed', () => write(storage, parts))
      expect(await storage.ledger.head()).toEqual({ change: 0 })
    })

    it("does not see later changes of the caller's lists", async () => {
      const storage = await bench.open()
      const parts = sampleStay(11, 1, { record: { keys: [70] }, product: { terms: ['n:ritz'] } })
      const lists = {
        records: [...parts.records],
        links: [...parts.links],
        products: [...parts.products],
        events: [{ type: 'product.retired', utpid: 'UTP-00000-00001-9' } as const],
        verifications: [sampleVerification(1)],
        decisions: [sampleDecision(0)],
        counters: { products: 1 },
        words: { ritz: 1 },
      }
      await write(storage, lists)
      const before = await wholeState(storage, QUESTIONS)
      for (const list of [
        lists.records,
        lists.links,
        lists.products,
        lists.events,
        lists.verifications,
        lists.decisions,
      ])
        list.length = 0
      lists.counters.products = 9
      lists.words.ritz = 9
      expect(await wholeState(storage, QUESTIONS)).toStrictEqual(before)
    })
  })
}
