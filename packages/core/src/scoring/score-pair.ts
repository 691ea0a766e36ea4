import type { Comparison } from '../comparison/comparison.ts'
import { COMPARISONS } from '../comparison/comparisons.ts'
import { spokenByPair } from '../comparison/spoken-aspects.ts'
import type { FeatureGlance } from '../features/feature-glance.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { Profile } from '../model/category.ts'
import { confidenceOfWeight, weightOfConfidence } from './match-weight.ts'
import { type ScoringModel, VETO_CONFIDENCE } from './scoring-model.ts'
import { ScoringPlan } from './scoring-plan.ts'
import type { TermFrequency } from './term-frequency.ts'

/** What two records are worth together. */
export interface PairScore {
  /** Match weight in bits, prior included. */
  readonly weight: number
  /** 0 to 1. */
  readonly confidence: number
  readonly vetoed: boolean
}

/** One comparison's part in a score. */
export interface LevelScore {
  readonly comparison: Comparison
  readonly level: string
  readonly bits: number
}

const VETO_WEIGHT = weightOfConfidence(VETO_CONFIDENCE)

/** Scores pairs of records by one model and one epoch. Pure: the same pair, the same score, either way round. */
export class PairScorer {
  readonly model: ScoringModel
  readonly terms: TermFrequency
  readonly #plans: Readonly<Record<Profile, ScoringPlan>>

  constructor(model: ScoringModel, terms: TermFrequency) {
    this.model = model
    this.terms = terms
    this.#plans = {
      lodging: new ScoringPlan(model, 'lodging'),
      activity: new ScoringPlan(model, 'activity'),
      transfer: new ScoringPlan(model, 'transfer'),
      point: new ScoringPlan(model, 'point'),
      generic: new ScoringPlan(model, 'generic'),
    }
  }

  score(left: RecordFeatures, right: RecordFeatures): PairScore {
    return this.scoreFrom(left, right, Number.NEGATIVE_INFINITY) as PairScore
  }

  /**
   * The score of a pair, or undefined when its match weight is below `leastWeight`, which is
   * often known long before everything is compared. The answer is the same as that of
   * {@link score} wherever there is one.
   */
  scoreFrom(left: RecordFeatures, right: RecordFeatures, leastWeight: number): PairScore | undefined {
    const plan = this.#plans[pairProfile(left, right)]
    let weight = plan.prior
    let vetoed = false
    for (const step of plan.stepsFor(spokenByPair(left, right))) {
      const level = step.comparison.compare(left, right, this.terms.bits)
      weight += step.bits.get(level) ?? 0
      if (step.vetoes?.has(level)) vetoed = true
      if (weight + step.restMost < leastWeight - HALF_STEP || (vetoed && VETO_WEIGHT < leastWeight)) return undefined
    }
    if (vetoed) weight = Math.min(weight, VETO_WEIGHT)
    weight = roundWeight(weight)
    return weight < leastWeight ? undefined : { weight, confidence: confidenceOfWeight(weight), vetoed }
  }

  /**
   * False only where {@link scoreFrom} has no score for a record that is glanced at: told of its bytes, for a fraction of
   * what reading it costs. True where it may have one.
   */
  mayReach(asked: RecordFeatures, other: FeatureGlance, leastWeight: number): boolean {
    if (leastWeight === Number.NEGATIVE_INFINITY) return true
    const plan = this.#plans[pairProfile(asked, other)]
    // Where a veto is enough to fall below, it is as good as any number of bits.
    const vetoWeight = VETO_WEIGHT < leastWeight ? Number.NEGATIVE_INFINITY : 0
    let most = plan.prior
    for (const { comparison, worths, restMost } of plan.glances) {
      const bits = worths.mostOf(comparison.glance?.(asked, other, this.terms.bits))
      most += bits === Number.NEGATIVE_INFINITY ? vetoWeight : bits
      if (most + restMost < leastWeight - HALF_STEP) return false
    }
    return true
  }

  /** Whether the score of a pair is vetoed, which takes a few comparisons only. */
  isVetoed(left: RecordFeatures, right: RecordFeatures): boolean {
    const spoken = spokenByPair(left, right)
    return this.#plans[pairProfile(left, right)].vetoing.some(
      ({ comparison, bit, levels }) =>
        (spoken & bit) !== 0 && levels.has(comparison.compare(left, right, this.terms.bits)),
    )
  }

  /** Every comparison of a pair with its level and bits, in the order they are explained. */
  levels(left: RecordFeatures, right: RecordFeatures): LevelScore[] {
    const profile = pairProfile(left, right)
    return COMPARISONS[profile].map((comparison) => {
      const level = comparison.compare(left, right, this.terms.bits)
      return { comparison, level, bits: this.model.profiles[profile].bits[comparison.name]?.[level] ?? 0 }
    })
  }
}

/** What rounding can add to a sum, and the last digits of a bound that is added up in another order. */
const HALF_STEP = 0.005 + 1e-9

/** Whole hundredths of a bit, so that a sum does not depend on the order it was made in. */
function roundWeight(bits: number): number {
  // Adding 0 makes 0 of -0, which JSON does not keep.
  return Math.round(bits * 100) / 100 + 0
}

/** A record that is read, or glanced at. */
type Categorised = Pick<RecordFeatures, 'profile' | 'group'>

/**
 * The profile by which two records are compared: theirs, or that of the one whose category is known. Not that of an
 * airport: what stands near one without saying what it is, is nearly always something else.
 */
export function pairProfile(left: Categorised, right: Categorised): Profile {
  if (left.profile === right.profile) return left.profile
  if (left.group === 'other' && right.profile !== 'point') return right.profile
  if (right.group === 'other' && left.profile !== 'point') return left.profile
  return 'generic'
}
