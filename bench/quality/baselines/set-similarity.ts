/** Jaccard similarity of two sets, 0 to 1; 0 if both are empty. */
export function setSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const each of a) if (b.has(each)) shared++
  const together = a.size + b.size - shared
  return together === 0 ? 0 : shared / together
}
