import type { RegistrySchema } from '@utpid/core'
import type { Comparison, Profile } from '@utpid/core/scoring'
import type { PairLevels } from '../sets/pair-levels.ts'
import type { Observation, Penalty } from '../statistics/fit-logistic.ts'

/** Strength of regularization, in pairs of counter-evidence. */
export interface Regularization {
  /** Pulls the shared value of a level towards the value of the base model. */
  readonly level: number
  /** Pulls a profile's difference from the shared value towards the difference in the base model. */
  readonly profile: number
  /** Pulls the difference of neighbours in a chain of monotone levels towards the difference in the base model. */
  readonly neighbour: number
  /** Comparisons, and single levels as `comparison.level`, that keep the base model's bits regardless of the pairs. */
  readonly held?: readonly string[]
  /**
   * Comparisons that keep exactly the base model's bits. Training ignores them, as if no pair had been compared by
   * them: fixed bits would distort the other parameters.
   */
  readonly apart?: readonly string[]
}

/**
 * The default strengths. A level that few pairs reach follows the base model and its neighbours; a profile with few
 * pairs follows the other profiles.
 */
export const REGULARIZATION: Regularization = { level: 2, profile: 10, neighbour: 2 }

const SET_REGULARIZATION = 0.1
/**
 * Name of the intercept of training sets whose pairs are all matches or all non-matches. These sets share it: a file of
 * matches and a file of non-matches are one set.
 */
const SETS_OF_ONE_LABEL = 'of one kind'
/** A strength that ties two levels or fixes a level. */
const TIE_STRENGTH = 1e6

/**
 * The parameters of a model in training: one for each set, one for each level of each comparison, and one for each
 * level's difference in a profile.
 */
export class Parameters {
  readonly #positions = new Map<string, number>()
  readonly #schema: RegistrySchema

  constructor(schema: RegistrySchema) {
    this.#schema = schema
  }

  get size(): number {
    return this.#positions.size
  }

  observationsOf(
    set: string,
    pairs: readonly PairLevels[],
    weight: number,
    { apart = [] }: Regularization,
  ): Observation[] {
    const isOfOneKind = pairs.every(({ match }) => match) || !pairs.some(({ match }) => match)
    // A separate intercept would explain such a set completely.
    const intercept = this.#positionOf(setName(isOfOneKind ? SETS_OF_ONE_LABEL : set))
    return pairs.map(({ profile, levels, match, weight: own = 1 }) => {
      const active = [intercept]
      for (const [comparison, level] of levels) {
        if (apart.includes(comparison)) continue
        active.push(
          this.#positionOf(levelName(comparison, level)),
          this.#positionOf(levelName(comparison, level, profile)),
        )
      }
      return { active: Int32Array.from(active), match, weight: weight * own }
    })
  }

  /**
   * Returns the log odds, in nats, that a level adds in a profile, or undefined if no pair of any profile reached the
   * level.
   */
  valueOf(values: Float64Array, profile: Profile, comparison: string, level: string): number | undefined {
    const shared = this.#positions.get(levelName(comparison, level))
    if (shared === undefined) return undefined
    const own = this.#positions.get(levelName(comparison, level, profile))
    return (values[shared] as number) + (own === undefined ? 0 : (values[own] as number))
  }

  /**
   * @param aimOf - The base model's value of a level in most profiles, in nats.
   * @param ownAimOf - The base model's difference of one profile from that value, in nats.
   */
  penalties(
    regularization: Regularization,
    aimOf: (comparison: string, level: string) => number,
    ownAimOf: (profile: Profile, comparison: string, level: string) => number,
    ties: readonly EqualLevels[],
  ): Penalty[] {
    const penalties: Penalty[] = []
    for (const [name, position] of this.#positions) {
      if (name.startsWith('set ')) penalties.push({ terms: [[position, 1]], strength: SET_REGULARIZATION })
    }
    const { profiles } = this.#schema
    for (const profile of Object.keys(profiles) as Profile[]) {
      for (const { name, levels } of profiles[profile].comparisons) {
        for (const level of levels) {
          const position = this.#positions.get(levelName(name, level, profile))
          if (position === undefined) continue
          const strength = isFixed(regularization, name, level) ? TIE_STRENGTH : regularization.profile
          penalties.push({ terms: [[position, 1]], aim: ownAimOf(profile, name, level), strength })
        }
      }
    }
    for (const { name, levels, monotoneLevels = [] } of usedComparisons(this.#schema)) {
      for (const level of levels) {
        const position = this.#positions.get(levelName(name, level))
        if (position === undefined) continue
        const strength = isFixed(regularization, name, level) ? TIE_STRENGTH : regularization.level
        penalties.push({ terms: [[position, 1]], aim: aimOf(name, level), strength })
      }
      for (const chain of monotoneLevels) {
        const reached = chain.filter((level) => this.#positions.has(levelName(name, level)))
        reached.slice(1).forEach((level, at) => {
          const before = reached[at] as string
          const terms = this.#difference(levelName(name, before), levelName(name, level))
          penalties.push({ terms, aim: aimOf(name, before) - aimOf(name, level), strength: regularization.neighbour })
        })
      }
    }
    for (const { profile, comparison, one, other } of ties) {
      const terms = [
        ...this.#difference(levelName(comparison, one), levelName(comparison, other)),
        ...this.#difference(levelName(comparison, one, profile), levelName(comparison, other, profile)),
      ]
      penalties.push({ terms, strength: TIE_STRENGTH })
    }
    return penalties
  }

  #difference(one: string, other: string): [number, number][] {
    const [a, b] = [this.#positions.get(one), this.#positions.get(other)]
    return [
      ...(a === undefined ? [] : [[a, 1] as [number, number]]),
      ...(b === undefined ? [] : [[b, -1] as [number, number]]),
    ]
  }

  #positionOf(name: string): number {
    const known = this.#positions.get(name)
    if (known !== undefined) return known
    const position = this.#positions.size
    this.#positions.set(name, position)
    return position
  }
}

/** Two levels that have equal bits in a profile. */
export interface EqualLevels {
  readonly profile: Profile
  readonly comparison: string
  readonly one: string
  readonly other: string
}

/** Returns the comparisons that at least one profile uses. */
function usedComparisons({ profiles }: RegistrySchema): Comparison[] {
  return [...new Set(Object.values(profiles).flatMap(({ comparisons }) => comparisons))]
}

function setName(set: string): string {
  return `set ${set}`
}

function levelName(comparison: string, level: string, profile?: Profile): string {
  return profile === undefined ? `${comparison}:${level}` : `${comparison}:${level}@${profile}`
}

function isFixed({ held = [] }: Regularization, comparison: string, level: string): boolean {
  return held.includes(comparison) || held.includes(`${comparison}.${level}`)
}
