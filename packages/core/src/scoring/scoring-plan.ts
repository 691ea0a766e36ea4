import { COMPARISONS } from '../comparison/aspects/comparisons.ts'
import { spokenBit } from '../comparison/aspects/spoken-aspects.ts'
import type { Comparison } from '../comparison/comparison.ts'
import type { Profile } from '../model/category.ts'
import { AnswerWorths } from './answer-worths.ts'
import type { ProfileWeights, ScoringModel } from './scoring-model.ts'

/** One comparison to be made, with all that a scorer needs of the model for it. */
interface ScoringStep {
  readonly comparison: Comparison
  readonly worths: AnswerWorths
  /** The most that the steps after this one can still add. */
  readonly restMost: number
}

/** One comparison of a record that is glanced at. */
interface GlanceStep {
  readonly comparison: Comparison
  readonly worths: AnswerWorths
  /** Its position in {@link GlancePlan.bits}. */
  readonly place: number
  /** The most that it can add. */
  readonly most: number
  /** The most that the steps after this one, and what cannot be told at a glance, can still add. */
  readonly restMost: number
}

/** In which order records that are glanced at are compared. */
export interface GlancePlan {
  /** Prior, and the most that {@link untold} can add. */
  readonly most: number
  /** What a glance may tell; what takes much off for little first. */
  readonly told: readonly GlanceStep[]
  /** What takes a record that is read. */
  readonly untold: readonly GlanceStep[]
  /** Bits of the pair in hand, in the order in which they are summed of pairs that are read: sums are the same to the last digit. */
  readonly bits: Float64Array
}

/** A comparison with levels that are vetoes. */
interface VetoingComparison {
  readonly comparison: Comparison
  /** Of what a pair has to speak on, see `spokenByPair`. */
  readonly bit: number
  readonly levels: ReadonlySet<string>
}

/**
 * What comparisons cost, in units of comparing two numbers; those not listed cost one. Categories cost little, but nearly all
 * candidates agree in them, so that they seldom take anything off.
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
/** The same of telling them at a glance. */
const GLANCE_COSTS: Readonly<Record<string, number>> = { name: 10, spelling: 4, distance: 2, address: 2, identifier: 2 }
/** Suppliers fill in the same fields in every record, so that pairs of a registry speak in a few hundred ways. */
const WAYS_REMEMBERED = 4_096

/** In which order the pairs of a profile are compared, so that most of them are out of reach after a few steps. */
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
    // What takes most off the bound for what it costs comes first.
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
   * The steps for a pair that speaks on these aspects, see `spokenByPair`. What it is silent on is worth nothing, so
   * that it is neither compared nor hoped for.
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

  /** Whether it can change anything. */
  #counts({ name }: Comparison): boolean {
    const levels = [...Object.keys(this.#weights.bits[name] ?? {}), ...(this.#weights.vetoes[name] ?? [])]
    return levels.length > 0
  }

  /** How far below the most that it can add a comparison is, as a mean of its levels. */
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
