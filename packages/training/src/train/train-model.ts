import { defaultSchema, RegistryError, type RegistrySchema } from '@utpid/core'
import {
  completeModel,
  confidenceOfWeight,
  type Profile,
  type ProfileWeights,
  parseScoringModel,
  type ScoringModel,
  VETO_CONFIDENCE,
  weightOfConfidence,
} from '@utpid/core/scoring'
import type { WeighedRecords } from '../sets/competing-pairs.ts'
import { type PairLevels, pairLevels } from '../sets/pair-levels.ts'
import type { TrainedSet } from '../sets/trained-set.ts'
import type { LabelledPair, RecordPair, TrainingSet } from '../sets/training-set.ts'
import { seededRandom } from '../statistics/seeded-random.ts'
import { AIMS, type Aims, choosePairThreshold, type ScoredPair } from '../thresholds/choose-thresholds.ts'
import { type Calibration, calibrate } from '../weights/calibrate-weights.ts'
import { type ComparedSet, type FittedBits, fitBits } from '../weights/fit-bits.ts'
import { REGULARIZATION, type Regularization } from '../weights/parameters.ts'
import { bitsOf, sameSupplierBits, weightsOf } from '../weights/profile-weights.ts'
import { COVERAGE, type CompetingLabel, learnCompetition } from './learn-competition.ts'
import { provenanceOf } from './provenance.ts'

/** Options of {@link trainModel}. */
export interface TrainOptions {
  /** Version of the model. */
  readonly version: string
  /**
   * The model that provides vetoes, thresholds that the pairs cannot determine, and bits of levels that no pair
   * reaches.
   */
  readonly base: ScoringModel
  /**
   * The schema of the model. The training learns the bits of all its comparisons, including custom comparisons. Default:
   * the default schema.
   */
  readonly schema?: RegistrySchema
  /** A whole number. The same pairs and the same seed give the same model. */
  readonly seed: number
  /**
   * Names of the training sets whose pairs are candidates in real proportions. These sets calibrate confidences and
   * thresholds. Default: all sets.
   */
  readonly candidates?: readonly string[]
  /**
   * Names of the training sets whose pairs without coordinates are candidates in real proportions. These pairs only
   * calibrate the prior of pairs without coordinates. Default: `candidates`.
   */
  readonly unplaced?: readonly string[]
  readonly aims?: Aims
  readonly regularization?: Regularization
  /** A function that is called with a sentence at each step. */
  readonly onProgress?: (sentence: string) => void
  /** Ends the training, which takes minutes, at its next step with the signal's reason. An `AbortSignal` fits. */
  readonly signal?: { throwIfAborted(): void }
  /**
   * A function that is called between steps, so that other tasks of the process, such as a signal handler, can run.
   * Default: nothing.
   */
  readonly yield?: () => Promise<void>
}

/** A trained model with its results. */
export interface TrainedModel {
  readonly model: ScoringModel
  readonly sets: readonly TrainedSet[]
}

const PARTS = 5
/** Minimum number of matches, and of non-matches, for a training. */
const MIN_OF_EACH = 10
/** Minimum number of pairs of a profile. A profile with fewer pairs keeps the bits of the base model. */
const MIN_OF_PROFILE = 200
/**
 * Minimum number of matches, and of non-matching candidates, for a profile's own calibration. Fewer pairs of a profile
 * belong by accident to training sets of other profiles, whose share of matches differs from a supplier feed of the
 * profile.
 */
const MIN_TO_CALIBRATE = 500
const VETO_WEIGHT = weightOfConfidence(VETO_CONFIDENCE)
const PROFILES = Object.keys(defaultSchema.profiles) as Profile[]

/**
 * Learns the bits of levels from labelled pairs: an additive model (logistic regression on levels, one intercept for
 * each set, profiles partly pooled), calibrated to the proportions of candidates, with thresholds by stated aims.
 *
 * @throws {@link RegistryError} `validation_failed` for too few pairs of a kind, two sets of one name, or an unknown
 *   name in `candidates`.
 */
