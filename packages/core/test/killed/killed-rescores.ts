import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { openDurableStorage } from '@utpid/adapter-folder'
import type { Storage } from '@utpid/core'
import type { ScoringModel } from '@utpid/core/scoring'
import { sourceArguments } from '@utpid/testing'
import { expect } from 'vitest'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'
import { expectConsistent } from '../support/expect-consistent.ts'
import { expectIndexed } from '../support/expect-indexed.ts'
import { openRegistry } from '../support/open-registry.ts'
import { LOOSE_MODEL } from '../support/other-models.ts'
import { expectSameState, type OrderlessState, orderlessState } from '../support/registry-state.ts'
import { crowd, seededRandom } from '../support/small-world.ts'
import { TIMELESS } from '../support/timeless.ts'

const CHILD = new URL('rescore-in-a-child.ts', import.meta.url)
const SLICE = 50
/** Enough records for ten slices in each phase. */
const USUAL_RECORDS = 480
/** The approximate time of one slice, in milliseconds. */
const SLICE_MS = 20
const MODELS: Readonly<Record<string, ScoringModel>> = { loose: LOOSE_MODEL, shipped: DEFAULT_MODEL }

/**
 * In each round, kills a process at a random moment while it rescores. Then the folder must have the complete clusters
 * of one of the two models. The next rescore must resume and reach the clusters of its model.
 *
 * @param folder - A path that does not exist yet.
 * @param count - Number of records. All are compared with each other, so the time grows with the square.
 * @returns the number of killed rescores, and the number of next ones that did not start at the first slice.
 */
export async function killRescores(
  folder: string,
  rounds: number,
  seed: number,
  count = USUAL_RECORDS,
): Promise<{ killed: number; resumed: number }> {
  const random = seededRandom(seed)
  const records = crowd(count, 5, seededRandom(11), 7)
  // A rescore has two phases.
  const slices = 2 * Math.ceil(count / SLICE)
  const expected = new Map<string, OrderlessState>()
  for (const model of Object.values(MODELS)) {
    const { registry, storage } = await openRegistry({ model, survivorshipRules: TIMELESS })
    await registry.import(records)
    expected.set(model.version, await orderlessState(storage))
  }
  const { registry } = await openRegistry({ storage: await openDurableStorage(folder), survivorshipRules: TIMELESS })
  await registry.import(records)
  await registry.close()
  let killed = 0
  let resumed = 0
  for (let round = 1; round <= rounds; round++) {
    const target = round % 2 === 1 ? 'loose' : 'shipped'
    if (await rescoreAndKill(folder, target, Math.floor(random() * slices), random() * SLICE_MS)) killed++
    const storage = await openDurableStorage(folder)
    await expectState(storage, expected)
    const again = await openRegistry({ storage, survivorshipRules: TIMELESS })
    const done: number[] = []
    await again.registry.rescore({
      model: MODELS[target] as ScoringModel,
      onProgress: (progress) => void done.push(progress.done),
    })
    if ((done[0] ?? 0) > SLICE) resumed++
    expect((await storage.ledger.head()).modelVersion?.model).toBe(MODELS[target]?.version)
    await expectState(storage, expected)
    await again.registry.close()
  }
  return { killed, resumed }
}

async function expectState(storage: Storage, expected: ReadonlyMap<string, OrderlessState>): Promise<void> {
  const { modelVersion } = await storage.ledger.head()
  await expectIndexed(storage, await expectConsistent(storage))
  expectSameState(
    await orderlessState(storage),
    expected.get(modelVersion?.model ?? '') as OrderlessState,
    modelVersion?.model,
  )
}

/** @returns whether the process was killed before its end. */
async function rescoreAndKill(folder: string, target: string, after: number, laterMs: number): Promise<boolean> {
  const args = sourceArguments(CHILD, folder, target)
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'close')
  let slices = 0
  for await (const _ of createInterface({ input: child.stdout })) {
    if (slices++ !== after || child.killed) continue
    await setTimeout(laterMs)
    child.kill('SIGKILL')
  }
  const [code, signal] = (await gone) as [number | null, string | null]
  if (signal !== 'SIGKILL') expect(code, 'a process that was not killed completed').toBe(0)
  return signal === 'SIGKILL'
}
