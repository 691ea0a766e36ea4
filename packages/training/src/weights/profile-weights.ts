import type { RegistrySchema } from '@utpid/core'
import {
  type Comparison,
  isCustom,
  type Profile,
  type ProfileWeights,
  type ScoringModel,
  type UnplacedCalibration,
} from '@utpid/core/scoring'
import type { Calibration } from './calibrate-weights.ts'
import type { FittedBits } from './fit-bits.ts'

const HUNDREDTHS = 100
/** The maximum of the bits and of the prior of a model, in both directions. */
const MAX_BITS = 40
/** The range of the factor of the bits of pairs without coordinates. */
const MIN_SLOPE = 0.1
const MAX_SLOPE = 4
/** Tolerance for two roundings, each to one hundredth. */
const ROUNDING = 0.021

/** Returns the bits of a level: learned bits times the slope of the calibration, else the base model's bits. */
export function bitsOf(
  profile: Profile,
  comparison: string,
  level: string,
  fitted: FittedBits,
  base: ScoringModel,
  slope: number,
): number {
  const bits = fitted.bitsOf(profile, comparison, level)
  return bits === undefined ? (base.profiles[profile].bits[comparison]?.[level] ?? 0) : bits * slope
}

/**
 * Returns the weights of a profile in the form of a model.
 *
 * @param base - The base model, complete for the schema.
 */
export function weightsOf(
  profile: Profile,
  fitted: FittedBits,
  base: ScoringModel,
  schema: RegistrySchema,
  { slope, prior, unplaced }: Calibration,
): ProfileWeights {
  const { comparisons } = schema.profiles[profile]
  const bits: Record<string, Record<string, number>> = {}
  for (const comparison of comparisons) {
    const { name, levels, monotoneLevels = [] } = comparison
    const worth = levels.flatMap((level): [string, number][] => {
      const value = level === 'unknown' ? 0 : hundredths(withinModel(bitsOf(profile, name, level, fitted, base, slope)))
      return value === 0 ? [] : [[level, value]]
    })
    const inOrder = withinMonotoneLevels(
      Object.fromEntries(worth),
      monotoneLevels,
      (level) => fitted.bitsOf(profile, name, level) === undefined,
    )
    // Without an entry, a model would get the default bits of a custom comparison.
    if (worth.length > 0 || isCustom(comparison)) bits[name] = inOrder
  }
  return {
    prior: hundredths(withinModel(prior)),
    unplaced: unplaced === undefined ? base.profiles[profile].unplaced : unplacedOf(unplaced, slope),
    bits: withPlausibleSigns(comparisons, bits),
    vetoes: base.profiles[profile].vetoes,
  }
}

/** Returns the calibration of pairs without coordinates in the form of a model, whose bits have another slope. */
function unplacedOf({ prior, slope }: Calibration, ofBits: number): UnplacedCalibration {
  const factor = Math.min(MAX_SLOPE, Math.max(MIN_SLOPE, slope / ofBits))
  return { prior: hundredths(withinModel(prior)), slope: hundredths(factor) }
}

type Bits = Record<string, Record<string, number>>

/** Comparisons that have a result for all comparable names. */
const NAME_COMPLEMENTS = ['spelling', 'beginning', 'opening']
/** The level of the comparison `name` for which the {@link NAME_COMPLEMENTS} have no result. */
const NOT_COMPARED = 'other_script'

/**
 * Returns the weights with plausible signs: agreement never has negative bits, disagreement never positive bits. Pairs
 * cannot determine how comparisons that always occur together share their bits. So if `spelling` or `beginning` has
 * negative bits for agreement, it gets the missing bits from the comparison `name`; no sum changes. In other
 * comparisons, bits with an implausible sign are small and due to chance.
 */
