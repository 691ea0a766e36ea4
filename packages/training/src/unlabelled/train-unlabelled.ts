import { defaultSchema, RegistryError, type RegistrySchema } from '@utpid/core'
import {
  completeModel,
  confidenceOfWeight,
  indexRulesOf,
  type Profile,
  type ProfileWeights,
  parseScoringModel,
  type ScoringModel,
  termFrequencyOf,
} from '@utpid/core/scoring'
import { comparePairs, type PairLevels } from '../sets/pair-levels.ts'
import { seededRandom } from '../statistics/seeded-random.ts'
import { AIMS } from '../thresholds/choose-thresholds.ts'
import type { TrainOptions } from '../train/train-model.ts'
import { type FittedBits, fitBits } from '../weights/fit-bits.ts'
import { REGULARIZATION } from '../weights/parameters.ts'
import { bitsOf, sameSupplierBits, weightsOf } from '../weights/profile-weights.ts'
import { type AgreementEstimate, estimateByAgreement } from './agreement-weights.ts'
import { calibrateByConflicts } from './conflict-calibration.ts'
import { type ExpectedFigures, ExpectedThresholds } from './expected-thresholds.ts'
import { type CandidatePair, findCandidates } from './find-candidates.ts'
import { OneToOne } from './one-to-one.ts'
import { type NumberedRecord, numberRecords, type SupplierRecords } from './supplier-records.ts'
import { checkEstimate, checkSuppliers, MAX_PAIRS, tooManyPairs } from './unlabelled-checks.ts'
import { unlabelledProvenance } from './unlabelled-provenance.ts'

/**
 * Options of {@link trainUnlabelled}, see `TrainOptions`. The training of all records needs no names of candidates.
 *
 * `base` provides vetoes, and bits of levels and profiles that too few candidates reach.
 */
export type TrainUnlabelledOptions = Omit<TrainOptions, 'candidates'>

/** A model trained without labels, with estimates of its quality. */
export interface UnlabelledModel {
  readonly model: ScoringModel
  /** Number of records. */
  readonly records: number
  /** Number of pairs of records of two suppliers that blocking found. */
  readonly candidates: number
  /** Estimated number of matches among the candidates. */
  readonly matches: number
  /** Estimates, not measurements: they are as wrong as the model's assumptions. */
  readonly expected: ExpectedFigures
}

const RANDOM_PAIRS = 20_000
/** Minimum number of candidates of a profile. A profile with fewer candidates keeps the weights of the base model. */
const MIN_OF_PROFILE = 200
/** Minimum estimated number of matches of a profile. */
const MIN_MATCHES_OF_PROFILE = 20
/** Maximum weight of a vetoed candidate, in bits: its confidence is about 0. */
const MAX_VETOED_BITS = -20
/** Name of the only training set. */
const SET = 'candidates'

/**
 * Learns bits, prior and thresholds from the records of two or more suppliers, without labels.
 *
 * 1. Blocking finds candidates, as a registry would.
 * 2. Expectation-maximization estimates which candidates match, see {@link estimateByAgreement}.
 * 3. The bits are fitted to these probabilities as `trainModel` fits them to labels, so that comparisons which agree
 *    together share their bits.
 *
 * The result depends only on the records, the options and the seed, not on the order of records or suppliers.
 *
 * @throws {@link RegistryError} `validation_failed` for fewer than two suppliers, repeated suppliers, too few or too many
 *   records, and records whose candidates do not separate into matches and non-matches.
 */
export async function trainUnlabelled(
  suppliers: readonly SupplierRecords[],
  options: TrainUnlabelledOptions,
): Promise<UnlabelledModel> {
  checkSuppliers(suppliers)
  const { seed, aims = AIMS, schema = defaultSchema, onProgress = () => {} } = options
  const base = completeModel(options.base, schema)
  const rest = async (): Promise<void> => {
    await options.yield?.()
    options.signal?.throwIfAborted()
  }
  const sorted = suppliers.toSorted((a, b) => (a.supplier < b.supplier ? -1 : 1))
  const rules = indexRulesOf(schema)
  const records = numberRecords(sorted, (features) => rules.encode(features))
  onProgress(`Finding candidates among ${records.length} records.`)
  const pairs = await findCandidates(records, rules, MAX_PAIRS, rest)
  if (pairs === undefined) throw tooManyPairs()
  onProgress(`Comparing ${pairs.length} candidates.`)
  const compare = comparer(records, schema, rest)
  const candidates = await compare(pairs)
  onProgress('Estimating which candidates match.')
  const oneToOne = new OneToOne(pairs, records, sorted)
  const estimate = await estimateByAgreement(
    {
      candidates,
      random: await compare(randomPairs(records, sorted.length, seed)),
      priors: priorsOf(pairs, records, sorted),
      oneToOne,
    },
    schema,
    rest,
  )
  const matches = checkEstimate(estimate)
  const learned = learnedProfiles(candidates, estimate)
  if (learned.size === 0) throw noProfile()
  onProgress('Fitting the bits.')
  const fitted = await fitBits(
    [{ name: SET, pairs: weighted(candidates, estimate), weight: 1 }],
    base,
    options.regularization ?? REGULARIZATION,
    schema,
    rest,
  )
  const weights = Float64Array.from(candidates, (pair) => weightOf(pair, fitted, base))
  const calibration = calibrateByConflicts(weights, estimate.probabilities, oneToOne)
  const thresholds = new ExpectedThresholds(
    weights.map((weight) => confidenceOfWeight(calibration.prior + calibration.slope * weight)),
  )
  const chosen = thresholds.choose(aims)
  const expected = thresholds.figures(chosen)
  const profiles = Object.fromEntries(
    (Object.keys(base.profiles) as Profile[]).map((profile) => [
      profile,
      learned.has(profile) ? weightsOf(profile, fitted, base, schema, calibration) : base.profiles[profile],
    ]),
  ) as Record<Profile, ProfileWeights>
  const counts = { records: records.length, candidates: pairs.length, matches, expected }
  const json = {
    version: options.version,
    provenance: unlabelledProvenance(sorted, counts, { base, learned, seed, thresholds: chosen }),
    thresholds: {
      ...base.thresholds,
      ...chosen,
      ...(learned.has('lodging') ? { sameSupplierBits: sameSupplierBits(profiles.lodging) } : {}),
    },
    ...(base.comparisons === undefined ? {} : { comparisons: base.comparisons }),
    profiles,
  }
  return { model: parseScoringModel(json, schema), ...counts }
}

