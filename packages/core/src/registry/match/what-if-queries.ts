import { lookupOf } from '../../blocking/keys/key-value.ts'
import { type LookupKey, placedKeys, queryGroups, unplacedKeys } from '../../blocking/record-keys.ts'
import { draftFeatures, finishFeatures } from '../../features/feature-draft.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import type { Variation } from '../../matching/variations.ts'
import { LIMITS } from '../../model/limits.ts'
import { weightOfConfidence } from '../../scoring/match-weight.ts'
import type { CandidateColumns } from '../../storage/registry-index.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { MatchQuery } from './match-query.ts'

/**
 * The tolerance in bits. Weights are rounded to hundredths of a bit, and a weight exactly at the threshold must still
 * count.
 */
const SLACK_BITS = 0.01

/** A query with its possible interpretations. */
export interface QueryVariations {
  readonly question: MatchQuery
  readonly variations: readonly Variation[]
}

/** An assumed place, with the key lookups for records at this place. */
interface AssumedPlace {
  readonly variation: Variation
  readonly features: RecordFeatures
  readonly lookups: readonly number[]
}

/**
 * Drops variations that cannot match, without a full match of each. Most variations assume a place without records, or
 * without records similar to the query. The function looks up keys without a place once per query (with custom blocking
 * rules, once per assumed place), and place keys once per assumed place. A record is fully scored only if it can still
 * match.
 *
 * @param asked - Queries with their variations.
 * @returns For each query, the variations that some record may match, in order.
 */
export async function whatIfQueries(
  context: RegistryContext,
  asked: readonly QueryVariations[],
): Promise<Variation[][]> {
  const lookups: (readonly LookupKey[])[] = []
  const supposed = asked.flatMap((each) => assumedPlaces(each, context, lookups))
  const isMatched = await lookupMatcher(context, lookups)
  const unmatchable = new Set<Variation>()
  for (const { variation, features, lookups: own } of supposed) {
    if (!own.some((lookup) => isMatched(lookup, features))) unmatchable.add(variation)
  }
  return asked.map(({ variations }) => variations.filter((variation) => !unmatchable.has(variation)))
}

/** Returns the assumed places as features. The function also adds their key lookups to `probes`. */
function assumedPlaces(
  { question, variations }: QueryVariations,
  { active: { rules }, gazetteer }: RegistryContext,
  lookups: (readonly LookupKey[])[],
): AssumedPlace[] {
  if (variations.length === 0) return []
  const addLookup = (keys: readonly LookupKey[]): number => lookups.push(keys.slice(0, LIMITS.keysPerLookup)) - 1
  let anywhere: number | undefined
  return variations.flatMap((variation): AssumedPlace[] => {
    if (!variation.isOfPlace) return []
    const features = assumedFeatures(question, variation, rules, gazetteer)
    // The keys of utpid are the same for all variations of a query, because either all variations or none have a country.
    // A custom rule may read the place, so its keys are not.
    if (rules.blockingRules.length > 0) anywhere = undefined
    anywhere ??= addLookup(unplacedKeys(features, rules))
    const there = variation.removesEvidence ? [] : [addLookup(placedKeys(features, rules, queryGroups(features)))]
    return [{ variation, features, lookups: [anywhere, ...there] }]
  })
}

/**
 * Returns the features of a variation that changes or omits the place. All other features are equal to those of the
 * query, see {@link IndexRules}.
 */
export function assumedFeatures(
  { features: given }: MatchQuery,
  { input: { location = {} } }: Variation,
  rules: IndexRules,
  gazetteer: Gazetteer | undefined,
): RecordFeatures {
  // This code keeps the parsed address: the address does not change, and parsing is slow.
  const { address: _, ...rest } = location
  const { country, towns, coordinates, precisionMeters } = rules.extract({ location: rest }, {}, gazetteer)
  const { profile, group, category } = given
  return finishFeatures({
    ...draftFeatures(profile, group, category),
    ...given,
    country,
    towns,
    coordinates,
    precisionMeters,
  })
}

/** Runs all key lookups. Returns a function that reports whether a candidate of a lookup matches the features. */
async function lookupMatcher(
  { index, scorer, active }: RegistryContext,
  lookups: readonly (readonly LookupKey[])[],
): Promise<(lookup: number, features: RecordFeatures) => boolean> {
  const answers: CandidateColumns[] = []
  for (let from = 0; from < lookups.length; from += LIMITS.lookupsPerCall) {
    const asked = lookups.slice(from, from + LIMITS.lookupsPerCall).map((keys) => lookupOf(keys.map(({ key }) => key)))
    answers.push(await index.candidates(asked, LIMITS.recordsPerKey))
  }
  const { thresholds, competition } = scorer.model
  const minWeight = weightOfConfidence(thresholds.match) - SLACK_BITS - Math.max(0, competition?.alone ?? 0)
  return (lookup, features) => {
    const columns = answers[Math.floor(lookup / LIMITS.lookupsPerCall)] as CandidateColumns
    const { offsets, bytes, featureOffsets } = columns
    const at = lookup % LIMITS.lookupsPerCall
    for (let row = offsets[at] as number; row < (offsets[at + 1] as number); row++) {
      const stored = bytes.subarray(featureOffsets[row], featureOffsets[row + 1])
      const record = active.rules.decode(stored)
      if (scorer.scoreFrom(features, record, minWeight) !== undefined) return true
    }
    return false
  }
}
