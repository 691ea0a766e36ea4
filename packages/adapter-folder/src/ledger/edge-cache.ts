import type { EdgeRow, RecordId } from '@utpid/core/storage'
import { LRUCache } from 'lru-cache'

/**
 * An LRU cache of decoded edges by record. Consecutive transactions on records of a large component read the same
 * edges.
 */
export class EdgeCache {
  readonly #lists: LRUCache<RecordId, readonly EdgeRow[]> | undefined
  /** Number of running writes. During a write, reads may return earlier or later edges, so nothing is cached. */
  #writers = 0

  /**
   * @param maxEdges - The maximum number of cached edges, about 200 bytes each. Each record counts as one more edge.
   *   0 disables the cache.
   */
  constructor(maxEdges: number) {
    const maxSize = Math.floor(maxEdges)
    this.#lists = maxSize === 0 ? undefined : new LRUCache({ maxSize, sizeCalculation: (edges) => edges.length + 1 })
  }

  of(id: RecordId, read: (id: RecordId) => EdgeRow[]): EdgeRow[] {
    if (this.#writers > 0) return read(id)
    const cached = this.#lists?.get(id)
    if (cached !== undefined) return cached.slice()
    const rows = read(id)
    this.#lists?.set(id, rows)
    return rows.slice()
  }

  /** Stops caching until each suspend() call has a matching {@link resume} call. */
  suspend(): void {
    this.#writers++
  }

  /** @param written - The records with possibly changed edges. Default: all records. */
  resume(written?: Iterable<RecordId>): void {
    this.#writers--
    if (written === undefined) this.#lists?.clear()
    else for (const id of written) this.#lists?.delete(id)
  }
}
