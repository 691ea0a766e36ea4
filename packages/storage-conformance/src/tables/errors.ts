import type { Storage } from '@utpid/core'
import { emptyCommit } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { SAMPLE_TIME, sampleStay, write } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

const CALLS: readonly [string, (storage: Storage) => Promise<unknown>][] = [
  ['commit', ({ ledger }) => ledger.commit(emptyCommit(SAMPLE_TIME, 0))],
  ['head', ({ ledger }) => ledger.head()],
  ['getProducts', ({ ledger }) => ledger.getProducts([1])],
  ['getRecords', ({ ledger }) => ledger.getRecords([1])],
  ['details', ({ ledger }) => ledger.details([1])],
  ['bySupplierCode', ({ ledger }) => ledger.bySupplierCode([{ supplier: 'alpha', code: '1' }])],
  ['byAlias', ({ ledger }) => ledger.byAlias(['a'])],
  ['edges', ({ ledger }) => ledger.edges([1])],
  ['lineage', ({ ledger }) => ledger.lineage([1])],
  ['alerts', ({ ledger }) => ledger.alerts({ order: 'informationGain', offset: 0, limit: 1 })],
  ['getAlerts', ({ ledger }) => ledger.getAlerts(['a'])],
  ['openAlerts', ({ ledger }) => ledger.openAlerts([1])],
  ['judgements', ({ ledger }) => ledger.judgements([1])],
  ['verifications', ({ ledger }) => ledger.verifications([1])],
  ['decisions', ({ ledger }) => ledger.decisions([1])],
  ['listDecisions', ({ ledger }) => ledger.listDecisions({ limit: 1 })],
  ['countDecisions', ({ ledger }) => ledger.countDecisions('2026-03-01', '2026-03-02')],
  ['suppliers', ({ ledger }) => ledger.suppliers()],
  ['counters', ({ ledger }) => ledger.counters()],
  ['modelVersions', ({ ledger }) => ledger.modelVersions()],
  ['commonWords', ({ ledger }) => ledger.commonWords(1)],
  ['words', ({ ledger }) => ledger.words(['a'])],
  ['scanRecords', ({ ledger }) => ledger.scanRecords(-1, 1)],
  ['scanProducts', ({ ledger }) => ledger.scanProducts(-1, 1)],
  ['scanLineage', ({ ledger }) => ledger.scanLineage(-1, 1)],
  ['scanAlerts', ({ ledger }) => ledger.scanAlerts(undefined, 1)],
  ['scanAliases', ({ ledger }) => ledger.scanAliases(undefined, 1)],
  ['concordances', ({ ledger }) => ledger.concordances(['alpha:1'])],
  ['scanConcordances', ({ ledger }) => ledger.scanConcordances(undefined, 1)],
  ['scanDecisions', ({ ledger }) => ledger.scanDecisions(0, 1)],
  ['scanCodes', ({ ledger }) => ledger.scanCodes('alpha', undefined, 1)],
  ['changes', ({ ledger }) => ledger.changes(0, 1)],
  ['apply', ({ index }) => index.apply([])],
  ['at', ({ index }) => index.at()],
  ['candidates', ({ index }) => index.candidates([], 200)],
  ['search', ({ index }) => index.search({ tiers: [{ groups: [] }], filters: [], offset: 0, limit: 1 })],
  ['expand', ({ index }) => index.expand({ tag: 'n', word: 'a', by: 'prefix', limit: 1 })],
  ['setIndexVersion', (storage) => storage.setIndexVersion('1-a')],
  ['setModelVersion', (storage) => storage.setModelVersion({ model: 'a', modelHash: 'b', tfVersion: 0 }, [])],
  ['resumeGeneration', (storage) => storage.resumeGeneration()],
  ['setNextChange', (storage) => storage.setNextChange(9)],
]

/** Tests the properties of a storage, and its behaviour after `close`. */
export function testErrors(bench: StorageBench): void {
  describe('opening and closing', () => {
    it('has the promised capabilities', async () => {
      const { capabilities } = await bench.open()
      expect(capabilities).toEqual({
        durable: expect.any(Boolean),
        sharedWriters: expect.any(Boolean),
        exactTotals: expect.any(Boolean),
      })
      expect(capabilities).toMatchObject(bench.promised)
    })

    it('separates two storages', async () => {
      const [one, other] = [await bench.open(), await bench.open()]
      await write(one, sampleStay(11, 1, { record: { keys: [5] } }))
      expect(await other.ledger.head()).toEqual({ change: 0 })
      expect((await other.index.candidates([{ keys: [5] }], 200)).recordIds).toHaveLength(0)
    })

    it('may be closed twice, also at once', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1))
      await Promise.all([storage.close(), storage.close()])
      await storage.close()
    })

    it('rejects every call with closed after closing', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1))
      await storage.close()
      for (const [name, call] of CALLS) {
        const error = await expectError('closed', () => call(storage))
        expect(error.message, name).not.toBe('')
      }
    })
  })
}
