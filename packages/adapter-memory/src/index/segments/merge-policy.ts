/** The number of segments of similar size that are merged together. */
const SEGMENTS_PER_MERGE = 4
/** The number of segments of similar size from which merging must not pause. */
export const MIN_CROWD: number = 2 * SEGMENTS_PER_MERGE
/** The minimum size of each segment after idle merges, as a multiple of the rows of all smaller segments. */
const IDLE_RATIO = 4

/**
 * A merge policy: chooses the segments to merge by their sizes in rows. Returns undefined if there are few enough
 * segments.
 */
export type MergePolicy = (sizes: readonly number[]) => readonly number[] | undefined

/**
 * The policy during writes: merges four segments of similar size, smallest first. Each row is copied only a few times,
 * and there are never many segments.
 */
export const writingPolicy: MergePolicy = (sizes) => {
  const byClass = new Map<number, number[]>()
  for (const [at, size] of sizes.entries()) {
    const sizeClass = Math.floor(Math.log2(size + 1) / Math.log2(SEGMENTS_PER_MERGE))
    const alike = byClass.get(sizeClass)
    if (alike === undefined) byClass.set(sizeClass, [at])
    else alike.push(at)
  }
  const smallest = [...byClass].sort(([a], [b]) => a - b).find(([, alike]) => alike.length >= SEGMENTS_PER_MERGE)
  return smallest?.[1]
}

/**
 * Returns the policy while idle, when copying is free. A search reads every segment: with nine segments it takes twice
 * as long as with one. A large segment is merged only when the smaller segments together have a large share of its
 * rows.
 *
 * @param minSize - The minimum size of smaller segments, in rows: copying them takes hardly any time.
 */
export function idlePolicy(minSize: number): MergePolicy {
  return (sizes) => {
    const bySize = [...sizes.entries()].sort(([, a], [, b]) => a - b)
    let smaller = 0
    let merged = 0
    for (const [at, [, size]] of bySize.entries()) {
      const counted = Math.max(size, minSize)
      if (at > 0 && counted < IDLE_RATIO * smaller) merged = at + 1
      smaller += counted
    }
    return merged === 0 ? undefined : bySize.slice(0, merged).map(([at]) => at)
  }
}
