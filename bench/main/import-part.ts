import { loadavg } from 'node:os'
import type { Part, PartResult } from '../harness/part.ts'
import { median } from '../harness/quantile.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { runForJson } from '../harness/run-child.ts'
import type { ImportRun } from './import-once.ts'

const RUNS = 3

/** Reads and imports the feed of a whole country, then matches other suppliers' records of the same hotels. */
export const importPart: Part = {
  name: 'import',
  needsData: true,
  run: async ({ say }): Promise<PartResult> => {
    const volatile = runs('volatile', say)
    const durable = runs('durable', say)
    const { records, inputs } = volatile[0] as ImportRun
    const of = (list: readonly ImportRun[], value: (run: ImportRun) => number): number => median(list.map(value))
    const rows: Row[] = [
      barRow(
        'import.volatile',
        `import of ${records.toLocaleString('en')} French records, volatile`,
        of(volatile, (run) => run.seconds),
        's',
        ['<=', 8],
      ),
      barRow(
        'import.durable',
        '... durable',
        of(durable, (run) => run.seconds),
        's',
        ['<=', 12],
      ),
      barRow(
        'match.p50',
        `match, ${inputs.toLocaleString('en')} records of other suppliers, p50`,
        of(volatile, (run) => run.p50),
        'ms',
        ['<=', 1],
      ),
      barRow(
        'match.p99',
        '... p99',
        of(volatile, (run) => run.p99),
        'ms',
        ['<=', 5],
      ),
      plainRow(
        'match.max',
        '... the slowest',
        of(volatile, (run) => run.max),
        'ms',
      ),
      plainRow(
        'import.memory',
        'memory after the volatile import',
        of(volatile, (run) => run.memoryMegabytes),
        'MB',
      ),
    ]
    return { n: records, rows }
  },
}

function runs(storage: 'volatile' | 'durable', say: (sentence: string) => void): ImportRun[] {
  return Array.from({ length: RUNS }, (_, at) => {
    const run = runForJson('bench/main/import-once.ts', [storage]) as ImportRun
    say(`import: ${storage} ${at + 1} of ${RUNS}: ${run.seconds.toFixed(2)} s (load ${(loadavg()[0] ?? 0).toFixed(2)})`)
    return run
  })
}
