/** A union-find structure over the integers 0 to n - 1, with path halving and union by size. */
export class DisjointSets {
  readonly #parents: Int32Array
  readonly #sizes: Int32Array

  constructor(count: number) {
    this.#parents = Int32Array.from({ length: count }, (_, at) => at)
    this.#sizes = new Int32Array(count).fill(1)
  }

  /** Returns the representative of a member's set. */
  find(member: number): number {
    let at = member
    while (this.#parents[at] !== at) {
      const parent = this.#parents[at] as number
      this.#parents[at] = this.#parents[parent] as number
      at = this.#parents[at] as number
    }
    return at
  }

  size(member: number): number {
    return this.#sizes[this.find(member)] as number
  }

  join(a: number, b: number): void {
    let large = this.find(a)
    let small = this.find(b)
    if (large === small) return
    if ((this.#sizes[large] as number) < (this.#sizes[small] as number)) [large, small] = [small, large]
    this.#parents[small] = large
    this.#sizes[large] = (this.#sizes[large] as number) + (this.#sizes[small] as number)
  }
}
