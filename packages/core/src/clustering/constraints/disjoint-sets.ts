/** Sets that only ever join (union-find with path halving and union by size), over 0 to n - 1. */
export class DisjointSets {
  readonly #parents: Int32Array
  readonly #sizes: Int32Array

  constructor(count: number) {
    this.#parents = Int32Array.from({ length: count }, (_, at) => at)
    this.#sizes = new Int32Array(count).fill(1)
  }

  /** The member that stands for the set. */
  find(member: number): number {
    let at = member
    while (this.#parents[at] !== at) {
      const parent = this.#parents[at] as number
      this.#parents[at] = this.#parents[parent] as number
      at = this.#parents[at] as number
    }
    return at
  }

  /** Size of the set of a member. */
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
