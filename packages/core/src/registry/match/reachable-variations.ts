import { probeOf } from '../../blocking/key-value.ts'
import { groupsAsked, type ProbeKey, placedKeys, unplacedKeys } from '../../blocking/record-keys.ts'
import { draftFeatures, finishFeatures } from '../../features/feature-draft.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import type { Variation } from '../../matching/variations.ts'
import { LIMITS } from '../../model/limits.ts'
import { weightOfConfidence } from '../../scoring/match-weight.ts'
import type { CandidateColumns } from '../../storage/registry-index.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { Question } from './match-question.ts'

/** Weights are whole hundredths of a bit: what reaches a threshold exactly is not lost to a rounding. */
const SLACK_BITS = 0.01

/** A question with what it may have meant. */
export interface Varied {
  readonly question: Question
  readonly variations: readonly Variation[]
}

/** A place that is supposed, with the probes that find what could stand there. */
interface Supposed {
  readonly variation: Variation
  readonly features: RecordFeatures
  readonly probes: readonly number[]
}

/**
 * Leaves out variations that cannot match. Most suppose a place where nothing stands, or nothing that is like the
 * question: this is found out without asking each of them in full. What a question is found by wherever it stands is
 * asked once, each place that is supposed by the keys of the place alone, and of the records that answer none is scored
 * to the end unless it comes to a match.
 *
 * @param asked - The questions, and of each its variations.
 * @returns Of each question those that some record may match, in the same order.
 */
export async function reachableVariations(context: RegistryContext, asked: readonly Varied[]): Promise<Variation[][]> {
  const probes: (readonly ProbeKey[])[] = []
  const supposed = asked.flatMap((each) => supposedPlaces(each, context, probes))
  const isMatched = await matchedBy(context, probes)
  const hopeless = new Set<Variation>()
  for (const { variation, features, probes: own } of supposed) {
    if (!own.some((probe) => isMatched(probe, features))) hopeless.add(variation)
  }
  return asked.map(({ variations }) => variations.filter((variation) => !hopeless.has(variation)))
}

/** What is supposed of the place, as features; the probes that it takes are added to the others. */
function supposedPlaces(
  { question, variations }: Varied,
  { served: { rules }, gazetteer }: RegistryContext,
  probes: (readonly ProbeKey[])[],
): Supposed[] {
  if (variations.length === 0) return []
  const ask = (keys: readonly ProbeKey[]): number => probes.push(keys.slice(0, LIMITS.keysPerProbe)) - 1
  let anywhere: number | undefined
  return variations.flatMap((variation): Supposed[] => {
    if (!variation.ofPlace) return []
    const features = supposedFeatures(question, variation, rules, gazetteer)
    // The same for all of them: a country is left out of all or of none.
    anywhere ??= ask(unplacedKeys(features, rules.salt))
    const there = variation.lacks ? [] : [ask(placedKeys(features, rules.salt, groupsAsked(features)))]
    return [{ variation, features, probes: [anywhere, ...there] }]
  })
}

/**
 * Features of a variation that supposes another place, or none: those of the question but for what they say of the
 * place, see {@link IndexRules}.
 */
export function supposedFeatures(
  { features: given }: Question,
  { input: { location = {} } }: Variation,
  rules: IndexRules,
  gazetteer: Gazetteer | undefined,
): RecordFeatures {
  // An address takes time to read, and stays the same.
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

/** Asks all probes; what it returns says whether a record that answers one of them matches a question by the model. */
async function matchedBy(
  { index, scorer, served }: RegistryContext,
  probes: readonly (readonly ProbeKey[])[],
): Promise<(probe: number, features: RecordFeatures) => boolean> {
  const answers: CandidateColumns[] = []
  for (let from = 0; from < probes.length; from += LIMITS.probesPerCall) {
    const asked = probes.slice(from, from + LIMITS.probesPerCall).map((keys) => probeOf(keys.map(({ key }) => key)))
    answers.push(await index.candidates(asked, LIMITS.recordsPerKey))
  }
  const least = weightOfConfidence(scorer.model.thresholds.match) - SLACK_BITS
  return (probe, features) => {
    const columns = answers[Math.floor(probe / LIMITS.probesPerCall)] as CandidateColumns
    const { offsets, bytes, featureOffsets } = columns
    const at = probe % LIMITS.probesPerCall
    for (let row = offsets[at] as number; row < (offsets[at + 1] as number); row++) {
      const stored = bytes.subarray(featureOffsets[row], featureOffsets[row + 1])
      const record = served.rules.decode(stored)
      if (scorer.scoreFrom(features, record, least) !== undefined) return true
    }
    return false
  }
}
