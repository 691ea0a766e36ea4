import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { runForJson } from '../harness/run-child.ts'
import type { ReindexRun } from './reindex-once.ts'

/** Reindexes a registry to another index version during matches, searches and imports. */
export const reindexPart: Part = {
  name: 'reindex',
  needsData: false,
  run: async ({ seed, say }): Promise<PartResult> => {
    say('reindex: generated records into a durable registry, reindexed to an artificial index version')
    const run = runForJson('bench/base/reindex-once.ts', [String(seed)]) as ReindexRun
    const count = run.records.toLocaleString('en')
    return {
      n: run.records,
      rows: [
        plainRow('reindex.seconds', `reindex of ${count} records, durable, beside other work`, run.seconds, 's'),
        barRow('reindex.imported', '... records imported meanwhile', run.imported, 'count', ['>=', 1]),
        plainRow('reindex.match-p99', '... match p99 meanwhile', run.matchP99, 'ms'),
        plainRow('reindex.match-p99-before', '... match p99 before', run.matchP99Before, 'ms'),
        plainRow('reindex.search-p99', '... search p99 meanwhile', run.searchP99, 'ms'),
        plainRow(
          'reindex.slowest-import',
          '... slowest import of 500 records, one right after the other, meanwhile',
          run.slowestImport,
          'ms',
        ),
        plainRow('reindex.longest-block', '... longest time for which nothing else ran', run.longestBlock, 'ms'),
        barRow(
          'reindex.differences',
          `... groups, and answers to ${run.questions} matches and searches, other than of one filled anew`,
          run.differences,
          'count',
          ['=', 0],
        ),
      ],
    }
  },
}
