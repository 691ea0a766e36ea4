import type { Comparison, PossibleLevels } from '../comparison/comparison.ts'
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

/** One comparison that can be told at a glance. */
interface GlanceStep {
  readonly comparison: Comparison
  /** What each answer is worth at most. */
  readonly worths: GlanceWorths
  /** The most that the steps after this one, and what cannot be told at a glance, can still add. */
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
/** The same of telling them at a glance. */
const GLANCE_COSTS: Readonly<Record<string, number>> = { name: 10, spelling: 4, distance: 2, address: 2, identifier: 2 }
/** Suppliers fill in the same fields in every record, so that pairs of a registry speak in a few hundred ways. */
const WAYS_REMEMBERED = 4_096

/** In which order the pairs of a profile are compared, so that most of them are out of reach after a few steps. */
export class ScoringPlan {
  readonly prior: number
  readonly vetoing: readonly VetoingComparison[]
  /** Steps by which most records that are glanced at are out of reach, cheap ones that take off much first. */
  readonly glances: readonly GlanceStep[]
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
    this.glances = this.#glancesOf(byGlance)
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

  #glancesOf(comparisons: readonly Comparison[]): GlanceStep[] {
    const steps: GlanceStep[] = []
    const isTold = (comparison: Comparison): boolean =>
      comparison.glance !== undefined && Object.keys(this.#bitsOf(comparison)).length > 0
    let restMost = comparisons.reduce((sum, each) => (isTold(each) ? sum : sum + mostOf(this.#bitsOf(each))), 0)
    for (const comparison of comparisons.filter(isTold).toReversed()) {
      const bits = this.#bitsOf(comparison)
      steps.unshift({
        comparison,
        worths: new GlanceWorths(bits, this.#weights.vetoes[comparison.name] ?? []),
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

/** What the answers of one comparison at a glance are worth at most. */
class GlanceWorths {
  readonly #bits: Readonly<Record<string, number>>
  readonly #vetoes: readonly string[]
  readonly #most = new Map<PossibleLevels, number>()

  constructor(bits: Readonly<Record<string, number>>, vetoes: readonly string[]) {
    this.#bits = bits
    this.#vetoes = vetoes
  }

  /** Bits; negative infinity where every level that is possible is a veto. */
  mostOf(possible: PossibleLevels): number {
    let most = this.#most.get(possible)
    if (most === undefined) {
      most = this.#workOut(possible)
      this.#most.set(possible, most)
    }
    return most
  }

  #workOut(possible: PossibleLevels): number {
    if (possible === undefined) return mostOf(this.#bits)
    const levels = typeof possible === 'string' ? [possible] : possible
    if (levels.every((level) => this.#vetoes.includes(level))) return Number.NEGATIVE_INFINITY
    return Math.max(...levels.map((level) => this.#bits[level] ?? 0))
  }
}

function mostOf(bits: Readonly<Record<string, number>>): number {
  return Math.max(0, ...Object.values(bits))
}
