import type { EdgeRow, RecordId } from '@utpid/core/storage'

/**
 * An LRU cache of decoded edges by record. Consecutive transactions on records of a large component read the same
 * edges.
 */
export class EdgeCache {
  readonly #edgesMax: number
  /** The edges by record. The least recently read record comes first. */
  readonly #lists = new Map<RecordId, readonly EdgeRow[]>()
  #count = 0
  /** The number of running writes. During a write, reads may return earlier or later edges, so nothing is cached. */
  #writers = 0

  /**
   * @param maxEdges - The maximum number of cached edges, about 200 bytes each. Each record counts as one more edge.
   *   0 disables the cache.
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
      // Counts an entry for a record without edges too.
      this.#count += rows.length + 1
      this.#shrink()
      return rows.slice()
    }
    this.#lists.delete(id)
    this.#lists.set(id, known)
    return known.slice()
  }

  /** Stops caching until each suspend() call has a matching {@link resume} call. */
  suspend(): void {
    this.#writers++
  }

  /** @param written - The records with possibly changed edges. Default: all records. */
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
