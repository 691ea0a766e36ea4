import { finds, isOneWord, type WeighedTier } from './weighed-query.ts'

/** Tiers that follow each other, and one of them that finds whatever any of them does. */
export interface TierChain {
  readonly tiers: readonly WeighedTier[]
  readonly widest: WeighedTier
  /** How many steps they are. */
  readonly steps: number
}

/**
 * The longest chain that some steps begin with; undefined when that is one step, or surely finds more products than may
 * be fetched.
 */
export function chainOf(steps: readonly (readonly WeighedTier[])[], most: number): TierChain | undefined {
  for (let count = steps.length; count > 1; count--) {
    const tiers = steps.slice(0, count).flat()
    const widest = tiers.find((wide) => tiers.every((narrow) => wide === narrow || finds(wide, narrow)))
    if (widest !== undefined && !isSurelyMore(widest, most)) return { tiers, widest, steps: count }
  }
  return undefined
}

function isSurelyMore(tier: WeighedTier, most: number): boolean {
  return isOneWord(tier) && (tier.required[0]?.least ?? 0) > most
}
