import { COMPARISONS, type Profile, type ProfileWeights, type ScoringModel } from '@utpid/core'
import type { Calibration } from './calibrate-weights.ts'
import type { FittedBits } from './fit-bits.ts'

const HUNDREDTHS = 100
/** Two roundings, of one hundredth each. */
const ROUNDING = 0.021

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
  return { prior: hundredths(prior), bits: agreeing(profile, bits), vetoes: base.profiles[profile].vetoes }
}

type Bits = Record<string, Record<string, number>>

/** Comparisons that say something wherever two names can be compared. */
const BESIDE_NAME = ['spelling', 'beginning']
/** The level of names that they are silent on. */
const NOT_COMPARED = 'other_script'

/**
 * The same weights without agreement that speaks against, or the opposite. How comparisons that always speak together
 * share out what they say is nothing that pairs can show: what letters say too little is taken off the words, which
 * changes no sum.
 * Elsewhere such bits are chance, and small.
 */
function agreeing(profile: Profile, bits: Bits): Bits {
  const shared = { ...bits }
  for (const beside of BESIDE_NAME) {
    const [strongest = ''] = comparisonOf(profile, beside)?.chains?.[0] ?? []
    const lacking = -(shared[beside]?.[strongest] ?? 0)
    if (lacking <= 0) continue
    shared[beside] = moved(profile, beside, shared, lacking)
    shared.name = moved(profile, 'name', shared, -lacking)
  }
  return Object.fromEntries(
    Object.entries(shared).map(([name, worth]) => {
      const own = { ...worth }
      // The first chain goes from agreement to its opposite, others may end halfway.
      const [chain = []] = comparisonOf(profile, name)?.chains ?? []
      const [strongest = '', weakest = ''] = [chain[0], chain.at(-1)]
      if ((own[strongest] ?? 0) < 0) own[strongest] = 0
      if ((own[weakest] ?? 0) > 0) own[weakest] = 0
      for (const chain of comparisonOf(profile, name)?.chains ?? []) levelRounding(own, chain)
      return [name, withoutZeros(own)]
    }),
  )
}

/** What rounding put a hundredth above the link before it, put back. */
function levelRounding(worth: Record<string, number>, chain: readonly string[]): void {
  const said = chain.filter((level) => worth[level] !== undefined)
  said.slice(1).forEach((level, at) => {
    const before = worth[said[at] as string] as number
    const rise = (worth[level] as number) - before
    if (rise > 0 && rise <= ROUNDING) worth[level] = before
  })
}

function moved(profile: Profile, name: string, bits: Bits, by: number): Record<string, number> {
  const levels = comparisonOf(profile, name)?.levels ?? []
  const said = levels.filter((level) => level !== 'unknown')
  return Object.fromEntries(
    said.map((level) => [level, hundredths((bits[name]?.[level] ?? 0) + (level === NOT_COMPARED ? 0 : by))]),
  )
}

function comparisonOf(profile: Profile, name: string): (typeof COMPARISONS)[Profile][number] | undefined {
  return COMPARISONS[profile].find((each) => each.name === name)
}

function withoutZeros(worth: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(worth).filter(([, value]) => value !== 0))
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
