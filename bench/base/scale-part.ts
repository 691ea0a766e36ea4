import { loadavg } from 'node:os'
import type { Part, PartResult } from '../harness/part.ts'
import { median } from '../harness/quantile.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { runForJson } from '../harness/run-child.ts'
import type { ScaleRun } from './scale-once.ts'

const RECORDS = 200_000
const RUNS = 3

/** Importing, matching and searching in a large, durable registry of generated records. */
export const scalePart: Part = {
  name: 'scale',
  needsData: false,
  run: async ({ seed, say }): Promise<PartResult> => {
    const runs = Array.from({ length: RUNS }, (_, at) => {
      const run = runForJson('bench/base/scale-once.ts', [String(seed), String(RECORDS)]) as ScaleRun
      const load = (loadavg()[0] ?? 0).toFixed(2)
      say(`scale: ${at + 1} of ${RUNS}: ${Math.round(run.records / run.seconds)} records/s (load ${load})`)
      return run
    })
    const [{ records, products, inputs, search }] = runs as [ScaleRun]
    const of = (value: (run: ScaleRun) => number): number => median(runs.map(value))
    const kinds = search.byKind.map(({ kind }) => kind)
    return {
      n: records,
      rows: [
        plainRow('scale.products', `products of ${records.toLocaleString('en')} generated records`, products, 'count'),
        barRow(
          'scale.import',
          'import, durable',
          of((run) => run.records / run.seconds),
          'records/s',
          ['>=', 2_000],
        ),
        plainRow(
          'scale.import.slowest',
          '... the slowest tenth',
          of((run) => run.slowestTenthPerSecond),
          'records/s',
        ),
        plainRow(
          'scale.memory',
          '... memory after it',
          of((run) => run.memoryMegabytes),
          'MB',
        ),
        barRow(
          'scale.match.p50',
          `match, ${inputs.toLocaleString('en')} inputs, p50`,
          of(({ match }) => match.p50),
          'ms',
          ['<=', 2],
        ),
        barRow(
          'scale.match.p99',
          '... p99',
          of(({ match }) => match.p99),
          'ms',
          ['<=', 15],
        ),
        plainRow(
          'scale.match.max',
          '... the slowest',
          of(({ match }) => match.max),
          'ms',
        ),
        barRow(
          'scale.search.p50',
          `search, ${search.queries.toLocaleString('en')} queries, 20 bodies, exact total, p50`,
          of((run) => run.search.p50),
          'ms',
          ['<=', 2],
        ),
        barRow(
          'scale.search.p99',
          '... p99',
          of((run) => run.search.p99),
          'ms',
          ['<=', 40],
        ),
        ...kinds.map((kind, at) =>
          plainRow(
            `scale.search.${kind.replaceAll(' ', '-')}.p99`,
            `... ${kind}, p99`,
            of((run) => run.search.byKind[at]?.p99 ?? Number.NaN),
            'ms',
          ),
        ),
      ],
    }
  },
}
