import { type PartContext, part } from '../harness/part.ts'
import { below, count, type Figure } from '../harness/row.ts'
import { overRuns, quantile } from '../harness/statistics.ts'
import { SpeedFolder } from '../speed/inputs/speed-folder.ts'
import { MATCH_SECONDS, matchTask } from '../speed/parts/match-part.ts'
import { measureEngines, overSearches, timesOf } from '../speed/parts/search-part.ts'
import type { GrowthPoint } from '../speed/report/time-charts.ts'

/** About 100,000, 1 million and 5 million products. */
const SIZES = [200_000, 2_000_000, 10_000_000]

/** Data of the page in addition to the rows. */
export const GROWTH: { readonly search: GrowthPoint[]; readonly match: GrowthPoint[] } = { search: [], match: [] }

/** Runs the same searches and matches in registries of increasing size. */
export const growthPart = part('growth', async (context) => {
  const rows: Figure[] = []
  let n = 0
  for (const records of sizesOf(context.options.sizes)) {
    const place = await SpeedFolder.open(context, records)
    rows.push(...below(`${records}`, await measure(place, context)))
    n = place.records
  }
  // The ratio of the time to the time at the previous size.
  const grown = [...grownFigures('search', GROWTH.search), ...grownFigures('match', GROWTH.match)]
  return { n, rows: below('growth', [...rows, ...grown]) }
})

async function measure(place: SpeedFolder, context: PartContext): Promise<Figure[]> {
  const { products, folder } = place
  const searches = measureEngines(place, ['utpid'], context).get('utpid') ?? []
  const overMatches = overRuns(place.thrice(context, matchTask, MATCH_SECONDS, folder, context.seed))
  const at = (share: number): number => overSearches(searches, (run) => quantile(timesOf(run), share)) ?? Number.NaN
  const matchAt = (share: number): number => overMatches(({ times }) => quantile(times, share))
  GROWTH.search.push({ products, p50: at(0.5), p99: at(0.99) })
  GROWTH.match.push({ products, p50: matchAt(0.5), p99: matchAt(0.99) })
  const ready = overSearches(searches, (run) => run.ready.seconds)
  return [
    ['search.p50', `${count(products)} products: search, p50`, at(0.5), 'ms'],
    ['search.p99', '... p99', at(0.99), 'ms'],
    ['search.max', '... most', at(1), 'ms'],
    ['search.cpu', '... of the processor, a query', overSearches(searches, (run) => run.cpuMs), 'ms'],
    ['match.p50', '... match, p50', matchAt(0.5), 'ms'],
    ['match.p99', '... match, p99', matchAt(0.99), 'ms'],
    ['open', '... opened until it can be asked', ready, 's'],
    ['load', '... load of the machine', overSearches(searches, (run) => run.load), ''],
  ]
}

function sizesOf(given: string | undefined): number[] {
  if (given === undefined) return SIZES
  const sizes = given.split(',').map(Number)
  if (sizes.every((size) => Number.isSafeInteger(size) && size > 0)) return sizes.sort((a, b) => a - b)
  throw new Error(`--sizes is ${given}; give whole numbers of records with commas between.`)
}

function grownFigures(kind: string, points: readonly GrowthPoint[]): Figure[] {
  const [before, last] = points.slice(-2)
  if (before === undefined || last === undefined) return []
  const what = `${kind}, p50: ${count(last.products)} products beside ${count(before.products)}`
  return [[kind, what, last.p50 / before.p50, 'times', '<= 2']]
}