/** Returns a function that compares pairs of records with the term frequencies of all records. */
function comparer(
  records: readonly NumberedRecord[],
  schema: RegistrySchema,
  rest: () => Promise<void>,
): (pairs: readonly CandidatePair[]) => Promise<PairLevels[]> {
  const { bits } = termFrequencyOf(records.map(({ features }) => features))
  const featuresOf = (at: number): NumberedRecord['features'] => (records[at] as NumberedRecord).features
  return async (pairs) =>
    comparePairs(
      pairs.map(([left, right]) => ({ left: featuresOf(left), right: featuresOf(right), match: false })),
      bits,
      schema,
      rest,
    )
}

/** Draws pairs of records of different suppliers. */
function randomPairs(records: readonly NumberedRecord[], suppliers: number, seed: number): CandidatePair[] {
  const random = seededRandom(seed)
  const bySupplier = Array.from({ length: suppliers }, (): number[] => [])
  for (const [at, { supplier }] of records.entries()) bySupplier[supplier]?.push(at)
  const drawn = (list: readonly number[]): number => list[Math.floor(random() * list.length)] as number
  return Array.from({ length: RANDOM_PAIRS }, (): CandidatePair => {
    const left = Math.floor(random() * records.length)
    const others = bySupplier.filter((_, supplier) => supplier !== (records[left] as NumberedRecord).supplier)
    return [left, drawn(others[Math.floor(random() * others.length)] as number[])]
  })
}

/** Returns the log odds that random records of two suppliers match if each record of the smaller supplier has a match. */
function priorsOf(
  pairs: readonly CandidatePair[],
  records: readonly NumberedRecord[],
  suppliers: readonly SupplierRecords[],
): Float64Array {
  const sizeOf = (at: number): number =>
    (suppliers[(records[at] as NumberedRecord).supplier] as SupplierRecords).records.length
  return Float64Array.from(pairs, ([left, right]) => -Math.log(Math.max(sizeOf(left), sizeOf(right))))
}

function learnedProfiles(candidates: readonly PairLevels[], { probabilities }: AgreementEstimate): Set<Profile> {
  const counts = new Map<Profile, { pairs: number; matches: number }>()
  for (const [at, { profile }] of candidates.entries()) {
    const count = counts.get(profile) ?? { pairs: 0, matches: 0 }
    counts.set(profile, count)
    count.pairs++
    count.matches += probabilities[at] as number
  }
  return new Set(
    [...counts].flatMap(([profile, { pairs, matches }]) =>
      pairs >= MIN_OF_PROFILE && matches >= MIN_MATCHES_OF_PROFILE ? [profile] : [],
    ),
  )
}

function noProfile(): RegistryError {
  return new RegistryError(
    'validation_failed',
    `No profile has ${MIN_OF_PROFILE} candidates with about ${MIN_MATCHES_OF_PROFILE} matches, the minimum to learn the bits of its levels. Give more records of one kind of product.`,
  )
}

/** Returns each candidate as a match and as a non-match, weighted by their probabilities. */
function weighted(candidates: readonly PairLevels[], { probabilities }: AgreementEstimate): PairLevels[] {
  return candidates.flatMap((pair, at) => {
    const probability = probabilities[at] as number
    return [
      { ...pair, match: true, weight: probability },
      { ...pair, match: false, weight: 1 - probability },
    ].filter(({ weight }) => weight > 0)
  })
}

/** Returns the weight of a candidate before calibration, in bits. A vetoed candidate counts as a certain non-match. */
function weightOf({ profile, levels }: PairLevels, fitted: FittedBits, base: ScoringModel): number {
  const { vetoes } = base.profiles[profile]
  const isVetoed = levels.some(([comparison, level]) => vetoes[comparison]?.includes(level) === true)
  const sum = levels.reduce((bits, [name, level]) => bits + bitsOf(profile, name, level, fitted, base, 1), 0)
  return isVetoed ? Math.min(sum, MAX_VETOED_BITS) : sum
}
