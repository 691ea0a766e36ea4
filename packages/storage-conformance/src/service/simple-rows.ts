import type { KeyRange } from '@utpid/core/storage'
import type { JobDue, RowWrite } from '@utpid/service/internal'

/** A reference model of a table of a store. */
export class SimpleRows {
  readonly #rows = new Map<string, JobDue>()

  /**
   * @param expected - The precondition of the writes. `known` is the current revision.
   * @returns whether the rows were written.
   */
  write(writes: readonly RowWrite[], expected: 'absent' | 'known' | 'other' | undefined): boolean {
    const isAsExpected = writes.every(({ key }) => {
      if (expected === undefined) return true
      return expected === 'absent' ? !this.#rows.has(key) : expected === 'known' && this.#rows.has(key)
    })
    if (!isAsExpected) return false
    for (const { key, row } of writes) {
      if (row === undefined) this.#rows.delete(key)
      else this.#rows.set(key, row as JobDue)
    }
    return true
  }

  range({ prefix = '', after = '', before, limit, descending }: KeyRange): [string, JobDue][] {
    const rows = [...this.#rows]
      .filter(([key]) => key.startsWith(prefix) && key > after && (before === undefined || key < before))
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return (descending === true ? rows.reverse() : rows).slice(0, limit)
  }
}
