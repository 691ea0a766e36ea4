import type { Part, PartContext, PartResult } from '../../harness/part.ts'
import { median, quantile } from '../../harness/quantile.ts'
import { barRow, plainRow, type Row } from '../../harness/row.ts'
import { recordsOf } from '../../place/filled.ts'
import { BASELINES } from '../engines/baselines.ts'
import { SEARCH_KINDS } from '../inputs/draw-queries.ts'
import { runOnce, type Stopped } from '../runs/run-once.ts'
import { type SearchRun, WHOLE } from '../runs/search-run.ts'
import type { SpeedFindings } from '../runs/speed-findings.ts'
import type { SpeedFolders } from '../runs/speed-folder.ts'

/** About a million products. */
export const SPEED_RECORDS = 2_000_000
/** Runs of each engine, interleaved. */
const RUNS = 3
/** Maximum seconds of a run of an engine, including building its index. */
const SECONDS = 600
const MEGABYTES = 4_096
/** Kinds of queries that both engines support. The registry still does more: it corrects typos and counts totals. */
const BOTH_CAN = ['one word', '2-3 words', 'prefix', 'common words']
const FASTER = 20

/** Sends the same queries to utpid and to three in-memory engines, each in a separate process. */
export function searchPart(places: SpeedFolders, findings: SpeedFindings): Part {
  return {
    name: 'search',
    needsData: false,
    run: async (context): Promise<PartResult> => {
      const place = await places.of(recordsOf(context, SPEED_RECORDS), context)
      const runs = measureEngines(place.folder, ['utpid', WHOLE, ...BASELINES], context)
      findings.products = place.products
      findings.runs.push(...runs.values())
      const rows = [...runs].flatMap(([engine, own]) => rowsOf(engine, own, place.products))
      const skipped = [...runs].flatMap(([engine, own]) => stoppedSentences(engine, own))
      return { n: place.records, rows: [...rows, ...fasterRows(runs)], skipped }
    },
  }
}

/** Runs engines interleaved: each engine once, then each engine again. */
export function measureEngines(
  folder: string,
  engines: readonly string[],
  { options, say }: PartContext,
): Map<string, SearchRun[]> {
  const seconds = limitOf(options.seconds, SECONDS)
  const megabytes = limitOf(options.megabytes, MEGABYTES)
  const runs = new Map<string, SearchRun[]>(engines.map((engine) => [engine, []]))
  for (let round = 1; round <= RUNS; round++) {
    for (const engine of engines) {
      // If one run of an engine was stopped, a further run would be stopped as well.
      if (runs.get(engine)?.some(({ stopped }) => stopped !== undefined)) continue
      say(`speed: ${engine}, ${round} of ${RUNS}`)
      const args = [engine, folder, `${seconds}`]
      const run = runOnce<SearchRun>(folder, `search-${engine}-${round}`, 'speed/parts/search-once.ts', args, {
        seconds,
        megabytes,
      })
      runs.get(engine)?.push('times' in run ? run : nothingMeasured(engine, run))
    }
  }
  return runs
}

function nothingMeasured(engine: string, { stopped }: Stopped): SearchRun {
  const ready = { seconds: Number.NaN, cpuSeconds: Number.NaN, bytes: Number.NaN }
  return { engine, documents: 0, ready, times: {}, cpuMilliseconds: Number.NaN, load: [0, 0], stopped }
}

function limitOf(given: string | undefined, unless: number): number {
  const limit = Number(given ?? unless)
  if (Number.isInteger(limit) && limit > 0) return limit
  throw new Error(`A limit is ${given}; give a whole number of 1 or more.`)
}

/** Returns the milliseconds of all queries of some kinds in one run. */
export function timesOf({ times }: SearchRun, kinds: readonly string[] = SEARCH_KINDS): number[] {
  return kinds.flatMap((kind) => times[kind] ?? [])
}

/** Returns the median of a figure over runs; null if no run has the figure. */
export function overRuns(runs: readonly SearchRun[], figure: (run: SearchRun) => number): number | null {
  const values = runs.map(figure).filter(Number.isFinite)
  return values.length === 0 ? null : median(values)
}

