/**
 * `reindex-once.ts SEED`: reindexes a durable registry of generated records to an artificial index version, while it
 * matches, searches and imports. Compares the result with a registry that was filled at that version; prints a {@link
 * ReindexRun}.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, formatUtpid, LIMITS, type MatchResult, type Registry, type Storage } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { ARTIFICIAL_RULES } from '@utpid/storage-conformance'
import { quantile } from '../harness/quantile.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'

export interface ReindexRun {
  readonly records: number
  /** Records imported during the reindex. */
  readonly imported: number
  readonly seconds: number
  /** Milliseconds of one match, before the reindex and during it. */
  readonly matchP99Before: number
  readonly matchP99: number
  readonly searchP99: number
  /**
   * Milliseconds of the slowest import of {@link IMPORTED_AT_ONCE} records. Writes wait during the swap, and
   * occasionally before it.
   */
  readonly slowestImport: number
  /** Longest time in milliseconds for which the event loop was blocked. */
  readonly longestBlock: number
  readonly questions: number
  /** Clusters and answers that differ from those of a registry filled with the new version. */
  readonly differences: number
}

type FeedRow = Readonly<Record<string, unknown>>

/** Enough products for the first records, and for further records that are imported during the reindex. */
const PRODUCTS = 14_000
const RECORDS = 20_000
/** The default batch size of `import`. Batches follow each other without a pause. */
const IMPORTED_AT_ONCE = 500
const QUESTIONS = 500
const PAUSE_MS = 3

const seed = Number(process.argv[2])
const folder = await mkdtemp(join(tmpdir(), 'utpid-bench-'))
try {
  process.stdout.write(JSON.stringify(await measure()))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure(): Promise<ReindexRun> {
  const rows = [...generateFeeds({ seed, products: PRODUCTS }).records].map((record) => toRecord({ ...record }))
  const records = latestOfEachCode(rows)
  const questions = shuffled(records, seededRandom(seed)).slice(0, QUESTIONS)
  const storage = await openDurableStorage(folder)
  await using registry = await createRegistry({ storage, yield: async () => void (await setImmediate()) })
  await registry.import(records.slice(0, RECORDS))
  const idle = await timed(questions.slice(0, 200), (input) => registry.match(withoutCode(input)), once())
  const loop = { on: true }
  const matches = timed(questions, (input) => registry.match(withoutCode(input)), loop)
  const searches = timed(questions, ({ name }) => registry.search(String(name)), loop)
  const rest = records.slice(RECORDS)
  const batches = Array.from({ length: Math.ceil(rest.length / IMPORTED_AT_ONCE) }, (_, at) =>
    rest.slice(at * IMPORTED_AT_ONCE, (at + 1) * IMPORTED_AT_ONCE),
  )
  // The import starts again with a new version of the records until the reindex ends.
  let imported = 0
  const imports = timed(batches, (batch) => registry.import(nextVersion(batch, imported++)), loop, 0)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const started = performance.now()
  await registry.reindex({ rules: ARTIFICIAL_RULES })
  const seconds = (performance.now() - started) / 1_000
  delay.disable()
  loop.on = false
  const [matchTimes, searchTimes, importTimes] = await Promise.all([matches, searches, imports])
  await registry.import(rest)
  return {
    records: RECORDS,
    imported: importTimes.length * IMPORTED_AT_ONCE,
    seconds,
    matchP99Before: quantile(idle, 0.99),
    matchP99: quantile(matchTimes, 0.99),
    searchP99: quantile(searchTimes, 0.99),
    slowestImport: quantile(importTimes, 1),
    longestBlock: delay.max / 1e6,
    questions: QUESTIONS,
    differences: await differences({ registry, storage }, records, questions),
  }
}

/** Of rows with the same code, the last one counts. */
function latestOfEachCode(records: readonly FeedRow[]): FeedRow[] {
  return [...new Map(records.map((record) => [`${record.supplier}\u0000${record.code}`, record])).values()]
}

/** Returns the records with another number of stars, so that each is written. */
function nextVersion(batch: readonly FeedRow[], at: number): FeedRow[] {
  return batch.map((record) => ({ ...record, stars: (at % 5) + 1 }))
}

function withoutCode({ supplier: _supplier, code: _code, ...input }: FeedRow): FeedRow {
  return input
}

interface LoopState {
  on: boolean
  /** Whether to process the list only once. */
  readonly once?: boolean
}

function once(): LoopState {
  return { on: true, once: true }
}

/** Returns the milliseconds of each call. Calls are sequential, with a pause between them. */
async function timed<T>(
  items: readonly T[],
  call: (item: T) => Promise<unknown>,
  loop: LoopState,
  pauseMs = PAUSE_MS,
): Promise<number[]> {
  const times: number[] = []
  do {
    for (const item of items) {
      if (!loop.on) return times
      const started = performance.now()
      await call(item)
      times.push(performance.now() - started)
      if (pauseMs > 0) await setTimeout(pauseMs)
    }
  } while (loop.once !== true)
  return times
}

interface Filled {
  readonly registry: Registry
  readonly storage: Storage
}

/**
 * Compares clusters and answers, without UTPIDs, with those of a registry that was filled at the artificial version.
 */
async function differences(lived: Filled, records: readonly FeedRow[], questions: readonly FeedRow[]): Promise<number> {
  const storage = createMemoryStorage()
  await using registry = await createRegistry({ storage, rules: ARTIFICIAL_RULES })
  await registry.import(records)
  const fresh = await answersOf({ registry, storage }, questions)
  const answers = await answersOf(lived, questions)
  const known = new Set(fresh)
  return answers.filter((line) => !known.delete(line)).length + known.size
}

/** Returns a line for each cluster, match and search. */
async function answersOf({ registry, storage }: Filled, questions: readonly FeedRow[]): Promise<string[]> {
  const groups = await clustersOf(storage)
  const named = [...groups].map(
    ([id, codes]) =>
      [
        formatUtpid(id),
        codes
          .sort()
          .join('reindex: generated records into a durable registry, reindexed to an artificial index version'),
      ] as const,
  )
  const texts = new Map(named)
  const lines = named.map(([, group]) => `group ${group}`)
  const results = await registry.mapBatch(questions.map(withoutCode))
  lines.push(...results.map((result, at) => `match ${at} ${matchText(result, texts)}`))
  for (const [at, { name }] of questions.entries()) {
    const { total, products } = await registry.search(String(name))
    // Among equally ranked results, ids decide which results are on the first page. Skip queries with more results than
    // one page.
    const shown = total > products.length ? [] : products.map(({ utpid }) => texts.get(utpid)).sort()
    lines.push(`search ${at} ${total} ${shown.join(' | ')}`)
  }
  return lines
}

function matchText({ decision, confidence, matches }: MatchResult, groups: ReadonlyMap<string, string>): string {
  const found = matches.map((match) => `${match.confidence} ${groups.get(match.utpid)}`)
  return `${decision} ${confidence} ${found.sort().join(' | ')}`
}

async function clustersOf({ ledger }: Storage): Promise<Map<number, string[]>> {
  const groups = new Map<number, string[]>()
  for (let after = -1; ; ) {
    const page = await ledger.scanRecords(after, LIMITS.rowsPerPage)
    for (const { row, link } of page) {
      if (link === undefined) continue
      const code = `${row.record.supplier} ${row.record.code}`
      groups.set(link.productId, [...(groups.get(link.productId) ?? []), code])
    }
    const last = page.at(-1)
    if (last === undefined) return groups
    after = last.row.id
  }
}
