import type { Comparison } from '../comparison/comparison.ts'
import { COMPARISONS } from '../comparison/comparisons.ts'
import { spokenBit } from '../comparison/spoken-aspects.ts'
import type { Profile } from '../model/category.ts'
import type { ProfileWeights, ScoringModel } from './scoring-model.ts'

/** One comparison to be made, with all that a scorer needs of the model for it. */
interface ScoringStep {
  readonly comparison: Comparison
  readonly bits: ReadonlyMap<string, number>
  /** Undefined where no level is a veto, as of most comparisons. */
  readonly vetoes: ReadonlySet<string> | undefined
  /** The most that the steps after this one can still add. */
  readonly restMost: number
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
  city: 3,
  postcode: 2,
}
/** Suppliers fill in the same fields in every record, so that pairs of a registry speak in a few hundred ways. */
const WAYS_REMEMBERED = 4_096

/** In which order the pairs of a profile are compared, so that most of them are out of reach after a few steps. */
export class ScoringPlan {
  readonly prior: number
  readonly vetoing: readonly VetoingComparison[]
  readonly #weights: ProfileWeights
  readonly #comparisons: readonly Comparison[]
  readonly #steps = new Map<number, readonly ScoringStep[]>()

  constructor(model: ScoringModel, profile: Profile) {
    this.#weights = model.profiles[profile]
    this.prior = this.#weights.prior
    // What takes most off the bound for what it costs comes first.
    const gain = (comparison: Comparison): number => this.#meanDrop(comparison) / (COSTS[comparison.name] ?? 1)
    this.#comparisons = [...COMPARISONS[profile]].sort((a, b) => gain(b) - gain(a))
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
      const vetoes = this.#weights.vetoes[comparison.name] ?? []
      steps.unshift({
        comparison,
        bits: new Map(Object.entries(bits)),
        vetoes: vetoes.length === 0 ? undefined : new Set(vetoes),
        restMost,
      })
      restMost += mostOf(bits)
    }
    return steps
  }

  /** How far below the most that it can add a comparison is, as a mean of its levels. */
  #meanDrop(comparison: Comparison): number {
    const bits = this.#bitsOf(comparison)
    const values = Object.values(bits)
    return values.reduce((sum, each) => sum + mostOf(bits) - each, 0) / Math.max(1, values.length)
  }

  #bitsOf({ name }: Comparison): Readonly<Record<string, number>> {
    return this.#weights.bits[name] ?? {}
  }
}

function mostOf(bits: Readonly<Record<string, number>>): number {
  return Math.max(0, ...Object.values(bits))
}
