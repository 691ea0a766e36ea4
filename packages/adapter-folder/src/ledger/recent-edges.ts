import type { EdgeRow, RecordId } from '@utpid/core'

/**
 * Edges of records that were read lately, decoded. A step that touches one record of a crowded component reads all
 * edges of it, and so does the next one.
 */
export class RecentEdges {
  readonly #edgesMax: number
  /** Least recently read first. */
  readonly #lists = new Map<RecordId, readonly EdgeRow[]>()
  #count = 0
  /** While steps are written, what is read may be of before or after. */
  #writers = 0

  /** @param edgesMax - Edges that are remembered, about 200 bytes each; a record counts as one more. 0: none is. */
  constructor(edgesMax: number) {
    this.#edgesMax = edgesMax
  }

  of(id: RecordId, read: (id: RecordId) => EdgeRow[]): EdgeRow[] {
    if (this.#writers > 0) return read(id)
    const known = this.#lists.get(id)
    if (known === undefined) {
      const rows = read(id)
      this.#lists.set(id, rows)
      // A record without edges takes its place too.
      this.#count += rows.length + 1
      this.#shrink()
      return rows.slice()
    }
    this.#lists.delete(id)
    this.#lists.set(id, known)
    return known.slice()
  }

  /** Remembers nothing from here until each that suspended has called {@link resume}. */
  suspend(): void {
    this.#writers++
  }

  /** @param written - Ends of the edges that may have been written meanwhile; absent: all edges may be others. */
  resume(written?: Iterable<RecordId>): void {
    this.#writers--
    if (written === undefined) {
      this.#lists.clear()
      this.#count = 0
      return
    }
    for (const id of written) this.#forget(id)
  }

  #shrink(): void {
    for (const id of this.#lists.keys()) {
      if (this.#count <= this.#edgesMax) return
      this.#forget(id)
    }
  }

  #forget(id: RecordId): void {
    const known = this.#lists.get(id)
    if (known === undefined) return
    this.#lists.delete(id)
    this.#count -= known.length + 1
  }
}
