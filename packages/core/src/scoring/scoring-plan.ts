import { COMPARISONS } from '../comparison/aspects/comparisons.ts'
import { spokenBit } from '../comparison/aspects/spoken-aspects.ts'
import type { Comparison } from '../comparison/comparison.ts'
import type { Profile } from '../model/category.ts'
import { AnswerWorths } from './answer-worths.ts'
import type { ProfileWeights, ScoringModel } from './scoring-model.ts'

/** One comparison of a plan, with its bits. */
interface ScoringStep {
  readonly comparison: Comparison
  readonly worths: AnswerWorths
  /** Maximum bits that the following steps can add. */
  readonly restMost: number
}

/** One comparison of a plan for feature views. */
interface GlanceStep {
  readonly comparison: Comparison
  readonly worths: AnswerWorths
  /** Its position in {@link GlancePlan.bits}. */
  readonly place: number
  /** Maximum bits that it can add. */
  readonly most: number
  /** Maximum bits that the following steps and the unbounded comparisons can add. */
  readonly restMost: number
}

/** Plan for feature views: the order of comparisons. */
export interface GlancePlan {
  /** Prior plus the maximum bits of {@link untold}. */
  readonly most: number
  /** Comparisons that a feature view can bound, those with a large drop at low cost first. */
  readonly told: readonly GlanceStep[]
  /** Comparisons that need decoded features. */
  readonly untold: readonly GlanceStep[]
  /** Bits of the current pair, in the order of summation for decoded pairs: sums are equal to the last digit. */
  readonly bits: Float64Array
}

/** A comparison with veto levels. */
interface VetoingComparison {
  readonly comparison: Comparison
  /** Its bit in the result of `spokenByPair`. */
  readonly bit: number
  readonly levels: ReadonlySet<string>
}

/**
 * Costs of comparisons, in comparisons of two numbers. Default: 1. Categories are cheap but get a high cost: nearly all
 * candidates agree in them, so they seldom lower the bound.
 */
const COSTS: Readonly<Record<string, number>> = {
  category: 12,
  name: 40,
  spelling: 20,
  rarity: 12,
  beginning: 8,
  number: 6,
  distance: 5,
  address: 4,
  identifier: 4,
  qualifier: 4,
  continuation: 4,
  city: 3,
  postcode: 2,
}
/** Costs of comparisons of feature views. */
const GLANCE_COSTS: Readonly<Record<string, number>> = { name: 10, spelling: 4, distance: 2, address: 2, identifier: 2 }
/** Maximum cached plans. Suppliers fill the same fields in all records, so pairs have a few hundred combinations. */
const WAYS_REMEMBERED = 4_096

/** Order of the comparisons of a profile. After a few steps, most pairs are known to be below the threshold. */
export class ScoringPlan {
  readonly prior: number
  readonly vetoing: readonly VetoingComparison[]
  readonly glances: GlancePlan
  readonly #weights: ProfileWeights
  readonly #comparisons: readonly Comparison[]
  readonly #steps = new Map<number, readonly ScoringStep[]>()

  constructor(model: ScoringModel, profile: Profile) {
    this.#weights = model.profiles[profile]
    this.prior = this.#weights.prior
    // Sorted by mean drop of the bound per cost.
    const gain = (comparison: Comparison, costs: Readonly<Record<string, number>>): number =>
      this.#meanDrop(comparison) / (costs[comparison.name] ?? 1)
    this.#comparisons = [...COMPARISONS[profile]].sort((a, b) => gain(b, COSTS) - gain(a, COSTS))
    const byGlance = [...COMPARISONS[profile]].sort((a, b) => gain(b, GLANCE_COSTS) - gain(a, GLANCE_COSTS))
    this.glances = this.#glancesOf(byGlance.filter((each) => this.#counts(each)))
    this.vetoing = COMPARISONS[profile].flatMap((comparison) => {
      const levels = this.#weights.vetoes[comparison.name] ?? []
      return levels.length === 0 ? [] : [{ comparison, bit: spokenBit(comparison), levels: new Set(levels) }]
    })
  }

  /**
   * Returns the steps for a pair with values for these comparisons, see `spokenByPair`. All other comparisons have 0
   * bits and are skipped.
   */
  stepsFor(spoken: number): readonly ScoringStep[] {
    const known = this.#steps.get(spoken)
    if (known !== undefined) return known
    const steps = this.#stepsOf(this.#comparisons.filter((comparison) => (spoken & spokenBit(comparison)) !== 0))
    if (this.#steps.size >= WAYS_REMEMBERED) this.#steps.clear()
    this.#steps.set(spoken, steps)
    return steps
  }

  #stepsOf(comparisons: readonly Comparison[]): ScoringStep[] {
    const steps: ScoringStep[] = []
    let restMost = 0
    for (const comparison of comparisons.toReversed()) {
      const bits = this.#bitsOf(comparison)
      steps.unshift({ comparison, worths: this.#worthsOf(comparison), restMost })
      restMost += mostOf(bits)
    }
    return steps
  }

  #glancesOf(comparisons: readonly Comparison[]): GlancePlan {
    const untold = comparisons.filter(({ glance }) => glance === undefined)
    const told: GlanceStep[] = []
    let restMost = 0
    for (const comparison of comparisons.filter(({ glance }) => glance !== undefined).toReversed()) {
      told.unshift(this.#glanceStep(comparison, restMost))
      restMost += mostOf(this.#bitsOf(comparison))
    }
    return {
      most: untold.reduce((sum, each) => sum + mostOf(this.#bitsOf(each)), this.prior),
      told,
      untold: untold.map((each) => this.#glanceStep(each, 0)),
      bits: new Float64Array(this.#comparisons.length),
    }
  }

  #glanceStep(comparison: Comparison, restMost: number): GlanceStep {
    return {
      comparison,
      worths: this.#worthsOf(comparison),
      place: this.#comparisons.indexOf(comparison),
      most: mostOf(this.#bitsOf(comparison)),
      restMost,
    }
  }

  /** Whether the model has bits or vetoes for it. */
  #counts({ name }: Comparison): boolean {
    const levels = [...Object.keys(this.#weights.bits[name] ?? {}), ...(this.#weights.vetoes[name] ?? [])]
    return levels.length > 0
  }

  /** Returns the mean over its levels of the difference from its maximum bits. */
  #meanDrop(comparison: Comparison): number {
    const bits = this.#bitsOf(comparison)
    const values = Object.values(bits)
    return values.reduce((sum, each) => sum + mostOf(bits) - each, 0) / Math.max(1, values.length)
  }

  #worthsOf({ name }: Comparison): AnswerWorths {
    return new AnswerWorths(this.#weights.bits[name] ?? {}, this.#weights.vetoes[name] ?? [])
  }

  #bitsOf({ name }: Comparison): Readonly<Record<string, number>> {
    return this.#weights.bits[name] ?? {}
  }
}

function mostOf(bits: Readonly<Record<string, number>>): number {
  return Math.max(0, ...Object.values(bits))
}
