import type { EdgeRow, RecordId } from '@utpid/core/storage'
import { LRUCache } from 'lru-cache'

/**
 * LRU cache of decoded edges by record. A transaction on one record of a large component reads all its edges, and so
 * does the next transaction.
 */
export class EdgeCache {
  readonly #lists: LRUCache<RecordId, readonly EdgeRow[]> | undefined
  /** Number of running writes. During a write, reads may return earlier or later edges, so nothing is cached. */
  #writers = 0

  /**
   * @param maxEdges - Maximum number of cached edges, about 200 bytes each; each record counts as one edge more. 0
   * disables the cache.
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

  /** Stops caching until {@link resume} was called once per suspend(). */
  suspend(): void {
    this.#writers++
  }

  /** @param written - Records whose edges may have changed meanwhile. Default: all records. */
  resume(written?: Iterable<RecordId>): void {
    this.#writers--
    if (written === undefined) this.#lists?.clear()
    else for (const id of written) this.#lists?.delete(id)
  }
}
