/** Rows sorted by text keys. */
export class SortedRows<Row> {
  readonly #rows = new Map<string, Row>()
  readonly #keys: string[] = []

  get(key: string): Row | undefined {
    return this.#rows.get(key)
  }

  set(key: string, row: Row): void {
    if (!this.#rows.has(key)) this.#keys.splice(this.#placeOf(key), 0, key)
    this.#rows.set(key, row)
  }

  delete(key: string): void {
    if (this.#rows.delete(key)) this.#keys.splice(this.#placeOf(key), 1)
  }

  /** Returns keys from `from` (inclusive) or `after` (exclusive), up to `before` (exclusive). */
  between(
    { from, after, before }: { readonly from?: string; readonly after?: string; readonly before?: string },
    limit: number,
    descending: boolean,
  ): string[] {
    let first = from === undefined ? 0 : this.#placeOf(from)
    if (after !== undefined) {
      first = this.#placeOf(after)
      if (this.#keys[first] === after) first++
    }
    const end = Math.max(first, before === undefined ? this.#keys.length : this.#placeOf(before))
    if (!descending) return this.#keys.slice(first, Math.min(end, first + limit))
    return this.#keys.slice(Math.max(first, end - limit), end).reverse()
  }

  /** Returns the index of a key, or its insertion point. */
  #placeOf(key: string): number {
    let low = 0
    let high = this.#keys.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#keys[middle] as string) < key) low = middle + 1
      else high = middle
    }
    return low
  }
}
