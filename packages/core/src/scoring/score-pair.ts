import type { Comparison } from '../comparison/comparison.ts'
import type { FeatureView } from '../features/codec/feature-view.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { Profile } from '../model/category.ts'
import type { Coordinates } from '../model/place.ts'
import { defaultSchema } from '../schema/default-schema.ts'
import type { RegistrySchema } from '../schema/registry-schema.ts'
import { type Competition, competitionLevel } from './competition.ts'
import { completeModel } from './complete-model.ts'
import { CoordinateErrors } from './coordinate-errors.ts'
import { confidenceOfWeight, roundWeight, weightOfConfidence } from './match-weight.ts'
import { type ScoringModel, VETO_CONFIDENCE } from './scoring-model.ts'
import { ScoringPlan } from './scoring-plan.ts'
import { SeveralCodes, type Supplied } from './several-codes.ts'
import { sameSupplierBits } from './supplier-habits.ts'
import type { TermFrequency } from './term-frequency.ts'

/** The score of two records. */
export interface PairScore {
  /** The match weight in bits, including the prior. */
  readonly weight: number
  /** The confidence, 0 to 1. */
  readonly confidence: number
  readonly vetoed: boolean
}

/** The contribution of one comparison to a score. */
export interface LevelScore {
  readonly comparison: Comparison
  readonly level: string
  readonly bits: number
}

const VETO_WEIGHT = weightOfConfidence(VETO_CONFIDENCE)

/**
 * Scores pairs of records with one schema, one model and one term-frequency version. Scoring is pure and symmetric.
 *
 * A custom comparison that throws, or returns a level that it does not declare, fails the call with `validation_failed`.
 */
export class PairScorer {
  readonly schema: RegistrySchema
  /** The model, completed for the schema, see `completeModel`. */
  readonly model: ScoringModel
  readonly terms: TermFrequency
  readonly #plans: Readonly<Record<Profile, ScoringPlan>>
  readonly #unplaced: Readonly<Record<Profile, ScoringPlan | undefined>>
  readonly #errors: CoordinateErrors | undefined
  readonly #several: SeveralCodes | undefined

  constructor(model: ScoringModel, terms: TermFrequency, schema: RegistrySchema = defaultSchema) {
    this.schema = schema
    this.model = completeModel(model, schema)
    this.terms = terms
    this.#errors = CoordinateErrors.of(terms.table?.suppliers)
    this.#several = SeveralCodes.of(terms.table?.suppliers, this.model)
    this.#plans = ofProfiles((profile) => ScoringPlan.of(this.model, profile, schema))
    this.#unplaced = ofProfiles((profile) => ScoringPlan.unplaced(this.model, profile, schema))
  }

  score(left: RecordFeatures, right: RecordFeatures): PairScore {
    return this.scoreFrom(left, right, Number.NEGATIVE_INFINITY) as PairScore
  }

  /**
   * Returns the score of a pair, or undefined if its match weight is below `minWeight`. A few comparisons are often
   * enough to prove that the weight is too low. Otherwise, the result equals the result of {@link score}.
   */
  scoreFrom(one: RecordFeatures, other: RecordFeatures, minWeight: number): PairScore | undefined {
    const left = this.withHabits(one)
    const right = this.withHabits(other)
    const profile = pairProfile(left, right)
    const plan = this.#planOf(left, right, profile)
    let weight = plan.prior + this.#correction(left, right, profile, plan)
    let vetoed = false
    for (const { comparison, weights, maxRest } of plan.stepsFor(plan.present.inBoth(left, right))) {
      const level = weights.find(comparison.compare(left, right, this.terms.bits))
      weight += weights.bits(level)
      if (weights.isVeto(level)) vetoed = true
      if (weight + maxRest < minWeight - HALF_STEP || (vetoed && VETO_WEIGHT < minWeight)) return undefined
    }
    return scoreOf(weight, vetoed, minWeight)
  }

