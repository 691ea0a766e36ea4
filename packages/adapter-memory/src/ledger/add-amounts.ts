/** Adds amounts to the totals with the same names. Removes totals of 0. */
export function addAmounts(totals: Map<string, number>, amounts: Readonly<Record<string, number>>): void {
  for (const [name, amount] of Object.entries(amounts)) {
    const total = (totals.get(name) ?? 0) + amount
    if (total === 0) totals.delete(name)
    else totals.set(name, total)
  }
}
