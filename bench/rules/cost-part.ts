import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { runForJson } from '../harness/run-child.ts'
import type { Cost, CostRun } from './cost-once.ts'

const RECORDS = 200_000
const MAX_SINGLE_MS = 5
const MAX_COMPONENT_MS = 100

/** Measures the cost of one decision in a large registry. */
export const costPart: Part = {
  name: 'cost',
  needsData: false,
  run: async ({ seed, say }): Promise<PartResult> => {
    say(`cost: ${RECORDS} generated records on disk, then single decisions and upserts`)
    const run = runForJson('bench/rules/cost-once.ts', [`${seed}`, `${RECORDS}`]) as CostRun
    const rows: Row[] = []
    for (const kind of ['merge', 'undo', 'dismiss', 'upsert'] as const) {
      const cost: Cost = run[kind]
      rows.push(
        barRow(`cost.${kind}`, `${kind} at ${run.records} records, on disk: median`, cost.p50, 'ms', [
          '<=',
          MAX_SINGLE_MS,
        ]),
        plainRow(`cost.${kind}-p99`, '... p99', cost.p99, 'ms'),
        plainRow(`cost.${kind}-cpu`, '... processor time of one', cost.cpu, 'ms'),
      )
    }
    rows.push(
      barRow(
        `cost.component`,
        `a record of a component of ${run.component.size} is written: median`,
        run.component.p50,
        'ms',
        ['<=', MAX_COMPONENT_MS],
      ),
      plainRow('cost.component-p99', '... p99', run.component.p99, 'ms'),
    )
    return { n: run.records, rows }
  },
}
