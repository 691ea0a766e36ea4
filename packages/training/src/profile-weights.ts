import { COMPARISONS, type Profile, type ProfileWeights, type ScoringModel } from '@utpid/core'
import type { Calibration } from './calibrate-weights.ts'
import type { FittedBits } from './fit-bits.ts'

const HUNDREDTHS = 100

/** Bits of a level: what was learned, brought to the slope of the calibration, or else what the base model says. */
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

/** The weights of a profile as a model holds them. */
export function weightsOf(
  profile: Profile,
  fitted: FittedBits,
  base: ScoringModel,
  { slope, prior }: Calibration,
): ProfileWeights {
  const bits: Record<string, Record<string, number>> = {}
  for (const { name, levels, chains = [] } of COMPARISONS[profile]) {
    const worth = levels.flatMap((level): [string, number][] => {
      const value = level === 'unknown' ? 0 : hundredths(bitsOf(profile, name, level, fitted, base, slope))
      return value === 0 ? [] : [[level, value]]
    })
    const inOrder = withinChains(
      Object.fromEntries(worth),
      chains,
      (level) => fitted.bitsOf(profile, name, level) === undefined,
    )
    if (worth.length > 0) bits[name] = inOrder
  }
  return { prior: hundredths(prior), bits, vetoes: base.profiles[profile].vetoes }
}

/** Levels that no pair reached, brought between the links of their chain that pairs reached. */
function withinChains(
  worth: Record<string, number>,
  chains: readonly (readonly string[])[],
  isUnreached: (level: string) => boolean,
): Record<string, number> {
  const inOrder = { ...worth }
  for (const chain of chains) {
    for (const [at, level] of chain.entries()) {
      const value = inOrder[level]
      if (value === undefined || !isUnreached(level)) continue
      const reached = (levels: readonly string[]): number[] =>
        levels.flatMap((each) => (isUnreached(each) ? [] : [inOrder[each] ?? 0]))
      const most = Math.min(Number.POSITIVE_INFINITY, ...reached(chain.slice(0, at)))
      const least = Math.max(Number.NEGATIVE_INFINITY, ...reached(chain.slice(at + 1)))
      inOrder[level] = Math.min(most, Math.max(least, value))
    }
  }
  return inOrder
}

/** All that two listings of one hotel agree in which one supplier keeps apart, as two room classes or two contracts. */
const OF_TWO_LISTINGS = [
  'name',
  'spelling',
  'beginning',
  'rarity',
  'distance',
  'address',
  'postcode',
  'category',
  'stars',
]

/**
 * Weight from which two codes of one supplier are one product: more than name and place can give together, so that half
 * of what a telephone tells must come to it.
 */
export function sameSupplierBits({ prior, bits }: ProfileWeights): number {
  const most = (name: string): number => Math.max(0, ...Object.values(bits[name] ?? {}))
  const listing = OF_TWO_LISTINGS.reduce((sum, name) => sum + most(name), prior + (bits.supplier?.same ?? 0))
  return hundredths(Math.max(0, listing + most('phone') / 2))
}

/** Scores add up in whole hundredths of a bit. */
function hundredths(bits: number): number {
  return Math.round(bits * HUNDREDTHS) / HUNDREDTHS
}