function withPlausibleSigns(comparisons: readonly Comparison[], bits: Bits): Bits {
  const shared = { ...bits }
  const isNamed = comparisonOf(comparisons, 'name') !== undefined
  for (const beside of NAME_COMPLEMENTS) {
    const [strongest = ''] = comparisonOf(comparisons, beside)?.monotoneLevels?.[0] ?? []
    const lacking = -(shared[beside]?.[strongest] ?? 0)
    if (lacking <= 0 || !isNamed) continue
    shared[beside] = moved(comparisons, beside, shared, lacking)
    shared.name = moved(comparisons, 'name', shared, -lacking)
  }
  return Object.fromEntries(
    Object.entries(shared).map(([name, worth]) => {
      const own = { ...worth }
      // The first chain runs from agreement to disagreement; other chains may end halfway.
      const [chain = []] = comparisonOf(comparisons, name)?.monotoneLevels ?? []
      const [strongest = '', weakest = ''] = [chain[0], chain.at(-1)]
      if ((own[strongest] ?? 0) < 0) own[strongest] = 0
      if ((own[weakest] ?? 0) > 0) own[weakest] = 0
      for (const chain of comparisonOf(comparisons, name)?.monotoneLevels ?? []) levelRounding(own, chain)
      return [name, withoutZeros(own)]
    }),
  )
}

/** Lowers each level that exceeds the previous level of its chain by no more than a rounding error. */
function levelRounding(bits: Record<string, number>, chain: readonly string[]): void {
  const said = chain.filter((level) => bits[level] !== undefined)
  said.slice(1).forEach((level, at) => {
    const before = bits[said[at] as string] as number
    const rise = (bits[level] as number) - before
    if (rise > 0 && rise <= ROUNDING) bits[level] = before
  })
}

function moved(comparisons: readonly Comparison[], name: string, bits: Bits, by: number): Record<string, number> {
  const levels = comparisonOf(comparisons, name)?.levels ?? []
  const said = levels.filter((level) => level !== 'unknown')
  return Object.fromEntries(
    said.map((level) => [level, hundredths((bits[name]?.[level] ?? 0) + (level === NOT_COMPARED ? 0 : by))]),
  )
}

function comparisonOf(comparisons: readonly Comparison[], name: string): Comparison | undefined {
  return comparisons.find((each) => each.name === name)
}

function withoutZeros(worth: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(worth).filter(([, value]) => value !== 0))
}

/** Limits each level that no pair reaches to the range of its neighbours in the chain that pairs reach. */
function withinMonotoneLevels(
  bits: Record<string, number>,
  chains: readonly (readonly string[])[],
  isUnreached: (level: string) => boolean,
): Record<string, number> {
  const inOrder = { ...bits }
  for (const chain of chains) {
    for (const [at, level] of chain.entries()) {
      const value = inOrder[level]
      if (value === undefined || !isUnreached(level)) continue
      const reached = (levels: readonly string[]): number[] =>
        levels.flatMap((each) => (isUnreached(each) ? [] : [inOrder[each] ?? 0]))
      const max = Math.min(Number.POSITIVE_INFINITY, ...reached(chain.slice(0, at)))
      const min = Math.max(Number.NEGATIVE_INFINITY, ...reached(chain.slice(at + 1)))
      inOrder[level] = Math.min(max, Math.max(min, value))
    }
  }
  return inOrder
}

/** Comparisons that agree if one supplier lists one hotel twice, for example as two room classes or two contracts. */
const OF_TWO_LISTINGS = [
  'name',
  'spelling',
  'beginning',
  'opening',
  'rarity',
  'distance',
  'address',
  'postcode',
  'category',
  'stars',
]

/**
 * Returns the weight from which two codes of one supplier are one product. Name and place together cannot reach this
 * weight: half the bits of a telephone number must be added.
 */
export function sameSupplierBits({ prior, bits }: ProfileWeights): number {
  const most = (name: string): number => Math.max(0, ...Object.values(bits[name] ?? {}))
  const listing = OF_TWO_LISTINGS.reduce((sum, name) => sum + most(name), prior + (bits.supplier?.same ?? 0))
  return hundredths(Math.max(0, listing + most('phone') / 2))
}

/** Limits bits to the range of a model. A slope above 1 may exceed it for bits near the limit. */
function withinModel(bits: number): number {
  return Math.min(MAX_BITS, Math.max(-MAX_BITS, bits))
}

/** Rounds to hundredths of a bit: scores are sums of whole hundredths. */
function hundredths(bits: number): number {
  return Math.round(bits * HUNDREDTHS) / HUNDREDTHS
}
