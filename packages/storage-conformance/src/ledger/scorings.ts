import type { ScoringName, ScoringRow } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { AFTER, BEFORE, beginFilled, fill, QUESTIONS, renewedRows, step } from '../support/sample-generation.ts'
import { write } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'
import { wholeState } from '../support/whole-state.ts'

const FIRST: ScoringName = { model: '2026-1', modelHash: '00000000000000aa', epoch: 0 }
const SECOND: ScoringName = { model: '2026-1', modelHash: '00000000000000bb', epoch: 2 }
const MODEL: ScoringRow = { name: 'model:aa', content: { version: '2026-1', bits: [1.5, { name: -0.25 }] } }
const OTHER_MODEL: ScoringRow = { name: 'model:bb', content: { version: '2026-1', note: 'ô アパ' } }
const EPOCH: ScoringRow = { name: 'epoch:2', content: { words: { constructor: 350, hôtel: 12 } } }

/** Tests that a storage reports its model version and stores the models it needs. */
export function testScorings(bench: StorageBench): void {
  describe('scorings', () => {
    it('are put down and answered, by name, beside those there are', async () => {
      const storage = await bench.open()
      expect(await storage.ledger.scorings()).toEqual([])
      await storage.setScoring(FIRST, [MODEL])
      expect(await storage.ledger.head()).toStrictEqual({ change: 0, scoring: FIRST })
      await write(storage, {})
      await storage.setScoring(SECOND, [OTHER_MODEL, EPOCH, { ...MODEL, content: 'another' }])
      expect((await storage.ledger.head()).scoring).toEqual(SECOND)
      expect(await storage.ledger.scorings()).toEqual([EPOCH, { ...MODEL, content: 'another' }, OTHER_MODEL])
      await storage.setScoring(FIRST, [])
      expect(await storage.ledger.scorings()).toHaveLength(3)
    })

    it('refuse every step that was decided by another one', async () => {
      const storage = await bench.open()
      const expected = { records: [], products: [], keys: [] }
      await storage.setScoring(FIRST, [MODEL])
      await write(storage, { expect: { ...expected, scoring: FIRST } })
      const others = [
        { ...FIRST, epoch: 1 },
        { ...FIRST, modelHash: '00000000000000ab' },
        { ...FIRST, model: '2026-2' },
      ]
      for (const scoring of others) {
        await expectError('scoring_outdated', () => write(storage, { expect: { ...expected, scoring } }))
      }
      expect((await storage.ledger.head()).change).toBe(1)
      await write(storage, { expect: expected })
    })

    it('are switched with a generation that brings its own, and stay with one that does not', async () => {
      const storage = await bench.open()
      await fill(storage)
      await storage.setScoring(FIRST, [MODEL])
      const plan = { indexVersion: AFTER, scoring: SECOND, scoringRows: [OTHER_MODEL, EPOCH] }
      const generation = await storage.beginGeneration(plan)
      expect(generation.plan).toEqual(plan)
      await generation.put(renewedRows())
      expect((await storage.ledger.head()).scoring).toEqual(FIRST)
      expect(await storage.ledger.scorings()).toEqual([MODEL])
      const before = await step(storage)
      const wrong = { ...before, expect: { ...before.expect, scoring: SECOND } }
      await expectError('scoring_outdated', () => generation.switchTo(wrong))
      await generation.switchTo({ ...before, expect: { ...before.expect, scoring: FIRST } })
      expect(await storage.ledger.head()).toStrictEqual({ change: 3, indexVersion: AFTER, scoring: SECOND })
      expect(await storage.ledger.scorings()).toEqual([EPOCH, MODEL, OTHER_MODEL])
      const next = await storage.beginGeneration({ indexVersion: BEFORE })
      await next.put(renewedRows())
      await next.switchTo(await step(storage))
      expect((await storage.ledger.head()).scoring).toEqual(SECOND)
    })

    it('last', async (context) => {
      const storage = await bench.open()
      context.skip(!storage.capabilities.durable, 'not durable: its content ends with the process')
      await fill(storage)
      await storage.setScoring(FIRST, [MODEL])
      await (await beginFilled(storage, { scoring: SECOND, scoringRows: [EPOCH] })).switchTo(await step(storage))
      const before = await wholeState(storage, QUESTIONS)
      expect(before.scorings).toEqual([EPOCH, MODEL])
      const reopened = await bench.reopen(storage)
      expect(await wholeState(reopened, QUESTIONS)).toStrictEqual(before)
      expect((await reopened.ledger.head()).scoring).toEqual(SECOND)
    })
  })
}
