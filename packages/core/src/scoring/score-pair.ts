import { COMPARISONS } from '../comparison/aspects/comparisons.ts'
import { spokenByPair } from '../comparison/aspects/spoken-aspects.ts'
import type { Comparison } from '../comparison/comparison.ts'
import type { FeatureGlance } from '../features/codec/feature-glance.ts'
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
    for (const { comparison, worths, restMost } of plan.stepsFor(spokenByPair(left, right))) {
      const level = worths.find(comparison.compare(left, right, this.terms.bits))
      weight += worths.bits(level)
      if (worths.isVeto(level)) vetoed = true
      if (weight + restMost < leastWeight - HALF_STEP || (vetoed && VETO_WEIGHT < leastWeight)) return undefined
    }
    return scoreOf(weight, vetoed, leastWeight)
  }

  /**
   * The same of a record that is glanced at. Nearly all that are out of reach are told by that, and what a glance has told is
   * not compared again.
   *
   * @param read - Reads the record; called only where a glance is not enough.
   */
  scoreGlanced(
    asked: RecordFeatures,
    other: FeatureGlance,
    leastWeight: number,
    read: () => RecordFeatures,
  ): PairScore | undefined {
    const plan = this.#plans[pairProfile(asked, other)]
    const { told, untold, bits } = plan.glances
    const { bits: wordBits } = this.terms
    const least = leastWeight - HALF_STEP
    const mayBeVetoed = VETO_WEIGHT >= leastWeight
    let most = plan.glances.most
    let vetoed = false
    let openSteps = 0
    for (let at = 0; at < told.length; at++) {
      const { comparison, worths, place, restMost } = told[at] as (typeof told)[number]
      const answer = comparison.glance?.(asked, other, wordBits)
      const found = worths.find(answer)
      const worth = worths.bits(found)
      most += worth
      bits[place] = worth
      if (worths.isVeto(found)) vetoed = true
      if (most + restMost < least || (vetoed && !mayBeVetoed)) return undefined
      if (typeof answer !== 'string') open[openSteps++] = at
    }
    const features = read()
    for (let at = 0; at < openSteps + untold.length; at++) {
      const step = at < openSteps ? told[open[at] as number] : untold[at - openSteps]
      const { comparison, worths, place, most: stepMost } = step as (typeof told)[number]
      const level = worths.find(comparison.compare(asked, features, wordBits))
      const worth = worths.bits(level)
      most += worth - (at < openSteps ? (bits[place] as number) : stepMost)
      bits[place] = worth
      if (worths.isVeto(level)) vetoed = true
      if (most < least || (vetoed && !mayBeVetoed)) return undefined
    }
    let weight = plan.prior
    for (let place = 0; place < bits.length; place++) weight += bits[place] as number
    return scoreOf(weight, vetoed, leastWeight)
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

/** Of the pair in hand, the steps that a glance has not told to one level. There are fewer comparisons than that. */
const open = new Uint8Array(32)

/** @param bits - Of all levels, and the prior. */
function scoreOf(bits: number, vetoed: boolean, leastWeight: number): PairScore | undefined {
  const weight = roundWeight(vetoed ? Math.min(bits, VETO_WEIGHT) : bits)
  return weight < leastWeight ? undefined : { weight, confidence: confidenceOfWeight(weight), vetoed }
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
