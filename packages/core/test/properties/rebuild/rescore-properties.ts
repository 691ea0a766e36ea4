import { setImmediate } from 'node:timers/promises'
import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Storage } from '@utpid/core'
import type { RescoreOptions, RescoreReport } from '@utpid/core/operations'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { UTPID_FORMAT } from '../../../src/model/utpid.ts'
import { DEFAULT_MODEL } from '../../../src/scoring/default-model.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { happen, livingHistory } from '../../support/living-world.ts'
import { type OpenRegistry, openRegistry } from '../../support/open-registry.ts'
import { LOOSE_MODEL, STRICT_MODEL } from '../../support/other-models.ts'
import { expectSameState, orderlessState, readWhole } from '../../support/registry-state.ts'
import { heldAndAnswered } from '../../support/same-registry.ts'
import { finalState, history, type SmallRecord } from '../../support/small-world.ts'
import { TIMELESS } from '../../support/timeless.ts'

/** Targets: another model, a term-frequency version counted in the registry, or both. */
const targets: fc.Arbitrary<RescoreOptions> = fc.constantFrom(
  { model: LOOSE_MODEL },
  { model: STRICT_MODEL },
  { tfVersion: 'next' as const },
  { model: LOOSE_MODEL, tfVersion: 'next' as const },
)

/** Opens a registry with the model version of another registry, and imports records. */
async function filledAnew(records: readonly SmallRecord[], scoredAs: Storage): Promise<OpenRegistry> {
  const { modelVersion } = await scoredAs.ledger.head()
  const storage = createMemoryStorage()
  if (modelVersion !== undefined) await storage.setModelVersion(modelVersion, await scoredAs.ledger.modelVersions())
  const fresh = await openRegistry({ storage, survivorshipRules: TIMELESS })
  await fresh.registry.import(records)
  expect((await storage.ledger.head()).modelVersion).toEqual(modelVersion)
  return fresh
}

/**
 * Tests that a rescore gives the result of a registry with that model version from the start, for any writes before,
 * during and after the rescore.
 */
export function rescoreEqualsFreshImport(before: fc.Arbitrary<SmallRecord[][]>, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(
    before,
    history({ batches: 10, perBatch: 4 }),
    targets,
    fc.infiniteStream(fc.nat(3)),
    async (before, during, target, turns) => {
      const waiting = [...during]
      let writing = Promise.resolve<unknown>(undefined)
      let going = false
      const { registry, storage } = await openRegistry({
        survivorshipRules: TIMELESS,
        yield: async () => {
          if (!going) return
          const turn = turns.next().value ?? 0
          const batch = turn > 1 ? waiting.shift() : undefined
          if (batch !== undefined) writing = writing.then(() => registry.import(batch, { batchSize: 2 }))
          if (turn % 2 === 1) await setImmediate()
        },
      })
      for (const batch of before) await registry.import(batch)
      going = true
      expect(await registry.rescore(target)).toMatchObject({ outcome: 'rescored' })
      going = false
      await writing
      for (const batch of waiting) await registry.import(batch)
      await expectConsistent(storage)
      const fresh = await filledAnew(finalState([...before, ...during].flat()), storage)
      expectSameState(await orderlessState(storage), await orderlessState(fresh.storage))
      const { modelVersion } = await storage.ledger.head()
      for (const { model, tfVersion } of (await readWhole(storage)).edges) {
        expect([model, tfVersion]).toEqual([modelVersion?.model, modelVersion?.tfVersion])
      }
    },
  )
  return fc.assert(property, runs(numRuns))
}

/** Tests that rescoring to a model and back restores the state, and every UTPID leads somewhere. */
export function thereAndBackIsAsBefore(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(history(), targets, async (batches, target) => {
    const { registry, storage } = await openRegistry({ survivorshipRules: TIMELESS })
    for (const batch of batches) await registry.import(batch)
    const before = await orderlessState(storage)
    const minted = (await readWhole(storage)).lineage.map(({ id }) => id)
    await registry.rescore(target)
    await registry.rescore({ model: DEFAULT_MODEL, tfVersion: 0 })
    expectSameState(await orderlessState(storage), before)
    await expectConsistent(storage)
    for (const id of minted) {
      expect((await registry.locate({ utpid: UTPID_FORMAT.format(id) }))?.utpid).not.toBeNull()
    }
  })
  return fc.assert(property, runs(numRuns))
}

/** Tests that a dry run changes nothing after any decisions, and reports exactly the changes of the real run. */
export function dryRunTellsWhatIsDone(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(livingHistory(12), targets, async (happenings, target) => {
    const lived = await openRegistry({ survivorshipRules: TIMELESS })
    const decisions: number[] = []
    for (const happening of happenings) await happen(happening, lived, decisions)
    const { registry, storage } = lived
    const before = await heldAndAnswered(storage)
    const head = await storage.ledger.head()
    const told = await registry.rescore({ ...target, dryRun: true })
    expect(await heldAndAnswered(storage)).toStrictEqual(before)
    expect(await storage.ledger.head()).toEqual(head)
    expect(await storage.resumeGeneration()).toBeUndefined()
    const known = new Set((await readWhole(storage)).lineage.map(({ id }) => UTPID_FORMAT.format(id)))
    const done = await registry.rescore(target)
    expect(told.outcome).toBe('would_rescore')
    expect(withoutMinted(told, known)).toEqual(withoutMinted(done, known))
    await expectConsistent(storage)
  })
  return fc.assert(property, runs(numRuns))
}

/**
 * Returns the part of a report that must be equal in both runs. A dry run does not know the ids that the real run
 * mints.
 */
function withoutMinted({ from, to, records, changes }: RescoreReport, known: ReadonlySet<string>): unknown {
  const text = JSON.stringify({ from, to, records, changes }, (key, value: unknown) =>
    key === 'utpid' && typeof value === 'string' && !known.has(value) ? null : value,
  )
  return JSON.parse(text)
}

/** Tests that a rescore with any number of stops at any points gives the result of a rescore without a stop. */
export function interruptedEqualsUninterrupted(before: fc.Arbitrary<SmallRecord[][]>, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(
    before,
    history({ batches: 4, perBatch: 4 }),
    targets,
    fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }),
    async (before, between, target, stops) => {
      const { registry, storage } = await openRegistry({ survivorshipRules: TIMELESS })
      for (const batch of before) await registry.import(batch)
      const waiting = [...between]
      for (const stop of stops) {
        await stopAfter(registry.rescore.bind(registry), target, stop)
        // The registry accepts writes while the index generation is suspended.
        await registry.import(waiting.shift() ?? [])
      }
      const pages: number[] = []
      await registry.rescore({ ...target, onProgress: ({ phase, done }) => phase === 'records' && pages.push(done) })
      for (const batch of waiting) await registry.import(batch)
      await expectConsistent(storage)
      const fresh = await filledAnew(finalState([...before, ...between].flat()), storage)
      expectSameState(await orderlessState(storage), await orderlessState(fresh.storage))
    },
  )
  return fc.assert(property, runs(numRuns))
}

/** Stops the rescore after some slices, unless it finishes before. */
async function stopAfter(
  rescore: (options: RescoreOptions) => Promise<unknown>,
  target: RescoreOptions,
  slices: number,
): Promise<void> {
  const signal = { aborted: false }
  let seen = 0
  await rescore({
    ...target,
    signal,
    onProgress: () => {
      signal.aborted = seen++ >= slices
    },
  }).catch((error: { code: string }) => expect(error.code).toBe('aborted'))
}
