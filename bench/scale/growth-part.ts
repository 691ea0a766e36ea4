import type { Part, PartResult } from '../harness/part.ts'
import { quantile } from '../harness/quantile.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { measureMatches } from '../speed/parts/match-part.ts'
import { measureEngines, overRuns, timesOf } from '../speed/parts/search-part.ts'
import type { GrowthPoint } from '../speed/report/growth-chart.ts'
import { SpeedFolders } from '../speed/runs/speed-folder.ts'

/** About 100,000, 1 million and 5 million products. */
const SIZES = [200_000, 2_000_000, 10_000_000]
/** Maximum ratio of the time to the time at the previous size. */
const MAX_GROWTH = 2

export interface ScaleFindings {
  readonly search: GrowthPoint[]
  readonly match: GrowthPoint[]
}

/** Runs the same searches and matches in registries of increasing size. */
export function growthPart(findings: ScaleFindings): Part {
  return {
    name: 'growth',
    needsData: false,
    run: async (context): Promise<PartResult> => {
      const places = new SpeedFolders()
      const rows: Row[] = []
      let n = 0
      for (const records of sizesOf(context.options.sizes)) {
        const place = await places.of(records, context)
        n = place.records
        const searches = measureEngines(place.folder, ['utpid'], context).get('utpid') ?? []
        const matches = measureMatches(place.folder, context)
        const { products } = place
        const at = (share: number): number => overRuns(searches, (run) => quantile(timesOf(run), share)) ?? Number.NaN
        const matchAt = (share: number): number =>
          quantile(
            matches.map(({ times }) => quantile(times, share)),
            0.5,
          )
        findings.search.push({ products, p50: at(0.5), p99: at(0.99) })
        findings.match.push({ products, p50: matchAt(0.5), p99: matchAt(0.99) })
        rows.push(
          plainRow(
            `growth.${records}.search.p50`,
            `${products.toLocaleString('en')} products: search, p50`,
            at(0.5),
            'ms',
          ),
          plainRow(`growth.${records}.search.p99`, '... p99', at(0.99), 'ms'),
          plainRow(`growth.${records}.search.max`, '... most', at(1), 'ms'),
          plainRow(
            `growth.${records}.search.cpu`,
            '... of the processor, a query',
            overRuns(searches, (run) => run.cpuMilliseconds),
            'ms',
          ),
          plainRow(`growth.${records}.match.p50`, '... match, p50', matchAt(0.5), 'ms'),
          plainRow(`growth.${records}.match.p99`, '... match, p99', matchAt(0.99), 'ms'),
          plainRow(
            `growth.${records}.open`,
            '... opened until it can be asked',
            overRuns(searches, (run) => run.ready.seconds),
            's',
          ),
          plainRow(
            `growth.${records}.load`,
            '... load of the machine',
            overRuns(searches, (run) => run.load[1]),
            '',
          ),
        )
      }
      return { n, rows: [...rows, ...grownRows('search', findings.search), ...grownRows('match', findings.match)] }
    },
  }
}

function sizesOf(given: string | undefined): number[] {
  if (given === undefined) return SIZES
  const sizes = given.split(',').map(Number)
  if (sizes.every((size) => Number.isSafeInteger(size) && size > 0)) return sizes.sort((a, b) => a - b)
  throw new Error(`--sizes is ${given}; give whole numbers of records with commas between.`)
}

function grownRows(what: string, points: readonly GrowthPoint[]): Row[] {
  const [before, last] = points.slice(-2)
  if (before === undefined || last === undefined) return []
  return [
    barRow(
      `growth.${what}`,
      `${what}, p50: ${last.products.toLocaleString('en')} products beside ${before.products.toLocaleString('en')}`,
      last.p50 / before.p50,
      'times',
      ['<=', MAX_GROWTH],
    ),
  ]
}
