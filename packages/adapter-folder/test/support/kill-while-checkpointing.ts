import { type CheckpointEvent, openDurableStorage } from '@utpid/adapter-folder'
import { LIMITS, type Storage } from '@utpid/core'
import { nextLine } from '@utpid/testing'
import { expect } from 'vitest'
import { startChild } from './child-process.ts'
import { openSmallSegments } from './durable-suite.ts'
import { STAYS_CHANGED } from './numbered-stay.ts'

/**
 * Kills a process that changes stays during checkpoints and merges, in each round. No acknowledged change may be lost,
 * and the index must equal a rebuilt index.
 *
 * @returns how often the index was read from a checkpoint.
 */
export async function killWhileSnapshotting(folder: string, acknowledgements: readonly number[]): Promise<number> {
  let fromSnapshot = 0
  for (const count of acknowledgements) {
    const child = startChild('change', folder)
    let acknowledged = 0
    for (let line = 0; line < count; line++) acknowledged = Math.max(acknowledged, Number(await nextLine(child)))
    await child.kill()
    for (let next = await child.lines.next(); !next.done; next = await child.lines.next()) {
      acknowledged = Math.max(acknowledged, Number(next.value))
    }
    // Opens a plain index first, which leaves the checkpoint of the killed process unchanged.
    const plain = await openDurableStorage(folder)
    expect((await plain.ledger.head()).change).toBeGreaterThanOrEqual(acknowledged)
    const expected = await answersOf(plain)
    await plain.close()
    const events: CheckpointEvent[] = []
    const storage = await openSmallSegments(folder, { onCheckpoint: (event) => events.push(event) })
    expect(events.filter(({ kind }) => kind === 'rejected')).toEqual([])
    if (events.some(({ kind }) => kind === 'opened')) fromSnapshot++
    expect(await answersOf(storage)).toEqual(expected)
    await storage.close()
  }
  return fromSnapshot
}

/** Returns the records of every key, and the products of some words, page by page. */
async function answersOf({ index }: Storage): Promise<unknown> {
  const numbers = Array.from({ length: STAYS_CHANGED }, (_, at) => at)
  const lookups = numbers.map((number) => ({ keys: [1_000 + number, 5_000 + (number % 7)].sort((a, b) => a - b) }))
  const words = ['n:hotel', 'n:even', 'n:odd']
  return {
    candidates: await index.candidates(lookups, LIMITS.recordsPerKey),
    found: await Promise.all(
      words.map((word) =>
        index.search({ tiers: [{ groups: [{ any: [word] }] }], filters: [], offset: 0, limit: STAYS_CHANGED }),
      ),
    ),
  }
}
