import type { RecordContent } from '@utpid/core'
import type { RecordFeatures } from '@utpid/core/scoring'
import { deriveCandidates, type KnownMatch, type LabelledPair, type TrainingSet } from '@utpid/training'
import { type FeedRecords, featuresOf } from './feed-records.ts'
import type { KnownPair } from './known-pairs.ts'

/**
 * Fields by which pairs were linked. These fields must be hidden in these pairs, else a model learns how the labels
 * were created.
 */
const HIDDEN_BY_EVIDENCE: Readonly<Record<string, readonly (keyof RecordContent)[]>> = {
  phone: ['phone', 'identifiers'],
  host: ['website', 'email', 'identifiers'],
}
const ALL_HIDDEN = ['phone', 'website', 'email', 'identifiers'] as const
/** Weight of a record's pairs in each of two sets: one set hides the telephone, the other set hides the website. */
const CANDIDATE_WEIGHT = 0.5

/** Returns training sets from supplier feeds: candidates of records with known matches, and similar pairs. */
export function openFeedSets(
  known: readonly KnownPair[],
  records: FeedRecords,
): {
  readonly candidates: readonly TrainingSet[]
  readonly others: readonly TrainingSet[]
} {
  const matches = known.filter(({ match }) => match)
  const candidates = Object.entries(HIDDEN_BY_EVIDENCE).flatMap(([evidence, hidden]) =>
    candidateSets(
      matches.filter((pair) => pair.evidence?.includes(evidence) === true),
      evidence,
      featuresBySource(records, hidden),
    ),
  )
  const features = featuresBySource(records, ALL_HIDDEN)
  const pairs = known.flatMap((pair) => pairOf(pair, features))
  return { candidates, others: [{ name: 'labelled pairs of open feeds', pairs }] }
}

type FeaturesBySource = ReadonlyMap<string, ReadonlyMap<string, RecordFeatures>>

function featuresBySource(records: FeedRecords, hidden: readonly (keyof RecordContent)[]): FeaturesBySource {
  return new Map(
    [...records].map(([source, contents]) => [
      source,
      new Map([...contents].map(([id, content]) => [id, featuresOf(content, hidden)])),
    ]),
  )
}

function candidateSets(known: readonly KnownPair[], evidence: string, features: FeaturesBySource): TrainingSet[] {
  const bySources = new Map<string, KnownPair[]>()
  for (const each of known) {
    const sources = [each.a[0], each.b[0]].sort().join(' and ')
    bySources.set(sources, [...(bySources.get(sources) ?? []), each])
  }
  return [...bySources].map(([name, ofSources]): TrainingSet => {
    const [left = '', right = ''] = name.split(' and ')
    const matches = ofSources.flatMap(({ a, b }): KnownMatch[] => {
      const [one, other] = a[0] === left ? [a, b] : [b, a]
      const ends = [features.get(left)?.get(one[1]), features.get(right)?.get(other[1])]
      return ends[0] === undefined || ends[1] === undefined ? [] : [[ends[0], ends[1]]]
    })
    const all = (source: string): RecordFeatures[] => [...(features.get(source)?.values() ?? [])]
    const pairs = deriveCandidates(all(left), all(right), matches)
    return {
      name: `candidates of ${name}, linked by ${evidence}`,
      pairs,
      weight: CANDIDATE_WEIGHT,
      chosenByMatch: true,
    }
  })
}

function pairOf({ a, b, match }: KnownPair, features: FeaturesBySource): LabelledPair[] {
  const [left, right] = [features.get(a[0])?.get(a[1]), features.get(b[0])?.get(b[1])]
  return left === undefined || right === undefined ? [] : [{ left, right, match }]
}
