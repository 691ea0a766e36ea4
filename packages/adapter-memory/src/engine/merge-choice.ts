/** So many segments of about one size are merged. */
const ALIKE = 4

/**
 * Which segments to merge next: four of about one size, the smallest first, so that every row is copied a few times only
 * and there are never many segments.
 *
 * @param sizes - Rows of each segment.
 * @returns Their positions; undefined when there are too few alike.
 */
export function nextMerge(sizes: readonly number[]): readonly number[] | undefined {
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
