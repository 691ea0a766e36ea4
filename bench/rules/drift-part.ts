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
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { readRows } from '../feeds/feed-rows.ts'
import { feedPath } from '../feeds/paris.ts'
import { partlyDataPart } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { type RecordVersions, recordVersions } from './record-versions.ts'

const CLEAN = 4_000
const CHANGED = 1_000
const CHANGES = ['rebrand', 'move', 'reuse'] as const
const WITHOUT_DATA = 'UTPID_DATA is not set: the codes that recur in two snapshots of a real register are left out.'
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
export const driftPart = partlyDataPart('drift', WITHOUT_DATA, async ({ data, seed, say }) => {
  const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
  say(`drift: ${CLEAN} clean updates and ${CHANGED} rebrands, moves and reuses, generated`)
  const { judged, unreadable } = judge(recordVersions(seed, CLEAN, CHANGED), scorer)
  const rows = generatedRows(judged)
  rows.push(['unreadable', 'generated versions that no registry would take', unreadable, 'count'])
  if (data !== undefined) rows.push(...(await registerRows(data, scorer, say)))
  return { n: CLEAN + CHANGED, rows: below('drift', rows) }
})

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

function generatedRows(judged: readonly Judged[]): Figure[] {
  const clean = judged.filter(({ versions }) => versions.change === 'clean')
  const changed = judged.filter(({ versions }) => versions.change !== 'clean')
  const found = changed.filter(({ drift }) => drift !== undefined)
  const rightly = share(found, ({ versions, drift }) => drift?.kind === versions.change)
  const kindOf = ({ versions }: Judged): string => versions.kind
  const kinds = [...new Set(judged.map(kindOf))].sort()
  const slice = (id: string, all: readonly Judged[], name: string, of: (each: Judged) => string): Figure => {
    const own = all.filter((each) => of(each) === name)
    return [`${id}.${name}`, `... ${name}, of ${own.length}`, raised(own), 'fraction']
  }
  const slicesByKind = (id: string, all: readonly Judged[]): Figure[] =>
    kinds.map((kind) => slice(id, all, kind, kindOf))
  return [
    ['clean', `clean updates raised, of ${clean.length}`, raised(clean), 'fraction', '<= 0.005'],
    ...slicesByKind('clean', clean),
    ['found', `rebrands, moves and reuses found, of ${changed.length}`, raised(changed), 'fraction', '>= 0.95'],
    ...CHANGES.map((change) => slice('found', changed, change, ({ versions }) => versions.change)),
    ...slicesByKind('found', changed),
    ['told-apart', 'of those found, called what they are', rightly, 'fraction', '>= 0.9'],
  ]
}

/** Returns the share of versions for which drift was raised. */
function raised(judged: readonly Judged[]): number | null {
  return share(judged, ({ drift }) => drift !== undefined)
}

function share(judged: readonly Judged[], holds: (each: Judged) => boolean): number | null {
  return judged.length === 0 ? null : judged.filter(holds).length / judged.length
}

/** Two snapshots of one register, 18 months apart: the versions of each code should fit. */
async function registerRows(data: string, scorer: PairScorer, say: (sentence: string) => void): Promise<Figure[]> {
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
    ['register', 'Singapore 2021 and 2022: codes that recur', recurring, 'count', `= ${RECURRING}`],
    ['register.raised', '... of which raised', raised, 'count', '= 0'],
  ]
}

async function registerRecords(file: string): Promise<Map<string, SupplierRecord>> {
  const rows = await readRows(file)
  const records = rows.flatMap((row) => recordOf({ ...row, supplier: REGISTER }) ?? [])
  return new Map(records.map((record) => [record.code, record]))
}
