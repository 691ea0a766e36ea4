/** Jaccard: what two sets share of all they have together, 0 to 1; 0 where both are empty. */
export function setSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const each of a) if (b.has(each)) shared++
  const together = a.size + b.size - shared
  return together === 0 ? 0 : shared / together
}