function rowsOf(engine: string, runs: readonly SearchRun[], products: number): Row[] {
  const id = (name: string): string => `search.${engine}.${name}`
  const over = (figure: (run: SearchRun) => number): number | null => overRuns(runs, figure)
  const what = `${engine}, ${products.toLocaleString('en')} products`
  const p50 = over((run) => quantile(timesOf(run), 0.5))
  const p99 = over((run) => quantile(timesOf(run), 0.99))
  const most = over((run) => Math.max(...timesOf(run)))
  const isOurs = engine === 'utpid'
  const isOpened = isOurs || engine === WHOLE
  return [
    isOurs
      ? barRow(id('p50'), `${what}: mixed search, p50`, p50, 'ms', ['<=', 0.3])
      : plainRow(id('p50'), `${what}: mixed search, p50`, p50, 'ms'),
    isOurs ? barRow(id('p99'), '... p99', p99, 'ms', ['<=', 12]) : plainRow(id('p99'), '... p99', p99, 'ms'),
    isOurs ? barRow(id('max'), '... most', most, 'ms', ['<=', 50]) : plainRow(id('max'), '... most', most, 'ms'),
    plainRow(
      id('cpu'),
      '... of the processor, a query',
      over((run) => run.cpuMilliseconds),
      'ms',
    ),
    ...SEARCH_KINDS.flatMap((kind) => [
      plainRow(
        id(`${kind.replaceAll(' ', '-')}.p50`),
        `... ${kind}: p50`,
        over((run) => quantile(run.times[kind] ?? [], 0.5)),
        'ms',
      ),
      plainRow(
        id(`${kind.replaceAll(' ', '-')}.p99`),
        '... p99',
        over((run) => quantile(run.times[kind] ?? [], 0.99)),
        'ms',
      ),
    ]),
    isOpened
      ? plainRow(
          id('ready'),
          '... opened until it can be asked',
          over((run) => run.ready.seconds),
          's',
        )
      : plainRow(
          id('ready'),
          '... built',
          over((run) => run.ready.seconds),
          's',
        ),
    plainRow(
      id('ready.cpu'),
      '... of the processor',
      over((run) => run.ready.cpuSeconds),
      's',
    ),
    plainRow(
      id('bytes'),
      '... the process then',
      over((run) => run.ready.bytes / 2 ** 20),
      'MB',
    ),
    plainRow(
      id('load'),
      '... load of the machine',
      over(({ load }) => load[1]),
      '',
    ),
  ]
}

/** Returns the ratios of the other engines' times to those of utpid, for queries that both support. */
function fasterRows(runs: ReadonlyMap<string, readonly SearchRun[]>): Row[] {
  const figure = (engine: string, of: (times: readonly number[]) => number): number | null =>
    overRuns(runs.get(engine) ?? [], (run) => of(timesOf(run, BOTH_CAN)))
  const mean = (times: readonly number[]): number => times.reduce((sum, time) => sum + time, 0) / times.length
  const p99 = (times: readonly number[]): number => quantile(times, 0.99)
  const ratio = (of: (times: readonly number[]) => number): number | null => {
    const [ours, theirs] = [figure('utpid', of), figure('flexsearch', of)]
    return ours === null || theirs === null ? null : theirs / ours
  }
  const what = 'flexsearch takes so many times as long, on what both can do:'
  return [
    barRow('search.faster.mean', `${what} mean`, ratio(mean), 'times', ['>=', FASTER]),
    barRow('search.faster.p99', '... p99', ratio(p99), 'times', ['>=', FASTER]),
  ]
}

function stoppedSentences(engine: string, runs: readonly SearchRun[]): string[] {
  const run = runs.find(({ stopped }) => stopped !== undefined)
  if (run === undefined) return []
  const asked = timesOf(run).length
  return [
    `search: ${engine} was stopped ${run.stopped}, with ${run.documents.toLocaleString('en')} documents, after ${asked} queries.`,
  ]
}