  /**
   * Returns the same as {@link scoreFrom}, for a feature view. The method rejects nearly all pairs below `minWeight`
   * without decoding. It does not compute levels again that the view already determines.
   *
   * @param read - Decodes the record. The method calls it only if the view is not enough.
   */
  scoreView(
    input: RecordFeatures,
    other: FeatureView,
    minWeight: number,
    read: () => RecordFeatures,
  ): PairScore | undefined {
    const query = this.withHabits(input)
    if (this.#errors === undefined) other.leastPrecisionMeters = 0
    else this.#errors.applyToView(other)
    const profile = pairProfile(query, other)
    const plan = this.#planOf(query, other, profile)
    const correction = this.#correction(query, other, profile, plan)
    const { bounded, unbounded, bits } = plan.viewPlan
    const { bits: wordBits } = this.terms
    const minBits = minWeight - HALF_STEP
    const mayBeVetoed = VETO_WEIGHT >= minWeight
    let maxBits = plan.viewPlan.maxBits + correction
    let vetoed = false
    let unresolvedSteps = 0
    for (let at = 0; at < bounded.length; at++) {
      const { comparison, weights, position, maxRest } = bounded[at] as (typeof bounded)[number]
      const result = comparison.compareView?.(query, other, wordBits)
      const found = weights.find(result)
      const levelBits = weights.bits(found)
      maxBits += levelBits
      bits[position] = levelBits
      if (weights.isVeto(found)) vetoed = true
      if (maxBits + maxRest < minBits || (vetoed && !mayBeVetoed)) return undefined
      if (typeof result !== 'string') unresolved[unresolvedSteps++] = at
    }
    const features = this.withHabits(read())
    for (let at = 0; at < unresolvedSteps + unbounded.length; at++) {
      const step = at < unresolvedSteps ? bounded[unresolved[at] as number] : unbounded[at - unresolvedSteps]
      const { comparison, weights, position, maxBits: stepMax } = step as (typeof bounded)[number]
      const level = weights.find(comparison.compare(query, features, wordBits))
      const levelBits = weights.bits(level)
      maxBits += levelBits - (at < unresolvedSteps ? (bits[position] as number) : stepMax)
      bits[position] = levelBits
      if (weights.isVeto(level)) vetoed = true
      if (maxBits < minBits || (vetoed && !mayBeVetoed)) return undefined
    }
    let weight = plan.prior + correction
    for (let position = 0; position < bits.length; position++) weight += bits[position] as number
    return scoreOf(weight, vetoed, minWeight)
  }

  /** Returns the bits of a pair before any comparison. */
  priorOf(left: RecordFeatures, right: RecordFeatures): number {
    return this.#planOf(left, right, pairProfile(left, right)).prior
  }

  /**
   * Returns the standing of a pair among its competing candidates. The bits are 0 if the model has no bits for it.
   *
   * @param weight - The match weight of the pair in bits.
   * @param competitor - The match weight of the strongest competing pair; undefined if no candidate competes.
   */
  competition(weight: number, competitor: number | undefined): Competition {
    const level = competitionLevel(weight, competitor)
    return { level, bits: this.model.competition?.[level] ?? 0 }
  }

  /** Returns the features as they are compared: with the coordinate error of their supplier. */
  withHabits(features: RecordFeatures): RecordFeatures {
    return this.#errors === undefined ? features : this.#errors.applied(features)
  }

  /** Returns the bits of the fact that two records are codes of one supplier; 0 if they are not. */
  bitsOfSupplier(left: RecordFeatures, right: RecordFeatures): number {
    if (left.supplier === undefined || left.supplier !== right.supplier) return 0
    const profile = pairProfile(left, right)
    const plan = this.#planOf(left, right, profile)
    return plan.bitsOf('supplier', 'same') + this.#correction(left, right, profile, plan)
  }

  /** Returns the bits that two codes of a supplier need to be one product, by the habits of the supplier. */
  sameSupplierBits(supplier: string): number {
    return sameSupplierBits(this.model.thresholds, this.terms.table?.suppliers?.[supplier]?.severalCodes)
  }

  /** Reports whether the score of a pair is vetoed. The method needs only a few comparisons. */
  isVetoed(one: RecordFeatures, other: RecordFeatures): boolean {
    const left = this.withHabits(one)
    const right = this.withHabits(other)
    const { present: finder, vetoing } = this.#planOf(left, right, pairProfile(left, right))
    const present = finder.inBoth(left, right)
    return vetoing.some(
      ({ comparison, bit, levels }) =>
        (present & bit) !== 0 && levels.has(comparison.compare(left, right, this.terms.bits)),
    )
  }

  /** Returns every comparison of a pair with its level and bits, in the order of explanations. */
  levels(one: RecordFeatures, other: RecordFeatures): LevelScore[] {
    const left = this.withHabits(one)
    const right = this.withHabits(other)
    const profile = pairProfile(left, right)
    const plan = this.#planOf(left, right, profile)
    const ofSupplier = this.#correction(left, right, profile, plan)
    return this.schema.profiles[profile].comparisons.map((comparison) => {
      const level = comparison.compare(left, right, this.terms.bits)
      const bits = plan.bitsOf(comparison.name, level)
      const correction = level === 'same' && comparison.name === 'supplier' ? ofSupplier : 0
      return { comparison, level, bits: roundWeight(bits + correction) }
    })
  }

  #planOf(left: Placed, right: Placed, profile: Profile): ScoringPlan {
    const unplaced = this.#unplaced[profile]
    // Most profiles have one plan, and a view decodes coordinates when they are read.
    if (unplaced === undefined) return this.#plans[profile]
    return left.coordinates === undefined || right.coordinates === undefined ? unplaced : this.#plans[profile]
  }

