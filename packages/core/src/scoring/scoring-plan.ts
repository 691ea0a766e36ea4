import type { Comparison } from '../comparison/comparison.ts'
import type { Profile } from '../model/category.ts'
import type { RegistrySchema } from '../schema/registry-schema.ts'
import { LevelWeights } from './level-weights.ts'
import { roundWeight } from './match-weight.ts'
import { PresentComparisons } from './present-comparisons.ts'
import type { ProfileWeights, ScoringModel } from './scoring-model.ts'

/** One comparison of a plan, with its bits. */
interface ScoringStep {
  readonly comparison: Comparison
  readonly weights: LevelWeights
  /** The maximum bits that the following steps can add. */
  readonly maxRest: number
}

/** One comparison of a plan for feature views. */
interface ViewStep {
  readonly comparison: Comparison
  readonly weights: LevelWeights
  /** The position of the comparison in {@link ViewPlan.bits}. */
  readonly position: number
  /** The maximum bits that the comparison can add. */
  readonly maxBits: number
  /** The maximum bits that the following steps and the unbounded comparisons can add. */
  readonly maxRest: number
}

/** A plan for feature views, which determines the order of comparisons. */
export interface ViewPlan {
  /** The prior plus the maximum bits of {@link unbounded}. */
  readonly maxBits: number
  /** The comparisons that a feature view can bound. Comparisons with a large drop at low cost come first. */
  readonly bounded: readonly ViewStep[]
  /** The comparisons that need decoded features. */
  readonly unbounded: readonly ViewStep[]
  /**
   * The bits of the current pair. The code adds them in the same order as for decoded pairs, so that both sums are
   * exactly equal.
   */
  readonly bits: Float64Array
}

/** A comparison with veto levels. */
interface VetoingComparison {
  readonly comparison: Comparison
  /** The bit of the comparison, see `PresentComparisons`. */
  readonly bit: number
  readonly levels: ReadonlySet<string>
}

/**
 * The maximum number of cached plans. Suppliers fill the same fields in all records, so pairs have only a few hundred
 * combinations.
 */
const MAX_CACHED_PLANS = 4_096

/** The order of the comparisons of a profile. The first few steps show that most pairs are below the threshold. */
export class ScoringPlan {
  readonly prior: number
  readonly present: PresentComparisons
  readonly vetoing: readonly VetoingComparison[]
  readonly viewPlan: ViewPlan
  readonly #weights: ProfileWeights
  readonly #comparisons: readonly Comparison[]
  readonly #steps = new Map<number, readonly ScoringStep[]>()

  /** The factor by which the bits differ from those of the model. */
  readonly slope: number

  private constructor(weights: ProfileWeights, slope: number, profile: Profile, schema: RegistrySchema) {
    const definition = schema.profiles[profile]
    const { comparisons } = definition
    this.slope = slope
    this.#weights = weights
    this.prior = this.#weights.prior
    this.present = PresentComparisons.of(profile, definition)
    // The comparisons are sorted by the mean drop of the bound per cost.
    this.#comparisons = comparisons.toSorted((a, b) => this.#meanDrop(b) / costOf(b) - this.#meanDrop(a) / costOf(a))
    const byViewCost = comparisons.toSorted(
      (a, b) => this.#meanDrop(b) / viewCostOf(b) - this.#meanDrop(a) / viewCostOf(a),
    )
    this.viewPlan = this.#viewPlanOf(byViewCost.filter((each) => this.#hasWeights(each)))
    this.vetoing = comparisons.flatMap((comparison) => {
      const levels = this.#weights.vetoes[comparison.name] ?? []
      return levels.length === 0 ? [] : [{ comparison, bit: this.present.bitOf(comparison), levels: new Set(levels) }]
    })
  }

  /** Returns the plan of a profile. */
  static of({ profiles }: ScoringModel, profile: Profile, schema: RegistrySchema): ScoringPlan {
    return new ScoringPlan(profiles[profile], 1, profile, schema)
  }

