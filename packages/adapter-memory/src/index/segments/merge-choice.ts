/** So many segments of about one size are merged. */
const ALIKE = 4
/** So many of about one size are a crowd: whoever merges them must not give way any more. */
export const CROWD: number = 2 * ALIKE
/** At rest none is smaller than so many times all that are smaller. */
const RESTING_RATIO = 4

/** Which segments to merge next, by how many rows each has; undefined when there are few enough. */
export type ChooseMerge = (sizes: readonly number[]) => readonly number[] | undefined

/**
 * While rows are written: four of about one size, the smallest first, so that every row is copied a few times only
 * and there are never many segments.
 */
export const nextMerge: ChooseMerge = (sizes) => {
  const byClass = new Map<number, number[]>()
  for (const [at, size] of sizes.entries()) {
    const sizeClass = Math.floor(Math.log2(size + 1) / Math.log2(ALIKE))
    const alike = byClass.get(sizeClass)
    if (alike === undefined) byClass.set(sizeClass, [at])
    else alike.push(at)
  }
  const least = [...byClass].sort(([a], [b]) => a - b).find(([, alike]) => alike.length >= ALIKE)
  return least?.[1]
}

/**
 * While nothing is written and copying costs nobody anything: a search asks every segment, so that one of nine takes twice
 * as long as one of one. What is large is copied only once what is smaller adds up to a good part of it.
 *
 * @param least - A smaller segment counts as one of so many rows: it is copied in a moment.
 */
export function restingMerge(least: number): ChooseMerge {
  return (sizes) => {
    const bySize = [...sizes.entries()].sort(([, a], [, b]) => a - b)
    let smaller = 0
    let merged = 0
    for (const [at, [, size]] of bySize.entries()) {
      const counted = Math.max(size, least)
      if (at > 0 && counted < RESTING_RATIO * smaller) merged = at + 1
      smaller += counted
    }
    return merged === 0 ? undefined : bySize.slice(0, merged).map(([at]) => at)
  }
}
