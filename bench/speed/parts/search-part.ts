import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { openRegistry } from '../../feeds/registries.ts'
import { childTask, type TaskResult } from '../../harness/child-task.ts'
import { load } from '../../harness/machine.ts'
import { type PartContext, part, wholeNumber } from '../../harness/part.ts'
import { below, count, type Figure } from '../../harness/row.ts'
import { cpuSeconds, mean, median, quantile, secondsSince, timeEach } from '../../harness/statistics.ts'
import { SEARCH_KINDS, type SearchQueryText } from '../inputs/draw-queries.ts'
import { readDocuments } from '../inputs/search-document.ts'
import { BASELINES, type Baseline, openBaseline, PAGE } from '../inputs/search-engines.ts'
import { SpeedFolder } from '../inputs/speed-folder.ts'

/**
 * The utpid engine that returns whole products with all their records. The engine `utpid` returns the displayed fields.
 */
const WHOLE = 'utpid-whole'
/** Runs of each engine, interleaved. */
const RUNS = 3
/** Maximum seconds of a run of an engine, including building its index. */
const SECONDS = 600
const MEGABYTES = 4_096
/** Kinds of queries that both engines support. The registry still does more: it corrects typos and counts totals. */
const BOTH_CAN = ['one word', '2-3 words', 'prefix', 'common words']
const DOCUMENTS_PER_LOOK = 1_000
const WARM_UP = 200

/** The run of one engine in a process. `stopped` is the reason why it did not finish all queries. */
export type SearchRun = TaskResult<typeof searchTask> & { readonly stopped?: string }

/** Data of the page in addition to the rows: the runs by engine. */
export const SEARCHES: { products: number; readonly runs: (readonly SearchRun[])[] } = { products: 0, runs: [] }

/** Sends the same queries to utpid and to three in-memory engines, each in a separate process. */
export const searchPart = part('search', async (context) => {
  const place = await SpeedFolder.open(context)
  const runs = measureEngines(place, ['utpid', WHOLE, ...BASELINES], context)
  SEARCHES.products = place.products
  SEARCHES.runs.push(...runs.values())
  const rows = [...runs].flatMap(([engine, own]) => below(engine, figuresOf(engine, own, place.products)))
  const skipped = [...runs].flatMap(([engine, own]) => stoppedSentences(engine, own))
  return { n: place.records, rows: below('search', [...rows, ...fasterFigures(runs)]), skipped }
})

/** Runs engines interleaved: each engine once, then each engine again. */
export function measureEngines(
  place: SpeedFolder,
  engines: readonly string[],
  context: PartContext,
): Map<string, SearchRun[]> {
  const seconds = wholeNumber(context, 'seconds', SECONDS)
  const megabytes = wholeNumber(context, 'megabytes', MEGABYTES)
  const runs = new Map<string, SearchRun[]>(engines.map((engine) => [engine, []]))
  for (let round = 1; round <= RUNS; round++) {
    for (const engine of engines) {
      // If one run of an engine was stopped, a further run would be stopped as well.
      if (runs.get(engine)?.some(({ stopped }) => stopped !== undefined)) continue
      context.say(`speed: ${engine}, ${round} of ${RUNS}`)
      const limits = { seconds, megabytes }
      const run = place.tryOnce(`search-${engine}-${round}`, searchTask, limits, engine, place.folder, seconds)
      runs.get(engine)?.push('times' in run ? run : { ...nothingMeasured(engine), ...run })
    }
  }
  return runs
}

function nothingMeasured(engine: string): SearchRun {
  const none = Number.NaN
  return { engine, documents: 0, ready: { seconds: none, cpu: none, bytes: none }, times: {}, cpuMs: none, load: 0 }
}

/** Returns the milliseconds of all queries of some kinds in one run. */
export function timesOf({ times }: SearchRun, kinds: readonly string[] = SEARCH_KINDS): number[] {
  return kinds.flatMap((kind) => times[kind] ?? [])
}

/** Returns the median of a figure over runs; null if no run has the figure. */
export function overSearches(runs: readonly SearchRun[], figure: (run: SearchRun) => number): number | null {
  const values = runs.map(figure).filter(Number.isFinite)
  return values.length === 0 ? null : median(values)
}