  /** Returns the bits to add for the habit of a common supplier. */
  #correction(left: Supplied, right: Supplied, profile: Profile, { slope }: ScoringPlan): number {
    return this.#several === undefined ? 0 : roundWeight(this.#several.correction(left, right, profile) * slope)
  }
}

/**
 * The steps of the current pair for which the view left several possible levels. The array has more elements than there
 * are comparisons.
 */
const unresolved = new Uint8Array(32)

/**
 * Returns the score of some bits.
 *
 * @param bits - Sum of the prior and the bits of all levels.
 */
function scoreOf(bits: number, vetoed: boolean, minWeight: number): PairScore | undefined {
  const weight = roundWeight(vetoed ? Math.min(bits, VETO_WEIGHT) : bits)
  return weight < minWeight ? undefined : { weight, confidence: confidenceOfWeight(weight), vetoed }
}

/**
 * The maximum that rounding adds to a sum. The value includes a tolerance for bounds that are added in another order.
 */
const HALF_STEP = 0.005 + 1e-9

/** The coordinates of decoded features or of a feature view. */
interface Placed {
  readonly coordinates?: Coordinates | undefined
}

function ofProfiles<Value>(make: (profile: Profile) => Value): Readonly<Record<Profile, Value>> {
  return {
    lodging: make('lodging'),
    activity: make('activity'),
    transfer: make('transfer'),
    point: make('point'),
    generic: make('generic'),
  }
}

/** The profile and the group from decoded features or from a feature view. */
type Categorised = Pick<RecordFeatures, 'profile' | 'group'>

/**
 * Returns the profile for two records: their common profile, or the profile of the record with a known category. The
 * profile of airports is an exception and needs two airports, since a nearby record without category is nearly always
 * another kind of product.
 */
export function pairProfile(left: Categorised, right: Categorised): Profile {
  if (left.profile === right.profile) return left.profile
  if (left.group === 'other' && right.profile !== 'point') return right.profile
  if (right.group === 'other' && left.profile !== 'point') return left.profile
  return 'generic'
}
