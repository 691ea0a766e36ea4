import type { Bitset } from '../../src/index/bits/bitset.ts'
import { runToEnd } from '../../src/index/segments/cooperative.ts'
import type { Merged, OtherThread } from '../../src/index/segments/segment-set.ts'

interface Away<Columns> {
  readonly merged: Merged<Columns> | (() => Merged<Columns>)
  readonly resolve: (merged: Merged<Columns>) => void
  readonly reject: (why: Error) => void
}

/** Simulates merges in another thread. The test decides when they end or fail. */
export class AwayMerges<Part extends { readonly columns: Columns; readonly deleted: Bitset }, Columns>
  implements OtherThread<Part, Columns>
{
  readonly #mergeOf: (parts: readonly Part[]) => Generator<void, Merged<Columns>>
  readonly #open: (columns: Columns, dead: Bitset) => Part
  readonly #away: Away<Columns>[] = []
  #asked = 0

  constructor(
    open: (columns: Columns, dead: Bitset) => Part,
    mergeOf: (parts: readonly Part[]) => Generator<void, Merged<Columns>>,
  ) {
    this.#open = open
    this.#mergeOf = mergeOf
  }

  get count(): number {
    return this.#away.length
  }

  merge(parts: readonly Pick<Part, 'columns' | 'deleted'>[]): Promise<Merged<Columns>> {
    // Reads the parts like another thread: columns are shared, deleted rows were copied at the request.
    const seen = parts.map(({ columns, deleted }) => this.#open(columns, deleted.slice()))
    const made = (): Merged<Columns> => runToEnd(this.#mergeOf(seen))
    // Alternates: if a record moves during the merge, a thread may read it before or after the move.
    const merged = this.#asked++ % 2 === 0 ? made() : made
    return new Promise((resolve, reject) => this.#away.push({ merged, resolve, reject }))
  }

  onEnd(): void {}

  async land(isLost = false): Promise<void> {
    const first = this.#away.shift()
    if (first === undefined) return
    if (isLost) first.reject(new Error('lost'))
    else first.resolve(typeof first.merged === 'function' ? first.merged() : first.merged)
    // Lets the waiting code continue.
    await new Promise((resolve) => setImmediate(resolve))
  }
}
