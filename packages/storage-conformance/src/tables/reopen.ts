import { LIMITS, type Storage } from '@utpid/core'
import { type CommitResult, emptyCommit } from '@utpid/core/storage'
import { describe, expect, it, type TestContext } from 'vitest'
import {
  deactivatedRecord,
  SAMPLE_TIME,
  sampleAlert,
  sampleDecision,
  sampleEdge,
  sampleImport,
  sampleJudgement,
  sampleLineage,
  sampleLink,
  sampleProduct,
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
  keys: [5, 6, 7],
  terms: ['n:ritz', 'n:palace'],
  words: ['ritz', 'palace'],
  aliases: ['old'],
}

function needsDurability({ capabilities }: Storage, context: TestContext): void {
  context.skip(!capabilities.durable, 'not durable: its content ends with the process')
}

async function fill(storage: Storage): Promise<void> {
  await storage.setIndexVersion('1-abcdef')
  await write(storage, {
    ...together(
      sampleStay(11, 1, { record: { keys: [5, 6] }, product: { rank: 3, terms: ['n:ritz'] } }),
      withDetails(sampleStay(12, 2, { record: { keys: [6], features: Uint8Array.of(200) } })),
      withDetails(sampleStay(13, 3, { record: { keys: [7] } })),
    ),
    idempotencyKey: 'first',
    edges: [sampleEdge(11, 12), sampleEdge(12, 13)],
    judgements: [sampleJudgement(11, 12)],
    alerts: [sampleAlert('a'.repeat(16), [1, 2])],
    suppliers: [sampleSupplier('alpha')],
    aliases: [{ alias: 'old', productId: 1 }],
    concordances: [{ id: 'alpha:1', content: { giata: ['3956'] } }],
    imports: [sampleImport('alpha', { created: 3 })],
    verifications: [sampleVerification(1)],
    counters: { records: 3 },
    words: { ritz: 2, palace: 1 },
    events: [{ type: 'product.created', utpid: 'UTP-00000-00001-9' }],
  })
  await write(storage, {
    records: [deactivatedRecord(13, 2, { detailed: true })],
    unlinked: [13],
    links: [sampleLink(12, 1)],
    products: [sampleProduct(1, { revision: 2, records: [11, 12], rank: 9, terms: ['n:palace', 'n:ritz'] })],
    removedProducts: [2, 3],
    lineage: [sampleLineage(2, { status: 'merged', into: 1, records: [12] })],
    edges: [{ a: 12, b: 13, removed: true }],
    alerts: [sampleAlert('a'.repeat(16), [1, 2], { status: 'merged', resolution: { by: 'person', decision: 0 } })],
    decisions: [sampleDecision(0)],
    counters: { records: -1 },
    words: { palace: -1 },
  })
}

/** Tests that a reopened durable storage has all data that it acknowledged before. */
export function testReopen(bench: StorageBench): void {
  describe('reopening', () => {
    it('returns every table and the index unchanged', async (context) => {
      const storage = await bench.open()
      needsDurability(storage, context)
      await fill(storage)
      const before = await wholeState(storage, QUESTIONS)
      const reopened = await bench.reopen(storage)
      expect(await wholeState(reopened, QUESTIONS)).toStrictEqual(before)
      expect(await reopened.index.expand({ tag: 'n', word: 'pal', by: 'prefix', limit: 5 })).toEqual([
        { word: 'palace', products: 1 },
      ])
    })

    it('continues the change numbers, and still has its idempotency keys', async (context) => {
      const storage = await bench.open()
      needsDurability(storage, context)
      await fill(storage)
      const reopened = await bench.reopen(storage)
      expect(await write(reopened, { idempotencyKey: 'first' })).toEqual({ change: 1, repeated: true })
      expect(await write(reopened, sampleStay(14, 4, { record: { keys: [6] } }))).toEqual({
        change: 3,
        repeated: false,
      })
      const found = await reopened.index.candidates([{ keys: [6] }], LIMITS.recordsPerKey)
      expect([...found.recordIds]).toEqual([11, 12, 14])
      expect((await reopened.ledger.changes(0, 10)).map(({ change }) => change)).toEqual([1, 2, 3])
    })

    it('accepts keys that were read after reopening, and detects earlier changes', async (context) => {
      const storage = await bench.open()
      needsDurability(storage, context)
      await fill(storage)
      const reopened = await bench.reopen(storage)
      const expected = { records: [], products: [], keys: [6] }
      const stale = await write(reopened, { readVersion: 0, preconditions: expected }).catch(
        (error: { code: string }) => error.code,
      )
      expect(['read_version_too_old', 'revision_conflict']).toContain(stale)
      expect(await write(reopened, { at: SAMPLE_TIME, preconditions: expected })).toEqual({
        change: 3,
        repeated: false,
      })
    })

    it('completes and stores every transaction that was requested before closing', async (context) => {
      const storage = await bench.open()
      needsDurability(storage, context)
      const commit = (id: number): Promise<CommitResult> =>
        storage.ledger.commit({ ...emptyCommit(SAMPLE_TIME, 0), ...sampleStay(id, id) })
      const steps = [1, 2, 3].map(commit)
      // Waits until the first commits are running. The others still wait when the storage is closed.
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
      steps.push(...[4, 5, 6].map(commit))
      const reopened = await bench.reopen(storage)
      expect((await Promise.all(steps)).map(({ change }) => change)).toEqual([1, 2, 3, 4, 5, 6])
      expect((await reopened.ledger.head()).change).toBe(6)
      expect(await reopened.ledger.scanRecords(-1, 100)).toHaveLength(6)
    })
  })
}
