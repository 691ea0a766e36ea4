import { includesAll, isOneWord, type WeighedTier } from './weighed-query.ts'

/** Consecutive tiers, and the tier among them that finds all their products. */
export interface TierChain {
  readonly tiers: readonly WeighedTier[]
  readonly widest: WeighedTier
  readonly steps: number
}

/**
 * Returns the longest chain at the start of the steps; undefined if it has only one step, or certainly finds more
 * products than may be fetched.
 */
export function chainOf(steps: readonly (readonly WeighedTier[])[], max: number): TierChain | undefined {
  for (let count = steps.length; count > 1; count--) {
    const tiers = steps.slice(0, count).flat()
    const widest = tiers.find((wide) => tiers.every((narrow) => wide === narrow || includesAll(wide, narrow)))
    if (widest !== undefined && !certainlyExceeds(widest, max)) return { tiers, widest, steps: count }
  }
  return undefined
}

function certainlyExceeds(tier: WeighedTier, max: number): boolean {
  return isOneWord(tier) && (tier.required[0]?.minProducts ?? 0) > max
}
