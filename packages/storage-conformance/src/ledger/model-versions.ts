import type { ModelVersion, ModelVersionRow } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { AFTER, BEFORE, beginFilled, commitOnHead, fill, QUERIES, rebuiltRows } from '../support/sample-generation.ts'
import { write } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'
import { wholeState } from '../support/whole-state.ts'

const FIRST: ModelVersion = { model: '2026-1', modelHash: '00000000000000aa', tfVersion: 0 }
const SECOND: ModelVersion = { model: '2026-1', modelHash: '00000000000000bb', tfVersion: 2 }
const MODEL: ModelVersionRow = { name: 'model:aa', content: { version: '2026-1', bits: [1.5, { name: -0.25 }] } }
const OTHER_MODEL: ModelVersionRow = { name: 'model:bb', content: { version: '2026-1', note: 'ô アパ' } }
const TF_VERSION: ModelVersionRow = { name: 'epoch:2', content: { words: { constructor: 350, hôtel: 12 } } }

/** Tests that a storage reports its model version and stores the models that this version needs. */
export function testModelVersions(bench: StorageBench): void {
  describe('model versions', () => {
    it('are stored and returned by name, next to existing models', async () => {
      const storage = await bench.open()
      expect(await storage.ledger.modelVersions()).toEqual([])
      await storage.setModelVersion(FIRST, [MODEL])
      expect(await storage.ledger.head()).toStrictEqual({ change: 0, modelVersion: FIRST })
      await write(storage, {})
      await storage.setModelVersion(SECOND, [OTHER_MODEL, TF_VERSION, { ...MODEL, content: 'another' }])
      expect((await storage.ledger.head()).modelVersion).toEqual(SECOND)
      expect(await storage.ledger.modelVersions()).toEqual([TF_VERSION, { ...MODEL, content: 'another' }, OTHER_MODEL])
      await storage.setModelVersion(FIRST, [])
      expect(await storage.ledger.modelVersions()).toHaveLength(3)
    })

    it('reject every transaction of another model version', async () => {
      const storage = await bench.open()
      const expected = { records: [], products: [], keys: [] }
      await storage.setModelVersion(FIRST, [MODEL])
      await write(storage, { preconditions: { ...expected, modelVersion: FIRST } })
      const others = [
        { ...FIRST, tfVersion: 1 },
        { ...FIRST, modelHash: '00000000000000ab' },
        { ...FIRST, model: '2026-2' },
      ]
      for (const modelVersion of others) {
        await expectError('model_outdated', () =>
          write(storage, { preconditions: { ...expected, modelVersion: modelVersion } }),
        )
      }
      expect((await storage.ledger.head()).change).toBe(1)
      await write(storage, { preconditions: expected })
    })

    it('change with a generation that has a model version, and stay with one that has none', async () => {
      const storage = await bench.open()
      await fill(storage)
      await storage.setModelVersion(FIRST, [MODEL])
      const plan = { indexVersion: AFTER, modelVersion: SECOND, modelVersionRows: [OTHER_MODEL, TF_VERSION] }
      const generation = await storage.beginGeneration(plan)
      expect(generation.plan).toEqual(plan)
      await generation.put(rebuiltRows())
      expect((await storage.ledger.head()).modelVersion).toEqual(FIRST)
      expect(await storage.ledger.modelVersions()).toEqual([MODEL])
      const before = await commitOnHead(storage)
      const wrong = { ...before, preconditions: { ...before.preconditions, modelVersion: SECOND } }
      await expectError('model_outdated', () => generation.swap(wrong))
      await generation.swap({ ...before, preconditions: { ...before.preconditions, modelVersion: FIRST } })
      expect(await storage.ledger.head()).toStrictEqual({ change: 3, indexVersion: AFTER, modelVersion: SECOND })
      expect(await storage.ledger.modelVersions()).toEqual([TF_VERSION, MODEL, OTHER_MODEL])
      const next = await storage.beginGeneration({ indexVersion: BEFORE })
      await next.put(rebuiltRows())
      await next.swap(await commitOnHead(storage))
      expect((await storage.ledger.head()).modelVersion).toEqual(SECOND)
    })

    it('last', async (context) => {
      const storage = await bench.open()
      context.skip(!storage.capabilities.durable, 'not durable: its content ends with the process')
      await fill(storage)
      await storage.setModelVersion(FIRST, [MODEL])
      await (await beginFilled(storage, { modelVersion: SECOND, modelVersionRows: [TF_VERSION] })).swap(
        await commitOnHead(storage),
      )
      const before = await wholeState(storage, QUERIES)
      expect(before.modelVersions).toEqual([TF_VERSION, MODEL])
      const reopened = await bench.reopen(storage)
      expect(await wholeState(reopened, QUERIES)).toStrictEqual(before)
      expect((await reopened.ledger.head()).modelVersion).toEqual(SECOND)
    })
  })
}
