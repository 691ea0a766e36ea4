import type { RecordContent } from '@utpid/core'
import type { RecordFeatures } from '@utpid/core/scoring'
import { isAirportForTraining } from '@utpid/evaluation'
import { deriveCandidates, type KnownMatch, type TrainingSet } from '@utpid/training'
import { type FeedRecords, featuresOf } from './feed-records.ts'

/** Two feeds of all airports of the world, each from another community. */
export const AIRPORT_SOURCES = ['geonames-por', 'openflights'] as const
const HIDDEN = ['identifiers'] as const
/** Weight of the training set, as a number of pairs. No other set contains pairs of this profile. */
const COUNTS_FOR = 20_000

/**
 * Returns candidate pairs of airports, labelled by IATA code. The pairs come from half of the countries; the other half
 * is for evaluation.
 */
export function airportSet(records: FeedRecords): TrainingSet[] {
  const sides = AIRPORT_SOURCES.map((source) => {
    // Exclude airports of the other countries completely: evaluation data must be unseen in training.
    const contents = [...(records.get(source)?.values() ?? [])].filter(({ location }) =>
      isAirportForTraining(location?.country),
    )
    return new Map(contents.map((content): [RecordContent, RecordFeatures] => [content, featuresOf(content, HIDDEN)]))
  })
  const [left, right] = sides as [Map<RecordContent, RecordFeatures>, Map<RecordContent, RecordFeatures>]
  if (left.size === 0 || right.size === 0) return []
  const byCode = new Map<string, RecordFeatures[]>()
  for (const [content, features] of left) {
    const code = iataOf(content)
    if (code !== undefined) byCode.set(code, [...(byCode.get(code) ?? []), features])
  }
  const matches = [...right].flatMap(([content, features]): KnownMatch[] => {
    const code = iataOf(content)
    if (code === undefined) return []
    return (byCode.get(code) ?? []).map((other): KnownMatch => [other, features])
  })
  const pairs = deriveCandidates([...left.values()], [...right.values()], matches)
  const weight = Math.min(1, COUNTS_FOR / pairs.length)
  return [{ name: 'candidates of two feeds of airports', pairs, weight, chosenByMatch: true }]
}

/** Returns the IATA code of a record, if it has one. */
export function iataOf({ identifiers = [] }: RecordContent): string | undefined {
  return identifiers.find(({ scheme }) => scheme === 'iata')?.value
}