export async function trainModel(sets: readonly TrainingSet[], options: TrainOptions): Promise<TrainedModel> {
  checkSets(sets, options)
  const { seed, aims = AIMS, regularization = REGULARIZATION, schema = defaultSchema, onProgress = () => {} } = options
  const base = completeModel(options.base, schema)
  const rest = async (): Promise<void> => {
    await options.yield?.()
    options.signal?.throwIfAborted()
  }
  onProgress('Comparing the pairs.')
  const compared: ComparedSet[] = []
  const unlabelled = new Map<string, readonly PairLevels[]>()
  for (const { name, pairs, unlabelled: others = [], weight = 1 } of sets) {
    const all = [...pairs, ...others.map((pair) => ({ ...pair, match: false }))]
    const levels = await pairLevels({ name, pairs: all }, schema, rest)
    compared.push({ name, pairs: levels.slice(0, pairs.length), weight })
    unlabelled.set(name, levels.slice(pairs.length))
  }
  const learned = learnedProfiles(compared)
  if (learned.size === 0) {
    throw new RegistryError(
      'validation_failed',
      `No profile has ${MIN_OF_PROFILE} pairs, the minimum to learn the bits of its levels. Label more pairs of one kind of product.`,
    )
  }
  const names = options.candidates ?? sets.map(({ name }) => name)
  const unseen = await crossValidate(compared, { ...options, base, schema }, rest)
  const unseenOf = (wanted: readonly string[]): UnseenPair[] => wanted.flatMap((name) => unseen.get(name) ?? [])
  await rest()
  const calibrationOf = calibrationsOf(unseenOf(names), unseenOf(options.unplaced ?? names))
  onProgress('Fitting with all pairs.')
  const fitted = await fitBits(compared, base, regularization, schema, rest)
  const weigh = (pair: UnseenPair): number => weightOfPair(pair, calibrationOf(pair.profile))
  onProgress('Comparing competing candidates.')
  const competing = sets
    .filter(({ name }) => names.includes(name))
    .map(({ name, pairs, unlabelled: others = [], chosenByMatch = false }) => ({
      name,
      chosenByMatch,
      pairs: (unseen.get(name) ?? []).map((each): CompetingLabel => {
        return { ...(pairs[each.at] as LabelledPair), profile: each.profile, weight: weigh(each) }
      }),
      others: (unlabelled.get(name) ?? []).map((levels, at): WeighedRecords => {
        return { ...(others[at] as RecordPair), weight: weigh(unseenPair(at, levels, fitted, base)) }
      }),
    }))
  const { competition, thresholds, weightsOf: competed } = learnCompetition(competing, base, aims, ofMainProfile)
  const chosen = new Set(sets.filter(({ chosenByMatch }) => chosenByMatch === true).map(({ name }) => name))
  const scoredSets = compared.map(({ name, pairs }): TrainedSet => {
    const own = unseen.get(name) ?? []
    const weights = competed.get(name) ?? own.map(weigh)
    const isChosen = chosen.has(name)
    const scored = own.map(
      ({ match }, at): ScoredPair => ({
        confidence: confidenceOfWeight(weights[at] as number),
        match,
        ...(isChosen && match ? { share: COVERAGE } : {}),
      }),
    )
    return { name, pairs: pairs.length, matches: pairs.filter(({ match }) => match).length, unseen: scored }
  })
  await rest()
  const pair = choosePairThreshold(scoredSets.map((set) => set.unseen)) ?? thresholds.review
  const profiles = Object.fromEntries(
    PROFILES.map((profile) => [
      profile,
      learned.has(profile) ? weightsOf(profile, fitted, base, schema, calibrationOf(profile)) : base.profiles[profile],
    ]),
  ) as Record<Profile, ProfileWeights>
  const json = {
    version: options.version,
    provenance: provenanceOf(scoredSets, {
      candidates: names,
      learned,
      base,
      seed,
      thresholds: { ...thresholds, pair },
    }),
    thresholds: {
      ...thresholds,
      pair,
      ...(learned.has('lodging') ? { sameSupplierBits: sameSupplierBits(profiles.lodging) } : {}),
    },
    ...(base.comparisons === undefined ? {} : { comparisons: base.comparisons }),
    ...(competition === undefined ? {} : { competition }),
    profiles,
  }
  return { model: parseScoringModel(json, schema), sets: scoredSets }
}

