import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { openDurableStorage } from '@utpid/adapter-folder'
import type { Storage } from '@utpid/core'
import { sourceArguments } from '@utpid/testing'
import { expect } from 'vitest'
import { UTPID_FORMAT } from '../../src/model/utpid.ts'
import { expectConsistent } from '../support/expect-consistent.ts'
import { expectIndexed } from '../support/expect-indexed.ts'
import { openRegistry } from '../support/open-registry.ts'
import { seededRandom } from '../support/small-world.ts'

/** A line of output of `decide-in-a-child.ts`. */
export type DecidedLine =
  | { readonly begins: 'opening' | 'deciding' | 'closing' }
  | { readonly change: number; readonly does: string }

const CHILD = new URL('decide-in-a-child.ts', import.meta.url)
/** The maximum number of acknowledged decisions before a kill. */
const MAX_DECISIONS = 8
/** The approximate time of one decision, in milliseconds. */
const DECISION_MS = 25

/**
 * In each round, kills a process at a random moment while it makes decisions. Then expects that every acknowledged
 * decision is complete, with its judgements, and that no decision is incomplete.
 *
 * @param folder - A path that does not exist yet.
 * @returns the number of processes killed during decisions, and the number of acknowledged decisions.
 */
export async function killDecisions(
  folder: string,
  rounds: number,
  seed: number,
): Promise<{ killed: number; acknowledged: number }> {
  const random = seededRandom(seed)
  const acknowledged = new Map<number, string>()
  let killed = 0
  for (let round = 1; round <= rounds; round++) {
    const after = Math.floor(random() * MAX_DECISIONS)
    if (await decideAndKill(folder, seed + round, after, random() * DECISION_MS, acknowledged)) killed++
    const storage = await openDurableStorage(folder)
    try {
      await expectDecided(storage, acknowledged)
    } finally {
      await storage.close()
    }
  }
  return { killed, acknowledged: acknowledged.size }
}

/** @returns whether the process was killed during decisions. */
async function decideAndKill(
  folder: string,
  seed: number,
  after: number,
  laterMs: number,
  acknowledged: Map<number, string>,
): Promise<boolean> {
  const args = sourceArguments(CHILD, folder, `${seed}`)
  const child: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'close')
  let decided = -1
  let deciding = false
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as DecidedLine
    if ('change' in line) acknowledged.set(line.change, line.does)
    else deciding = line.begins === 'deciding'
    if ('change' in line || line.begins === 'deciding') decided++
    if (decided !== after || child.killed) continue
    // During this wait, the loop also reads acknowledgements, up to the last line.
    await setTimeout(laterMs)
    child.kill('SIGKILL')
  }
  const [code, signal] = (await gone) as [number | null, string | null]
  if (signal !== 'SIGKILL') expect(code, 'a process that was not killed completed').toBe(0)
  return signal === 'SIGKILL' && deciding
}

async function expectDecided(storage: Storage, acknowledged: ReadonlyMap<number, string>): Promise<void> {
  const whole = await expectConsistent(storage)
  await expectIndexed(storage, whole)
  const { ledger } = storage
  const rows = await ledger.decisions([...acknowledged.keys()])
  for (const [at, [change, does]] of [...acknowledged].entries()) {
    expect(rows[at], `change ${change}`).toMatchObject({ change, kind: does })
    for (const { id } of rows[at]?.before ?? []) {
      expect((await ledger.lineage([id]))[0]?.decisions, `decisions about ${id}`).toContain(change)
    }
  }
  const productOf = new Map(whole.records.map(({ row, link }) => [row.id, link?.productId]))
  for (const { a, b, verdict } of whole.judgements) {
    const [one, other] = [productOf.get(a), productOf.get(b)]
    if (one !== undefined && other !== undefined) expect(one === other).toBe(verdict === 'same')
  }
  // Expects a working registry: every id of the ledger leads somewhere.
  const { registry } = await openRegistry({ storage })
  for (const { id } of whole.lineage.slice(0, 50))
    expect(await registry.locate({ utpid: UTPID_FORMAT.format(id) })).toBeDefined()
}
