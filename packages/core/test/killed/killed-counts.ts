import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openDurableStorage } from '@utpid/adapter-folder'
import { sourceArguments } from '@utpid/testing'
import { expect } from 'vitest'
import { MIN_COUNTED_RECORDS } from '../../src/registry/context/term-frequency-state.ts'
import { generatedRecords } from '../properties/histories/order-properties.ts'
import { expectConsistent } from '../support/expect-consistent.ts'
import { expectIndexed } from '../support/expect-indexed.ts'
import { openRegistry } from '../support/open-registry.ts'
import { expectSameState, orderlessState } from '../support/registry-state.ts'
import { seededRandom } from '../support/small-world.ts'
import { TIMELESS } from '../support/timeless.ts'

const CHILD = new URL('count-in-a-child.ts', import.meta.url)
/** Records in a slice of a count. A count has two phases with as many slices. */
const SLICE = 50
/** Records of the feed above the minimum for a count, since a few of them are rejected or repeat a code. */
const SPARE = 10

/**
 * In each round, kills a process at a random moment while it counts words at the end of an import. All records of the
 * import must be there, with the clusters of one term-frequency version. The next import must resume the count.
 *
 * @param folder - A path that does not exist yet; the feed is written next to it.
 * @param minCountedRecords - The number of records from which the registries count. The feed has a few more.
 * @returns the number of killed counts, and the number of next ones that did not start at the first slice.
 */
export async function killCounts(
  folder: string,
  rounds: number,
  seed: number,
  minCountedRecords: number = MIN_COUNTED_RECORDS,
): Promise<{ killed: number; resumed: number }> {
  const random = seededRandom(seed)
  const records = generatedRecords(20, Math.ceil(minCountedRecords * 0.7)).slice(0, minCountedRecords + SPARE)
  // The last slices may be over before the signal arrives.
  const slices = Math.floor((records.length / SLICE) * 2 * 0.93)
  const feed = `${folder}-feed.json`
  writeFileSync(feed, JSON.stringify(records))
  const fresh = await openRegistry({ survivorshipRules: TIMELESS, termFrequencies: 'manual', minCountedRecords })
  await fresh.registry.import(records)
  const shipped = await orderlessState(fresh.storage)
  await fresh.registry.countTermFrequencies()
  const counted = await orderlessState(fresh.storage)
  let killed = 0
  let resumed = 0
  for (let round = 1; round <= rounds; round++) {
    const path = `${folder}-${round}`
    if (await countAndKill([path, feed, String(minCountedRecords)], 1 + Math.floor(random() * slices))) killed++
    const storage = await openDurableStorage(path)
    await expectIndexed(storage, await expectConsistent(storage))
    const { modelVersion } = await storage.ledger.head()
    expectSameState(await orderlessState(storage), modelVersion?.tfVersion === 1 ? counted : shipped)
    const again = await openRegistry({ storage, survivorshipRules: TIMELESS, minCountedRecords })
    const done: number[] = []
    const report = await again.registry.import(records, { onCounting: (progress) => done.push(progress.done) })
    expect(report.unchanged + report.rejected + report.superseded).toBe(records.length)
    if ((done[0] ?? 0) > SLICE) resumed++
    expect((await storage.ledger.head()).modelVersion?.tfVersion).toBe(1)
    expectSameState(await orderlessState(storage), counted)
    await again.registry.close()
  }
  return { killed, resumed }
}

/** @returns whether the process was killed before its end. */
async function countAndKill(given: readonly string[], after: number): Promise<boolean> {
  const child = spawn(process.execPath, sourceArguments(CHILD, ...given), { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'close')
  let slices = 0
  for await (const _ of createInterface({ input: child.stdout })) if (++slices === after) child.kill('SIGKILL')
  const [code, signal] = (await gone) as [number | null, string | null]
  if (signal !== 'SIGKILL') expect(code, 'a process that was not killed completed').toBe(0)
  return signal === 'SIGKILL'
}