/** An unseen pair with its weight before calibration. */
interface UnseenPair {
  /** The position of the pair in its set. */
  readonly at: number
  readonly weight: number
  readonly profile: Profile
  readonly match: boolean
  readonly vetoed: boolean
  /** Whether both records have coordinates. */
  readonly isPlaced: boolean
}

/**
 * Fits the bits for each part of the pairs without this part, and computes the weights of the part's pairs.
 *
 * @returns the weights by the name of the training set.
 */
async function crossValidate(
  compared: readonly ComparedSet[],
  {
    base,
    seed,
    regularization = REGULARIZATION,
    schema,
    onProgress = () => {},
  }: TrainOptions & { readonly schema: RegistrySchema },
  rest: () => Promise<void>,
): Promise<ReadonlyMap<string, readonly UnseenPair[]>> {
  const unseen = new Map<string, UnseenPair[]>()
  const parts = partsOf(compared, seed)
  for (let left = 0; left < PARTS; left++) {
    onProgress(`Fitting without part ${left + 1} of ${PARTS}.`)
    const seen = compared.map(
      (set, at): ComparedSet => ({
        ...set,
        pairs: set.pairs.filter((_, pair) => parts[at]?.[pair] !== left),
      }),
    )
    const fitted = await fitBits(seen, base, regularization, schema, rest)
    for (const [at, { name, pairs }] of compared.entries()) {
      const scored = unseen.get(name) ?? []
      unseen.set(name, scored)
      for (const [pair, levels] of pairs.entries()) {
        if (parts[at]?.[pair] === left) {
          scored.push(unseenPair(pair, levels, fitted, base))
        }
      }
    }
  }
  return unseen
}

/** Returns the calibrated match weight of a pair in bits. */
function weightOfPair({ weight, vetoed, isPlaced }: UnseenPair, ofProfile: Calibration): number {
  const { slope, prior } = isPlaced ? ofProfile : (ofProfile.unplaced ?? ofProfile)
  const calibrated = prior + slope * weight
  return vetoed ? Math.min(calibrated, VETO_WEIGHT) : calibrated
}

/**
 * Returns the calibration of each profile. A profile with enough candidates has its own calibration, since shares of
 * matches differ: most airports within kilometres match, few hotels within a street do. Other profiles use the
 * calibration of lodging, whose candidates are most similar, or the calibration of all candidates. With enough pairs
 * without coordinates, these pairs have their own.
 *
 * @param unplaced - Candidates of which only those without coordinates count.
 */
function calibrationsOf(
  candidates: readonly UnseenPair[],
  unplaced: readonly UnseenPair[],
): (profile: Profile) => Calibration {
  const judged = candidates.filter(({ vetoed }) => !vetoed)
  const ofAll = calibrate(judged)
  const own = new Map<Profile, Calibration>()
  for (const profile of PROFILES) {
    const pairs = enoughOf(judged, profile)
    if (pairs !== undefined) own.set(profile, calibrate(pairs))
  }
  const bare = unplaced.filter(({ vetoed, isPlaced }) => !vetoed && !isPlaced)
  const calibrations = new Map(
    PROFILES.map((profile) => {
      const shared = own.get(profile) ?? own.get('lodging') ?? ofAll
      const pairs = enoughOf(bare, profile)
      return [profile, pairs === undefined ? shared : { ...shared, unplaced: calibrate(pairs) }]
    }),
  )
  return (profile) => calibrations.get(profile) ?? ofAll
}

