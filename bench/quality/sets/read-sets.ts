import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MatchInput } from '@utpid/core'
import { type Profile, pairProfile, type RecordFeatures } from '@utpid/core/scoring'
import {
  hideFields,
  type LabelledPair,
  type PairEnd,
  pairFeatures,
  RecordLookup,
  readLabelledPairs,
  readRecord,
} from '@utpid/evaluation'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { labelPath } from '../../feeds/paris.ts'
import type { PartContext } from '../../harness/part.ts'
import { type SetSource, setSources } from './labelled-sets.ts'

/** A labelled pair for matchers, without fields that reveal the label, its supplier or how the label was made. */
export interface QualityPair {
  readonly match: boolean
  /** The kind of negative, such as `near-neighbour`, with the set of the file; absent if the file has none. */
  readonly family?: string
  readonly a: Side
  readonly b: Side
  /** The profile by which the two records are compared. */
  readonly profile: Profile
  /** Whether both names are in Latin letters. */
  readonly script: 'Latin' | 'other'
}

export interface Side {
  /** The record as received, with the keys of a supplier record, for external matchers. */
  readonly sent: Readonly<Record<string, unknown>>
  /** The record after ingest. */
  readonly record: MatchInput
  readonly features: RecordFeatures
}

export interface LabelledSet extends SetSource {
  readonly pairs: readonly QualityPair[]
  /** Pairs on which thresholds may be fitted. */
  readonly trainPairs: readonly QualityPair[]
  /** Pairs of the same records whose labels are not used. They compete with the pairs of the set. */
  readonly rivals: readonly QualityPair[]
  /** Number of pairs with a rejected or missing record. They are left out for every matcher. */
  readonly leftOut: number
}

export interface ReadSets {
  readonly sets: readonly LabelledSet[]
  /** Sets whose files are missing, one sentence each. */
  readonly skipped: readonly string[]
}

/** Reads every set whose files exist. */
export async function readSets({ data = '', valid, say }: PartContext): Promise<ReadSets> {
  const sources = setSources(valid ? 'valid' : 'test')
  const feeds = feedsIn(data)
  const lookup = await RecordLookup.read(feeds)
  if (lookup.unreadable > 0) say(`pairs: ${lookup.unreadable} lines of the feeds are unreadable.`)
  const sets: LabelledSet[] = []
  const skipped: string[] = []
  for (const source of sources) {
    const missing = [...source.files, ...source.train].filter((file) => !existsSync(labelPath(data, file)))
    if (missing.length > 0) {
      skipped.push(`pairs, ${source.id}: there is no ${missing.map((file) => `labels/${file}.jsonl.gz`).join(', ')}.`)
      continue
    }
    const pairs = await readPairs(source.files, source, data, lookup)
    const train = await readPairs(source.train, source, data, lookup)
    const rivals = await readPairs(source.rivalFiles, source, data, lookup)
    const leftOut = pairs.leftOut + train.leftOut
    say(`pairs: ${source.id}: ${pairs.usable.length} pairs${leftOut > 0 ? `, ${leftOut} left out` : ''}`)
    sets.push({ ...source, pairs: pairs.usable, trainPairs: train.usable, rivals: rivals.usable, leftOut })
  }
  return { sets, skipped }
}

/** Returns each record once; a set repeats it in each of its pairs. */
export function recordsOf({ pairs }: LabelledSet): Iterable<RecordFeatures> {
  const records = new Map<string, RecordFeatures>()
  for (const { a, b } of pairs) {
    for (const { record, features } of [a, b]) records.set(JSON.stringify(record), features)
  }
  return records.values()
}

function feedsIn(data: string): string[] {
  const folder = join(data, 'feeds')
  return existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : []
}

async function readPairs(
  files: readonly string[],
  source: SetSource,
  data: string,
  lookup: RecordLookup,
): Promise<{ usable: QualityPair[]; leftOut: number }> {
  const usable: QualityPair[] = []
  let leftOut = 0
  for (const file of files) {
    const { pairs, unreadable } = await readLabelledPairs(labelPath(data, file))
    leftOut += unreadable.length
    for (const pair of pairs) {
      if (source.only?.(pair.set) === false) continue
      const read = readPair(pair, source, lookup)
      if (read === undefined) leftOut++
      else usable.push(read)
    }
  }
  return { usable, leftOut }
}

const gazetteer = loadGazetteer()

function readPair(pair: LabelledPair, { hidden }: SetSource, lookup: RecordLookup): QualityPair | undefined {
  // Treat the two records as records of different suppliers: two codes of one supplier would reveal the label.
  const features = pairFeatures(pair.a, pair.b, { hidden, gazetteer, lookup, asSuppliers: false })
  if ('kind' in features) return undefined
  const sides = [pair.a, pair.b].map((end, at): Side | undefined => {
    const sent = sentRecord(end, hidden, lookup)
    const read = readRecord(sent, { hidden, gazetteer })
    const own = features[at]
    return 'record' in read && own !== undefined ? { sent, record: read.record, features: own } : undefined
  })
  const [a, b] = sides
  if (a === undefined || b === undefined) return undefined
  const isLatin = [a, b].every(({ record }) => !OTHER_LETTER.test(record.name ?? ''))
  return {
    match: pair.match,
    ...(pair.kind === undefined ? {} : { family: `${pair.set}, ${pair.kind}` }),
    a,
    b,
    profile: pairProfile(a.features, b.features),
    script: isLatin ? 'Latin' : 'other',
  }
}

/** Matches a non-Latin letter. Marks and digits belong to every script. */
const OTHER_LETTER = /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

function sentRecord(end: PairEnd, hidden: SetSource['hidden'], lookup: RecordLookup): Record<string, unknown> {
  const { supplier: _supplier, code: _code, ...sent } = hideFields(toRecord({ ...lookup.rowOf(end) }), hidden)
  return sent
}
