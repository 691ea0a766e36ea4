/** Rows that replace rows of a base table, which is only read. */
export class OverlayTable<Id, Row> {
  /** The replaced rows; undefined for a removed row. */
  readonly #rows = new Map<Id, Row | undefined>()

  get size(): number {
    return this.#rows.size
  }

  has(id: Id): boolean {
    return this.#rows.has(id)
  }

  get(id: Id): Row | undefined {
    return this.#rows.get(id)
  }

  set(id: Id, row: Row): void {
    this.#rows.set(id, row)
  }

  remove(id: Id): void {
    this.#rows.set(id, undefined)
  }

  /** Returns the rows that are not removed. */
  rows(): Row[] {
    return [...this.#rows.values()].filter((row) => row !== undefined)
  }

  /** Reads rows in the order of the ids. Reads rows that are not replaced from the base. */
  async read(
    ids: readonly Id[],
    base: (ids: readonly Id[]) => Promise<(Row | undefined)[]>,
  ): Promise<(Row | undefined)[]> {
    const isOwn = ids.map((id) => this.#rows.has(id))
    const others = ids.filter((_, at) => !isOwn[at])
    const stored = others.length === 0 ? [] : await base(others)
    let next = 0
    return ids.map((id, at) => (isOwn[at] ? this.#rows.get(id) : stored[next++]))
  }

  clear(): void {
    this.#rows.clear()
  }
}