/** Returns the pairs of a profile if they are enough for a calibration of their own. */
function enoughOf(all: readonly UnseenPair[], profile: Profile): readonly UnseenPair[] | undefined {
  const pairs = all.filter((pair) => pair.profile === profile)
  const matches = pairs.filter(({ match }) => match).length
  return Math.min(matches, pairs.length - matches) >= MIN_TO_CALIBRATE ? pairs : undefined
}

/**
 * Returns the candidates of lodging, the most frequent profile, for the thresholds. If these candidates are too few,
 * returns the candidates of all profiles.
 */
function ofMainProfile<Pair extends Pick<UnseenPair, 'profile' | 'match'>>(
  candidates: readonly Pair[],
): readonly Pair[] {
  const lodging = candidates.filter(({ profile }) => profile === 'lodging')
  const matches = lodging.filter(({ match }) => match).length
  return Math.min(matches, lodging.length - matches) < MIN_TO_CALIBRATE ? candidates : lodging
}

function checkSets(sets: readonly TrainingSet[], { candidates = [] }: TrainOptions): void {
  const names = sets.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new RegistryError('validation_failed', `Two sets are called "${twice}".`)
  const missing = candidates.find((name) => !names.includes(name))
  if (missing !== undefined) {
    throw new RegistryError('validation_failed', `No set is called "${missing}"; there are ${names.join(', ')}.`)
  }
  checkKinds(sets, 'pairs')
  checkKinds(
    sets.filter(({ name }) => candidates.length === 0 || candidates.includes(name)),
    'candidates',
  )
}

function checkKinds(sets: readonly TrainingSet[], what: string): void {
  const pairs = sets.flatMap((set) => set.pairs)
  const matches = pairs.filter(({ match }) => match).length
  if (matches < MIN_OF_EACH || pairs.length - matches < MIN_OF_EACH) {
    throw new RegistryError(
      'validation_failed',
      `There are ${matches} ${what} that match and ${pairs.length - matches} that do not; a model needs at least ${MIN_OF_EACH} of each.`,
    )
  }
}

/** Assigns each pair of each training set to a part. */
function partsOf(sets: readonly ComparedSet[], seed: number): Uint8Array[] {
  const random = seededRandom(seed)
  return sets.map(({ pairs }) => Uint8Array.from(pairs, () => Math.floor(random() * PARTS)))
}

/** Returns a pair with the weight of a model that has not seen it. */
function unseenPair(at: number, levels: PairLevels, fitted: FittedBits, base: ScoringModel): UnseenPair {
  const { match, profile } = levels
  const isPlaced = levels.levels.some(([comparison]) => comparison === 'distance')
  return { at, weight: weightOf(levels, fitted, base), match, profile, vetoed: isVetoed(levels, base), isPlaced }
}

/** Returns the weight of a pair's levels before calibration, in bits, without the prior. */
function weightOf({ profile, levels }: PairLevels, fitted: FittedBits, base: ScoringModel): number {
  return levels.reduce((sum, [comparison, level]) => sum + bitsOf(profile, comparison, level, fitted, base, 1), 0)
}

function isVetoed({ profile, levels }: PairLevels, { profiles }: ScoringModel): boolean {
  const { vetoes } = profiles[profile]
  return levels.some(([comparison, level]) => vetoes[comparison]?.includes(level) === true)
}

function learnedProfiles(sets: readonly ComparedSet[]): ReadonlySet<Profile> {
  const counts = new Map<Profile, number>()
  for (const { pairs } of sets) for (const { profile } of pairs) counts.set(profile, (counts.get(profile) ?? 0) + 1)
  return new Set(PROFILES.filter((profile) => (counts.get(profile) ?? 0) >= MIN_OF_PROFILE))
}