function figuresOf(engine: string, runs: readonly SearchRun[], products: number): Figure[] {
  const over = (figure: (run: SearchRun) => number): number | null => overSearches(runs, figure)
  const at = (share: number, kinds?: readonly string[]): number | null =>
    over((run) => quantile(timesOf(run, kinds), share))
  const isOurs = engine === 'utpid'
  const ready = isOurs || engine === WHOLE ? '... opened until it can be asked' : '... built'
  const mixed = `${engine}, ${count(products)} products: mixed search, p50`
  return [
    ['p50', mixed, at(0.5), 'ms', isOurs ? '<= 0.3' : undefined],
    ['p99', '... p99', at(0.99), 'ms', isOurs ? '<= 12' : undefined],
    ['max', '... most', at(1), 'ms', isOurs ? '<= 50' : undefined],
    ['cpu', '... of the processor, a query', over((run) => run.cpuMs), 'ms'],
    ...SEARCH_KINDS.flatMap((kind) =>
      below(kind.replaceAll(' ', '-'), [
        ['p50', `... ${kind}: p50`, at(0.5, [kind]), 'ms'],
        ['p99', '... p99', at(0.99, [kind]), 'ms'],
      ]),
    ),
    ['ready', ready, over((run) => run.ready.seconds), 's'],
    ['ready.cpu', '... of the processor', over((run) => run.ready.cpu), 's'],
    ['bytes', '... the process then', over((run) => run.ready.bytes / 2 ** 20), 'MB'],
    ['load', '... load of the machine', over((run) => run.load), ''],
  ]
}

/** Returns the ratios of the other engines' times to those of utpid, for queries that both support. */
function fasterFigures(runs: ReadonlyMap<string, readonly SearchRun[]>): Figure[] {
  const ratio = (figure: (times: readonly number[]) => number): number | null => {
    const [ours, theirs] = ['utpid', 'flexsearch'].map((engine) =>
      overSearches(runs.get(engine) ?? [], (run) => figure(timesOf(run, BOTH_CAN))),
    )
    return ours == null || theirs == null ? null : theirs / ours
  }
  const what = 'flexsearch takes so many times as long, on what both can do:'
  return [
    ['faster.mean', `${what} mean`, ratio(mean), 'times', '>= 20'],
    ['faster.p99', '... p99', ratio((times) => quantile(times, 0.99)), 'times', '>= 20'],
  ]
}

function stoppedSentences(engine: string, runs: readonly SearchRun[]): string[] {
  const run = runs.find(({ stopped }) => stopped !== undefined)
  if (run === undefined) return []
  const asked = timesOf(run).length
  return [
    `search: ${engine} was stopped ${run.stopped}, with ${count(run.documents)} documents, after ${asked} queries.`,
  ]
}

interface Opened {
  readonly documents: number
  ask(query: SearchQueryText): unknown
  close(): Promise<void>
}

/** Runs all queries on one engine. It stops after some seconds. */
const searchTask = childTask(import.meta, 'search', async (engine: string, folder: string, seconds: number) => {
  const began = performance.now()
  const isOver = (): boolean => secondsSince(began) > seconds
  const { ask, documents, close } = await (engine === 'utpid' || engine === WHOLE
    ? openedRegistry(folder, engine === WHOLE)
    : openedBaseline(folder, engine as Baseline, isOver))
  const ready = { seconds: secondsSince(began), cpu: cpuSeconds(), bytes: process.memoryUsage().rss }
  const queries = JSON.parse(readFileSync(join(folder, 'queries.json'), 'utf8')) as SearchQueryText[]
  await timeEach(until(isOver, queries.slice(-WARM_UP)), ask)
  const cpuBefore = cpuSeconds()
  const all = await timeEach(until(isOver, queries), ask)
  const cpuMs = ((cpuSeconds() - cpuBefore) * 1_000) / Math.max(1, all.length)
  const times: Record<string, number[]> = {}
  for (const [at, time] of all.entries()) {
    const { kind } = queries[at] as SearchQueryText
    times[kind] = [...(times[kind] ?? []), time]
  }
  await close()
  const stopped = all.length < queries.length ? { stopped: `after ${seconds} s` } : {}
  return { engine, documents, ready, times, cpuMs, load: load(), ...stopped }
})

function* until<Item>(isOver: () => boolean, items: readonly Item[]): Generator<Item> {
  for (const item of items) {
    if (isOver()) return
    yield item
  }
}

async function openedBaseline(folder: string, name: Baseline, isOver: () => boolean): Promise<Opened> {
  const engine = openBaseline(name)
  let documents = 0
  for await (const document of readDocuments(join(folder, 'documents.jsonl'))) {
    if (documents % DOCUMENTS_PER_LOOK === 0 && isOver()) break
    await engine.add(document)
    documents++
  }
  return { documents, ask: ({ text, country }) => engine.search(text, country), close: async () => {} }
}

async function openedRegistry(folder: string, isWhole: boolean): Promise<Opened> {
  const storage = await openDurableStorage(join(folder, 'registry'), { index: 'segments' })
  const registry = await openRegistry(storage)
  const { products } = await registry.stats()
  return {
    documents: products.total,
    ask: ({ text, country }) => {
      const options = { limit: PAGE, ...(country === undefined ? {} : { country }) }
      return registry.search(text, { ...options, fields: isWhole ? 'all' : 'summary' })
    },
    close: () => registry.close(),
  }
}