  /** Returns the plan for pairs of which a record lacks coordinates; undefined if it is the same. */
  static unplaced(
    { profiles, comparisons = {} }: ScoringModel,
    profile: Profile,
    schema: RegistrySchema,
  ): ScoringPlan | undefined {
    const { unplaced, bits, vetoes } = profiles[profile]
    if (unplaced === undefined) return undefined
    const { prior, slope } = unplaced
    const scaled = Object.fromEntries(
      Object.entries(bits).map(([name, levels]) => [
        name,
        // The bits of a custom comparison may not be trained, and stay as its author gave them.
        Object.hasOwn(comparisons, name)
          ? levels
          : Object.fromEntries(Object.entries(levels).map(([level, worth]) => [level, roundWeight(worth * slope)])),
      ]),
    )
    return new ScoringPlan({ prior, bits: scaled, vetoes }, slope, profile, schema)
  }

  /** Returns the bits of a level. */
  bitsOf(comparison: string, level: string): number {
    return this.#weights.bits[comparison]?.[level] ?? 0
  }

  /**
   * Returns the steps for a pair with values for these comparisons, see `PresentComparisons`. All other comparisons have
   * 0 bits and are skipped.
   */
  stepsFor(present: number): readonly ScoringStep[] {
    const known = this.#steps.get(present)
    if (known !== undefined) return known
    const steps = this.#stepsOf(
      this.#comparisons.filter((comparison) => (present & this.present.bitOf(comparison)) !== 0),
    )
    if (this.#steps.size >= MAX_CACHED_PLANS) this.#steps.clear()
    this.#steps.set(present, steps)
    return steps
  }

  #stepsOf(comparisons: readonly Comparison[]): ScoringStep[] {
    const steps: ScoringStep[] = []
    let maxRest = 0
    for (const comparison of comparisons.toReversed()) {
      const bits = this.#bitsOf(comparison)
      steps.unshift({ comparison, weights: this.#levelWeightsOf(comparison), maxRest })
      maxRest += maxBitsOf(bits)
    }
    return steps
  }

  #viewPlanOf(comparisons: readonly Comparison[]): ViewPlan {
    const unbounded = comparisons.filter(({ compareView }) => compareView === undefined)
    const bounded: ViewStep[] = []
    let maxRest = 0
    for (const comparison of comparisons.filter(({ compareView }) => compareView !== undefined).toReversed()) {
      bounded.unshift(this.#viewStep(comparison, maxRest))
      maxRest += maxBitsOf(this.#bitsOf(comparison))
    }
    return {
      maxBits: unbounded.reduce((sum, each) => sum + maxBitsOf(this.#bitsOf(each)), this.prior),
      bounded,
      unbounded: unbounded.map((each) => this.#viewStep(each, 0)),
      bits: new Float64Array(this.#comparisons.length),
    }
  }

  #viewStep(comparison: Comparison, maxRest: number): ViewStep {
    return {
      comparison,
      weights: this.#levelWeightsOf(comparison),
      position: this.#comparisons.indexOf(comparison),
      maxBits: maxBitsOf(this.#bitsOf(comparison)),
      maxRest,
    }
  }

  /** Reports whether the model has bits or vetoes for a comparison. */
  #hasWeights({ name }: Comparison): boolean {
    const levels = [...Object.keys(this.#weights.bits[name] ?? {}), ...(this.#weights.vetoes[name] ?? [])]
    return levels.length > 0
  }

  /** Returns the mean difference between a comparison's maximum bits and the bits of its levels. */
  #meanDrop(comparison: Comparison): number {
    const bits = this.#bitsOf(comparison)
    const values = Object.values(bits)
    return values.reduce((sum, each) => sum + maxBitsOf(bits) - each, 0) / Math.max(1, values.length)
  }

  #levelWeightsOf({ name }: Comparison): LevelWeights {
    return new LevelWeights(this.#weights.bits[name] ?? {}, this.#weights.vetoes[name] ?? [])
  }

  #bitsOf({ name }: Comparison): Readonly<Record<string, number>> {
    return this.#weights.bits[name] ?? {}
  }
}

function costOf({ cost = 1 }: Comparison): number {
  return cost
}

function viewCostOf({ viewCost = 1 }: Comparison): number {
  return viewCost
}

function maxBitsOf(bits: Readonly<Record<string, number>>): number {
  return Math.max(0, ...Object.values(bits))
}
