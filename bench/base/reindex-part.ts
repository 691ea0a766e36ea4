import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, formatUtpid, type MatchResult } from '@utpid/core'
import { ARTIFICIAL_RULES } from '@utpid/storage-conformance'
import { type FeedRow, generatedRows, latestOfEachCode, withoutCode } from '../feeds/feed-rows.ts'
import { type FilledRegistry, PAUSING } from '../feeds/registries.ts'
import { childTask, runTask } from '../harness/child-task.ts'
import { part } from '../harness/part.ts'
import { below, count } from '../harness/row.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'
import { quantile, secondsSince, timeEach } from '../harness/statistics.ts'
import { clustersOf } from '../harness/stored-rows.ts'
import { withFolder } from '../harness/with-folder.ts'

/** Enough products for the first records, and for further records that are imported during the reindex. */
const PRODUCTS = 14_000
const RECORDS = 20_000
/** The default batch size of `import`. Batches follow each other without a pause. */
const IMPORTED_AT_ONCE = 500
const QUESTIONS = 500
const QUESTIONS_BEFORE = 200
const PAUSE_MS = 3

type Filled = Pick<FilledRegistry, 'registry' | 'storage'>

/** Reindexes a registry to an artificial index version during matches, searches and imports. */
export const reindexPart = part('reindex', async ({ seed, say }) => {
  say('reindex: generated records into a durable registry, reindexed to an artificial index version')
  const run = runTask(reindexTask, seed)
  const what = `... groups, and answers to ${QUESTIONS} matches and searches, that differ from a registry imported again`
  const rows = below('reindex', [
    ['seconds', `reindex of ${count(RECORDS)} records, durable, beside other work`, run.seconds, 's'],
    ['imported', '... records imported meanwhile', run.imported, 'count', '>= 1'],
    ['match-p99', '... match p99 meanwhile', run.matchP99, 'ms'],
    ['match-p99-before', '... match p99 before', run.matchP99Before, 'ms'],
    ['search-p99', '... search p99 meanwhile', run.searchP99, 'ms'],
    [
      'slowest-import',
      '... slowest import of 500 records, one right after the other, meanwhile',
      run.slowestImport,
      'ms',
    ],
    ['longest-block', '... longest time for which nothing else ran', run.longestBlock, 'ms'],
    ['differences', what, run.differences, 'count', '= 0'],
  ])
  return { n: RECORDS, rows }
})

const reindexTask = childTask(import.meta, 'reindex', (seed: number) =>
  withFolder(async (folder) => {
    const records = latestOfEachCode(generatedRows({ seed, products: PRODUCTS }))
    const questions = shuffled(records, seededRandom(seed)).slice(0, QUESTIONS)
    const storage = await openDurableStorage(folder)
    await using registry = await createRegistry({ storage, termFrequencies: 'manual', ...PAUSING })
    await registry.import(records.slice(0, RECORDS))
    const match = async (input: FeedRow): Promise<void> => void (await registry.match(withoutCode(input)))
    const before = await timeEach(questions.slice(0, QUESTIONS_BEFORE), match, PAUSE_MS)
    const loop = { on: true }
    const matches = timeEach(repeated(questions, loop), match, PAUSE_MS)
    const searches = timeEach(repeated(questions, loop), ({ name }) => registry.search(String(name)), PAUSE_MS)
    const rest = records.slice(RECORDS)
    // The import starts again with a new version of the records until the reindex ends.
    let version = 0
    const imports = timeEach(repeated(batchesOf(rest), loop), (batch) => registry.import(nextVersion(batch, version++)))
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const started = performance.now()
    await registry.reindex({ rules: ARTIFICIAL_RULES })
    const seconds = secondsSince(started)
    delay.disable()
    loop.on = false
    const [matchTimes, searchTimes, importTimes] = await Promise.all([matches, searches, imports])
    await registry.import(rest)
    return {
      imported: importTimes.length * IMPORTED_AT_ONCE,
      seconds,
      matchP99Before: quantile(before, 0.99),
      matchP99: quantile(matchTimes, 0.99),
      searchP99: quantile(searchTimes, 0.99),
      // Writes wait during the swap, and occasionally before it.
      slowestImport: quantile(importTimes, 1),
      longestBlock: delay.max / 1e6,
      differences: await differences({ registry, storage }, records, questions),
    }
  }),
)

/** Repeats a list until the loop is switched off. */
function* repeated<Item>(items: readonly Item[], loop: { readonly on: boolean }): Generator<Item> {
  for (let at = 0; loop.on; at++) yield items[at % items.length] as Item
}

function batchesOf(rows: readonly FeedRow[]): FeedRow[][] {
  return Array.from({ length: Math.ceil(rows.length / IMPORTED_AT_ONCE) }, (_, at) =>
    rows.slice(at * IMPORTED_AT_ONCE, (at + 1) * IMPORTED_AT_ONCE),
  )
}

/** Returns the records with another number of stars, so that each is written. */
function nextVersion(batch: readonly FeedRow[], at: number): FeedRow[] {
  return batch.map((record) => ({ ...record, stars: (at % 5) + 1 }))
}

/**
 * Compares clusters and answers, without UTPIDs, with those of a registry that was filled at the artificial version.
 */
async function differences(lived: Filled, records: readonly FeedRow[], questions: readonly FeedRow[]): Promise<number> {
  const storage = createMemoryStorage()
  await using registry = await createRegistry({ storage, rules: ARTIFICIAL_RULES, termFrequencies: 'manual' })
  await registry.import(records)
  const fresh = new Set(await answersOf({ registry, storage }, questions))
  const answers = await answersOf(lived, questions)
  return answers.filter((line) => !fresh.delete(line)).length + fresh.size
}

/** Returns a line for each cluster, match and search. */
async function answersOf({ registry, storage }: Filled, questions: readonly FeedRow[]): Promise<string[]> {
  const clusters = await clustersOf(storage)
  const texts = new Map([...clusters].map(([id, codes]) => [formatUtpid(id), codes.join(', ')]))
  const lines = [...texts.values()].map((cluster) => `cluster ${cluster}`)
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

function matchText({ decision, confidence, matches }: MatchResult, clusters: ReadonlyMap<string, string>): string {
  const found = matches.map((match) => `${match.confidence} ${clusters.get(match.utpid)}`)
  return `${decision} ${confidence} ${found.sort().join(' | ')}`
}
