import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { openDurableStorage } from '@utpid/adapter-folder'
import type { Storage } from '@utpid/core'
import { emptyCommit } from '@utpid/core/storage'
import { sourceArguments } from '@utpid/testing'
import { expect } from 'vitest'
import { parseRecord } from '../../src/ingest/parse-record.ts'
import { createRegistry } from '../../src/registry/create-registry.ts'
import { expectConsistent } from '../support/expect-consistent.ts'
import { expectIndexed } from '../support/expect-indexed.ts'
import { openRegistry } from '../support/open-registry.ts'
import { expectSameState, orderlessState } from '../support/registry-state.ts'
import { seededRandom } from '../support/small-world.ts'
import { TIMELESS } from '../support/timeless.ts'
import { feedOfRound, lastChange } from './feed-of-round.ts'

/** A line of output of `import-in-a-child.ts`. */
export type ChildLine =
  | { readonly begins: 'opening' | 'import' | 'closing' | 'ending' }
  | { readonly at: number; readonly utpid: string; readonly idempotencyKey?: string }

/** The time of a kill: some milliseconds after a number of acknowledged records, or after opening or closing starts. */
interface Moment {
  readonly after: number | 'opening' | 'closing'
  readonly laterMs: number
}

/** The writes that the killed processes acknowledged. */
interface Acknowledged {
  /** For each position in the feed: the last round that acknowledged the record. */
  readonly rounds: Map<number, number>
  readonly utpids: Set<string>
  readonly idempotencyKeys: Set<string>
}

const CHILD = new URL('import-in-a-child.ts', import.meta.url)
const BATCH_SIZES = [1, 7, 40, 150]
const OPENING_MS = 150
const CLOSING_MS = 10
/** The approximate time of one batch, in milliseconds. */
const BATCH_MS = 60

/**
 * In each round, kills a process at a random moment while it imports. Then expects that no acknowledged write is lost
 * and no write is incomplete. At the end, one undisturbed import must give the same result as without any kill.
 *
 * @param folder - A path that does not exist yet; the feeds are written next to it.
 * @returns the number of kills in each phase.
 */
export async function killImports(folder: string, rounds: number, seed: number): Promise<Record<string, number>> {
  const random = seededRandom(seed)
  const acknowledged: Acknowledged = { rounds: new Map(), utpids: new Set(), idempotencyKeys: new Set() }
  const killed: Record<string, number> = {}
  for (let round = 1; round <= rounds; round++) {
    const moment = momentOf(round, random)
    const batchSize = BATCH_SIZES[Math.floor(random() * BATCH_SIZES.length)] as number
    const phase = await runAndKill(folder, round, batchSize, moment, acknowledged)
    killed[phase] = (killed[phase] ?? 0) + 1
    const storage = await openDurableStorage(folder)
    await expectNothingLost(storage, acknowledged, round)
    await storage.close()
  }
  await expectGoesOn(folder, rounds)
  return killed
}

/**
 * Returns when to kill a process. Of six processes, one is killed during opening and one during closing. The first kill
 * of both kinds is early.
 */
function momentOf(round: number, random: () => number): Moment {
  // Does not wait at the first kill, since a fast machine may finish opening sooner.
  if (round % 6 === 2) return { after: 'opening', laterMs: round === 2 ? 0 : random() * OPENING_MS }
  if (round % 6 === 4) return { after: 'closing', laterMs: random() * CLOSING_MS }
  return { after: Math.floor(random() * feedOfRound(0).length), laterMs: random() * BATCH_MS }
}

/** @returns the last phase that the process has started. */
async function runAndKill(
  folder: string,
  round: number,
  batchSize: number,
  { after, laterMs }: Moment,
  acknowledged: Acknowledged,
): Promise<string> {
  const feed = `${folder}-round-${round}.json`
  writeFileSync(feed, JSON.stringify(feedOfRound(round)))
  const args = sourceArguments(CHILD, folder, feed, `${batchSize}`)
  const child: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'close')
  let phase = 'starting'
  let records = 0
  let due = after === 0
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as ChildLine
    if ('begins' in line) phase = line.begins
    else {
      records++
      acknowledged.rounds.set(line.at, round)
      acknowledged.utpids.add(line.utpid)
      if (line.idempotencyKey !== undefined) acknowledged.idempotencyKeys.add(line.idempotencyKey)
    }
    due ||= records === after || ('begins' in line && line.begins === after)
    if (!due || child.killed) continue
    // During this wait, the loop also reads acknowledgements, up to the last line.
    await setTimeout(laterMs)
    child.kill('SIGKILL')
  }
  const [code, signal] = (await gone) as [number | null, string | null]
  if (signal !== 'SIGKILL') expect(code, 'a process that was not killed completed').toBe(0)
  return signal === 'SIGKILL' ? phase : 'ended before'
}

async function expectNothingLost(storage: Storage, acknowledged: Acknowledged, round: number): Promise<void> {
  const whole = await expectConsistent(storage)
  await expectIndexed(storage, whole)
  const stored = new Map(
    whole.records.map(({ row }) => [`${row.record.supplier}\n${row.record.code}`, JSON.stringify(row.record)]),
  )
  const feed = feedOfRound(round)
  const feeds = new Map([[round, feed]])
  for (const [at, acknowledgedIn] of acknowledged.rounds) {
    // The registry may contain a later version without an acknowledgement, but never an earlier version.
    const versions = new Set<number>()
    for (let later = acknowledgedIn; later <= round; later++) versions.add(lastChange(at, later))
    const allowed = [...versions].map((version) => {
      if (!feeds.has(version)) feeds.set(version, feedOfRound(version))
      const parsed = parseRecord(feeds.get(version)?.[at])
      return 'record' in parsed ? JSON.stringify(parsed.record) : 'rejected'
    })
    expect(allowed).toContain(stored.get(`${feed[at]?.supplier}\n${feed[at]?.code}`))
  }
  await expectFeed(storage)
  const { registry } = await openRegistry({ storage })
  for (const utpid of acknowledged.utpids) expect(await registry.locate({ utpid }), utpid).toBeDefined()
  const { change } = await storage.ledger.head()
  for (const idempotencyKey of acknowledged.idempotencyKeys) {
    const repeated = await storage.ledger.commit({
      ...emptyCommit(new Date(0).toISOString(), change),
      idempotencyKey: idempotencyKey,
    })
    expect(repeated, idempotencyKey).toMatchObject({ repeated: true })
  }
}

/** Fails unless every change and all rows that it lists exist. */
async function expectFeed({ ledger }: Storage): Promise<void> {
  const { change: head } = await ledger.head()
  for (let after = 0; after < head; ) {
    const page = await ledger.changes(after, 1_000)
    expect(page.map(({ change }) => change)).toEqual(page.map((_, at) => after + at + 1))
    for (const { records } of page) {
      expect((await ledger.getRecords(records)).map((each) => each?.row.id)).toEqual([...records])
    }
    after += page.length
  }
}

async function expectGoesOn(folder: string, round: number): Promise<void> {
  const lived = await createRegistry({ storage: await openDurableStorage(folder), survivorshipRules: TIMELESS })
  await lived.import(feedOfRound(round))
  await lived.close()
  const storage = await openDurableStorage(folder)
  const state = await orderlessState(storage)
  await storage.close()
  const fresh = await openRegistry({ survivorshipRules: TIMELESS })
  await fresh.registry.import(feedOfRound(round))
  expectSameState(state, await orderlessState(fresh.storage))
}
