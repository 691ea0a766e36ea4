import type { Registry, Storage } from '@utpid/core'
import { Lifetime } from '@utpid/core/adapter'
import { DurableLedger } from '../durable/durable-ledger.ts'
import type { LmdbTables } from '../durable/lmdb-tables.ts'
import type { AboutRegistry } from '../durable/registry-folder.ts'
import { SegmentGeneration } from '../engine/segment-generation.ts'
import { MemoryIndex } from '../memory-index.ts'
import { readOnlyStorage } from '../read-only-storage.ts'
import { NOTHING_FORGOTTEN } from '../retention-settings.ts'
import { changesAfter, isRenewal, NamedRows } from '../snapshot/replay-changes.ts'
import { warmUp } from './warm-up.ts'
import { CHANGES_WALKED, type RegistryView, ROWS_FOLLOWED_MOST } from './worker-message.ts'

const ROW_CACHE_BYTES = 16 * 2 ** 20

/** What a thread reads of a registry that another one writes. */
export class OpenedView {
  readonly registry: Registry
  readonly #tables: LmdbTables
  readonly #ledger: DurableLedger
  readonly #index: MemoryIndex
  readonly #about: AboutRegistry
  #following: Promise<boolean> = Promise.resolve(true)
  #isOutdated = false
  #rowsSince = 0

  private constructor(
    registry: Registry,
    tables: LmdbTables,
    ledger: DurableLedger,
    index: MemoryIndex,
    about: AboutRegistry,
  ) {
    this.registry = registry
    this.#tables = tables
    this.#ledger = ledger
    this.#index = index
    this.#about = about
  }

  /** @param isWarm - Whether what it is asked has been asked in this thread before. */
  static async open(
    tables: LmdbTables,
    folder: string,
    { about, change, parts }: RegistryView,
    openRegistry: (storage: Storage) => Promise<Registry>,
    isWarm: boolean,
  ): Promise<OpenedView> {
    tables.root.resetReadTxn()
    const lifetime = new Lifetime()
    const table = about.tables === 'second' ? { ...tables.table, ...tables.spare } : tables.table
    const ledger = new DurableLedger({
      lifetime,
      folder,
      tables: { ...tables, table },
      retention: NOTHING_FORGOTTEN,
      rowCacheBytes: ROW_CACHE_BYTES,
      madeBy: () => about,
      follow: () => undefined,
    })
    const index = new MemoryIndex(lifetime, generationOf(parts))
    index.finishLoading(change)
    const storage = readOnlyStorage({ ledger, index, change: () => index.change, close: async () => undefined })
    const registry = await openRegistry(storage)
    // Batches are long enough to begin slowly.
    const products = parts.terms.reduce((sum, { columns }) => sum + columns.productIds.length, 0)
    if (!isWarm && products > 0) await warmUp(registry, (after, limit) => ledger.scanProducts(after, limit), products)
    return new OpenedView(registry, tables, ledger, index, about)
  }

  /** Rows that {@link follow} has taken in since the view. */
  get rowsSince(): number {
    return this.#rowsSince
  }

  /**
   * Goes over to another view of the same registry.
   *
   * @returns false when it has to be opened anew.
   */
  async renew({ about, change, parts }: RegistryView): Promise<boolean> {
    await this.#following
    if (JSON.stringify(about) !== JSON.stringify(this.#about)) return false
    if (this.#isOutdated || change - this.#index.change > CHANGES_WALKED) return false
    this.#readOn()
    if ((await this.#changed(Number.POSITIVE_INFINITY)) === undefined) return false
    // It has what was on disk before the one who sent the view knew of it.
    if (change < this.#index.change) return true
    this.#index.switchTo(generationOf(parts))
    this.#index.finishLoading(change)
    this.#rowsSince = 0
    return true
  }

  /**
   * Takes in what was written up to now, so that the index and the rows that are read next tell of the same moment.
   *
   * @returns false when that takes another view.
   */
  follow(): Promise<boolean> {
    this.#following = this.#following
      .then(() => this.#takeIn())
      .catch(() => {
        // The feed no longer reaches back, say, or a row is damaged. What was taken in by half is of no use.
        this.#isOutdated = true
        return false
      })
    return this.#following
  }

  async #takeIn(): Promise<boolean> {
    if (this.#isOutdated) return false
    this.#readOn()
    if (this.#ledger.lastChange <= this.#index.change) return true
    const rows = await this.#changed(ROWS_FOLLOWED_MOST)
    if (rows === undefined) return false
    rows.replay(this.#ledger, this.#index.serving)
    this.#index.finishLoading(this.#ledger.lastChange)
    this.#rowsSince += rows.count
    return true
  }

  #readOn(): void {
    // A transaction for reading stays open for a moment, and would not see what was written since.
    this.#tables.root.resetReadTxn()
    this.#ledger.readOn()
  }

  /**
   * What was written since; undefined when that takes more than to read rows.
   *
   * @param most - Of more rows another view is had sooner.
   */
  async #changed(most: number): Promise<NamedRows | undefined> {
    const rows = new NamedRows()
    for await (const entry of changesAfter(this.#ledger, this.#index.change)) {
      // What a registry knows of suppliers it reads when it is opened.
      if (isRenewal(entry) || entry.suppliers.length > 0 || rows.count > most) {
        this.#isOutdated = true
        return undefined
      }
      this.#ledger.forget(entry)
      rows.add(entry)
    }
    return rows
  }
}

function generationOf(parts: RegistryView['parts']): SegmentGeneration {
  const generation = new SegmentGeneration()
  generation.restore(parts)
  return generation
}
