/** Amounts that are added to the totals of a base. */
export class AddedAmounts {
  readonly #amounts = new Map<string, number>()

  add(amounts: Readonly<Record<string, number>>): void {
    for (const [name, amount] of Object.entries(amounts)) this.#amounts.set(name, this.of(name) + amount)
  }

  of(name: string): number {
    return this.#amounts.get(name) ?? 0
  }

  /** Returns the totals with the amounts, without totals of 0. */
  addedTo(totals: ReadonlyMap<string, number>): Map<string, number> {
    const sums = new Map(totals)
    for (const [name, amount] of this.#amounts) {
      const total = (sums.get(name) ?? 0) + amount
      if (total === 0) sums.delete(name)
      else sums.set(name, total)
    }
    return sums
  }
}
