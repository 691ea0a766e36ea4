import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { runForJson } from '../harness/run-child.ts'
import type { FuzzRun, FuzzTimes } from './fuzz-once.ts'

const RECORDS = 10_000
/** If one record in a thousand took longer, a sender could use such records to delay others. */
const MAX_MS = 5
const UNIT = 'ms CPU'

/** Measures the cost of hostile records: nested or huge records, wrong types, many marks, entities, long words. */
export const fuzzPart: Part = {
  name: 'fuzz',
  needsData: false,
  run: async ({ seed, say }): Promise<PartResult> => {
    say(`fuzz: ${RECORDS} hostile records, three rounds at ingest and three as match queries`)
    const run = runForJson('bench/base/fuzz-once.ts', [String(seed), String(RECORDS)]) as FuzzRun
    return {
      n: run.records,
      rows: [
        plainRow('fuzz.accepted', 'hostile records: share accepted', run.accepted, 'fraction'),
        ...barredRows('fuzz.door', 'hostile record, parsed, with features and keys', run.door),
        ...barredRows('fuzz.match', 'hostile question, matched', run.match),
        plainRow('fuzz.crowd.p50', 'hostile question in a crowd of hostile records: p50', run.crowd.p50, UNIT),
        plainRow('fuzz.crowd.p99.9', '...: p99.9', run.crowd.p999, UNIT),
      ],
    }
  },
}

function barredRows(id: string, what: string, { p50, p99, p999, max }: FuzzTimes): Row[] {
  return [
    plainRow(`${id}.p50`, `${what}: p50`, p50, UNIT),
    plainRow(`${id}.p99`, `${what}: p99`, p99, UNIT),
    barRow(`${id}.p99.9`, `${what}: p99.9`, p999, UNIT, ['<=', MAX_MS]),
    plainRow(`${id}.max`, `${what}: max`, max, UNIT),
  ]
}
