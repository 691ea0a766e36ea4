import { parseRecord, type SupplierRecord } from '@utpid/core'
import {
  DEFAULT_MODEL,
  extractFeatures,
  PairScorer,
  type RecordDrift,
  type RecordFeatures,
  recordDrift,
  shippedTermFrequency,
} from '@utpid/core/scoring'
import { readFeed, toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { feedPath } from '../feeds/paris-feeds.ts'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { type RecordVersions, recordVersions, type TrueChange } from './record-versions.ts'

const CLEAN = 4_000
const CHANGED = 1_000
const MAX_RAISED = 0.005
const MIN_FOUND = 0.95
const MIN_CLASSIFIED = 0.9
const EARLIER = 'singapore-hotels-2021'
const LATER = 'singapore-hotels-2022'
/** The two files name their sources by year, but the sources are one register with one set of codes. */
const REGISTER = 'register'
/** Number of codes that are in both files. If it differs, these are other files. */
const RECURRING = 188

interface Judged {
  readonly versions: RecordVersions
  readonly drift: RecordDrift | undefined
}

/** Checks whether drift is detected for new versions that do not fit the old one, and only for those. */
export const driftPart: Part = {
  name: 'drift',
  needsData: false,
  withoutData: 'UTPID_DATA is not set: the codes that recur in two snapshots of a real register are left out.',
  run: async ({ data, seed, say }): Promise<PartResult> => {
    const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
    say(`drift: ${CLEAN} clean updates and ${CHANGED} rebrands, moves and reuses, generated`)
    const { judged, unreadable } = judge(recordVersions(seed, CLEAN, CHANGED), scorer)
    const rows = generatedRows(judged)
    rows.push(plainRow('drift.unreadable', 'generated versions that no registry would take', unreadable, 'count'))
    if (data !== undefined) rows.push(...(await registerRows(data, scorer, say)))
    return { n: CLEAN + CHANGED, rows }
  },
}

function judge(all: readonly RecordVersions[], scorer: PairScorer): { judged: Judged[]; unreadable: number } {
  const judged: Judged[] = []
  for (const versions of all) {
    const before = featuresOf(toRecord({ ...versions.before }))
    const after = featuresOf(toRecord({ ...versions.after }))
    if (before === undefined || after === undefined) continue
    judged.push({ versions, drift: recordDrift(before, after, scorer) })
  }
  return { judged, unreadable: all.length - judged.length }
}

function featuresOf(row: Record<string, unknown>): RecordFeatures | undefined {
  const record = recordOf(row)
  return record && extractFeatures(record, record)
}

function recordOf(row: unknown): SupplierRecord | undefined {
  const parsed = parseRecord(row, { gazetteer: loadGazetteer() })
  return 'record' in parsed ? parsed.record : undefined
}

function generatedRows(judged: readonly Judged[]): Row[] {
  const clean = judged.filter(({ versions }) => versions.change === 'clean')
  const changed = judged.filter(({ versions }) => versions.change !== 'clean')
  const found = changed.filter(({ drift }) => drift !== undefined)
  const rightly = found.filter(({ versions, drift }) => drift?.kind === versions.change)
  return [
    barRow(
      'drift.clean',
      `clean updates raised, of ${clean.length}`,
      share(raisedOf(clean), clean.length),
      'fraction',
      ['<=', MAX_RAISED],
    ),
    ...byKind(clean, (kind, own) =>
      plainRow(`drift.clean.${kind}`, `... ${kind}, of ${own.length}`, share(raisedOf(own), own.length), 'fraction'),
    ),
    barRow(
      'drift.found',
      `rebrands, moves and reuses found, of ${changed.length}`,
      share(found.length, changed.length),
      'fraction',
      ['>=', MIN_FOUND],
    ),
    ...(['rebrand', 'move', 'reuse'] as const).map((change) => foundRow(change, changed)),
    ...byKind(changed, (kind, own) =>
      plainRow(`drift.found.${kind}`, `... ${kind}, of ${own.length}`, share(raisedOf(own), own.length), 'fraction'),
    ),
    barRow(
      'drift.told-apart',
      'of those found, called what they are',
      share(rightly.length, found.length),
      'fraction',
      ['>=', MIN_CLASSIFIED],
    ),
  ]
}

function foundRow(change: TrueChange, changed: readonly Judged[]): Row {
  const own = changed.filter(({ versions }) => versions.change === change)
  return plainRow(
    `drift.found.${change}`,
    `... ${change}, of ${own.length}`,
    share(raisedOf(own), own.length),
    'fraction',
  )
}

function byKind(judged: readonly Judged[], rowOf: (kind: string, own: readonly Judged[]) => Row): Row[] {
  const kinds = [...new Set(judged.map(({ versions }) => versions.kind))].sort()
  return kinds.map((kind) =>
    rowOf(
      kind,
      judged.filter(({ versions }) => versions.kind === kind),
    ),
  )
}

function raisedOf(judged: readonly Judged[]): number {
  return judged.filter(({ drift }) => drift !== undefined).length
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** Two snapshots of one register, 18 months apart: the versions of each code should fit. */
async function registerRows(data: string, scorer: PairScorer, say: (sentence: string) => void): Promise<Row[]> {
  const earlier = await registerRecords(feedPath(data, EARLIER))
  let recurring = 0
  let raised = 0
  for (const [code, after] of await registerRecords(feedPath(data, LATER))) {
    const before = earlier.get(code)
    if (before === undefined) continue
    recurring++
    const drift = recordDrift(extractFeatures(before, before), extractFeatures(after, after), scorer)
    if (drift === undefined) continue
    raised++
    say(`drift: ${drift.kind} raised for ${code}: ${before.name} | ${after.name}`)
  }
  return [
    barRow('drift.register', 'Singapore 2021 and 2022: codes that recur', recurring, 'count', ['=', RECURRING]),
    barRow('drift.register.raised', '... of which raised', raised, 'count', ['=', 0]),
  ]
}

async function registerRecords(file: string): Promise<Map<string, SupplierRecord>> {
  const records = new Map<string, SupplierRecord>()
  for await (const item of readFeed(file)) {
    if ('error' in item) throw new Error(`${file}:${item.line}: ${item.error.message}`)
    const record = recordOf({ ...item.record, supplier: REGISTER })
    if (record !== undefined) records.set(record.code, record)
  }
  return records
}
