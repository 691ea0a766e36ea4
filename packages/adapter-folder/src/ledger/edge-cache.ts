import type { EdgeRow, RecordId } from '@utpid/core/storage'

/**
 * LRU cache of decoded edges by record. A transaction on one record of a large component reads all its edges, and so
 * does the next transaction.
 */
export class EdgeCache {
  readonly #edgesMax: number
  /** Least recently read first. */
  readonly #lists = new Map<RecordId, readonly EdgeRow[]>()
  #count = 0
  /** Number of running writes. During a write, reads may return earlier or later edges, so nothing is cached. */
  #writers = 0

  /**
   * @param maxEdges - Maximum number of cached edges, about 200 bytes each; each record counts as one edge more. 0
   * disables the cache.
   */
  constructor(maxEdges: number) {
    this.#edgesMax = maxEdges
  }

  of(id: RecordId, read: (id: RecordId) => EdgeRow[]): EdgeRow[] {
    if (this.#writers > 0) return read(id)
    const known = this.#lists.get(id)
    if (known === undefined) {
      const rows = read(id)
      this.#lists.set(id, rows)
      // A record without edges needs an entry too.
      this.#count += rows.length + 1
      this.#shrink()
      return rows.slice()
    }
    this.#lists.delete(id)
    this.#lists.set(id, known)
    return known.slice()
  }

  /** Stops caching until {@link resume} was called once per suspend(). */
  suspend(): void {
    this.#writers++
  }

  /** @param written - Records whose edges may have changed meanwhile. Default: all records. */
  resume(written?: Iterable<RecordId>): void {
    this.#writers--
    if (written === undefined) {
      this.#lists.clear()
      this.#count = 0
      return
    }
    for (const id of written) this.#evict(id)
  }

  #shrink(): void {
    for (const id of this.#lists.keys()) {
      if (this.#count <= this.#edgesMax) return
      this.#evict(id)
    }
  }

  #evict(id: RecordId): void {
    const known = this.#lists.get(id)
    if (known === undefined) return
    this.#lists.delete(id)
    this.#count -= known.length + 1
  }
}
