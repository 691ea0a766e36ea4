import type { RegistrySchema } from '@utpid/core'
import type { Profile, ScoringModel } from '@utpid/core/scoring'
import type { PairLevels } from '../sets/pair-levels.ts'
import { fitLogistic, type Observation } from '../statistics/fit-logistic.ts'
import { type EqualLevels, Parameters, type Regularization } from './parameters.ts'

/** A training set with the comparison levels of its pairs. */
export interface ComparedSet {
  readonly name: string
  readonly pairs: readonly PairLevels[]
  readonly weight: number
}

/** Learned bits. */
export interface FittedBits {
  /** Bits of a level in a profile; undefined if no pair of any profile reached it. */
  bitsOf(profile: Profile, comparison: string, level: string): number | undefined
}

const MAX_ROUNDS = 40
const BASE_PROFILES: readonly Profile[] = ['lodging', 'activity', 'transfer', 'point', 'generic']
/** Maximum number of bits by which a weaker level may exceed the stronger level before the levels are tied. */
const TOLERANCE = 1e-3

/**
 * Fits the bits of levels. If a level in a chain of monotone levels would count less than the next level, these two
 * levels are tied, and all bits are fitted again (pool adjacent violators; Ayer et al., 1955).
 *
 * @param yieldNow - A function that is awaited from time to time; its errors end the fit.
 */
export async function fitBits(
  sets: readonly ComparedSet[],
  base: ScoringModel,
  regularization: Regularization,
  schema: RegistrySchema,
  yieldNow: () => Promise<void>,
): Promise<FittedBits> {
  const parameters = new Parameters(schema)
  const observations: Observation[] = []
  const profiles = new Set<Profile>()
  for (const { name, pairs, weight } of sets) {
    await yieldNow()
    for (const { profile } of pairs) profiles.add(profile)
    for (const each of mergeEqual(parameters.observationsOf(name, pairs, weight, regularization)))
      observations.push(each)
  }
  const aimOf = (comparison: string, level: string): number => baseBits(base, comparison, level) * Math.LN2
  const ownAimOf = (profile: Profile, comparison: string, level: string): number => {
    const own = base.profiles[profile].bits[comparison]
    return own === undefined ? 0 : ((own[level] ?? 0) - baseBits(base, comparison, level)) * Math.LN2
  }
  const ties: EqualLevels[] = []
  let values: Float64Array = new Float64Array(parameters.size)
  for (let round = 0; ; round++) {
    const penalties = parameters.penalties(regularization, aimOf, ownAimOf, ties)
    values = await fitLogistic(observations, parameters.size, penalties, values, yieldNow)
    const last = values
    const fitted: FittedBits = {
      bitsOf: (profile, comparison, level) => {
        const nats = parameters.valueOf(last, profile, comparison, level)
        return nats === undefined ? undefined : nats / Math.LN2
      },
    }
    const wrong = outOfOrder(fitted, [...profiles], schema)
    if (wrong.length === 0 || round === MAX_ROUNDS) return fitted
    ties.push(...wrong)
  }
}

/**
 * Returns the base model's bits of a level from its most reliable profile: lodging, else the first profile with the
 * comparison.
 */
function baseBits({ profiles }: ScoringModel, comparison: string, level: string): number {
  for (const profile of BASE_PROFILES) {
    const levels = profiles[profile].bits[comparison]
    if (levels !== undefined) return levels[level] ?? 0
  }
  return 0
}

/** Merges equal observations and adds their weights, since most non-matching pairs have the same levels. */
function mergeEqual(observations: readonly Observation[]): Observation[] {
  const ways = new Map<string, { active: Int32Array; match: boolean; weight: number }>()
  for (const { active, match, weight } of observations) {
    const way = `${match}:${active.join()}`
    const known = ways.get(way)
    if (known === undefined) ways.set(way, { active, match, weight })
    else known.weight += weight
  }
  return [...ways.values()]
}

function outOfOrder(fitted: FittedBits, profiles: readonly Profile[], schema: RegistrySchema): EqualLevels[] {
  return profiles.flatMap((profile) =>
    schema.profiles[profile].comparisons.flatMap(({ name, monotoneLevels = [] }) =>
      monotoneLevels.flatMap((chain): EqualLevels[] => {
        const reached = chain.filter((level) => fitted.bitsOf(profile, name, level) !== undefined)
        return reached.slice(1).flatMap((level, at): EqualLevels[] => {
          const one = reached[at] as string
          const [stronger, weaker] = [fitted.bitsOf(profile, name, one), fitted.bitsOf(profile, name, level)]
          return (weaker as number) > (stronger as number) + TOLERANCE
            ? [{ profile, comparison: name, one, other: level }]
            : []
        })
      }),
    ),
  )
}
