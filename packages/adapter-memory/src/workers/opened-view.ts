import type { ChangeNumber, Registry, Storage } from '@utpid/core'
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
import type { RegistryView } from './worker-message.ts'

const ROW_CACHE_BYTES = 16 * 2 ** 20
/** To walk more of them takes longer than to take another view. */
const CHANGES_WALKED = 2_000

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

  static async open(
    tables: LmdbTables,
    folder: string,
    { about, change, parts }: RegistryView,
    openRegistry: (storage: Storage) => Promise<Registry>,
  ): Promise<OpenedView> {
    // A transaction for reading stays open for a moment, and would not see what was written before the view.
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
    if (parts.terms.length > 0) await warmUp(registry, (after, limit) => ledger.scanProducts(after, limit))
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
    if (change - this.#index.change > CHANGES_WALKED || (await this.#changed()) === undefined) return false
    // It has what was on disk before the one who sent the view knew of it.
    if (change < this.#index.change) return true
    this.#index.switchTo(generationOf(parts))
    this.#index.finishLoading(change)
    this.#rowsSince = 0
    return true
  }

  /**
   * Takes in what was written up to a change, at least.
   *
   * @returns false when that takes another view.
   */
  follow(change: ChangeNumber): Promise<boolean> {
    this.#following = this.#following.then(async () => {
      if (this.#index.change >= change) return !this.#isOutdated
      if (change - this.#index.change > CHANGES_WALKED) this.#isOutdated = true
      const rows = await this.#changed()
      if (rows === undefined) return false
      rows.replay(this.#ledger, this.#index.serving)
      this.#index.finishLoading(this.#ledger.lastChange)
      this.#rowsSince += rows.count
      return true
    })
    return this.#following
  }

  /** What was written since; undefined when that takes more than to read rows. */
  async #changed(): Promise<NamedRows | undefined> {
    if (this.#isOutdated) return undefined
    try {
      this.#tables.root.resetReadTxn()
      this.#ledger.readOn()
      const rows = new NamedRows()
      for await (const entry of changesAfter(this.#ledger, this.#index.change)) {
        // What a registry knows of suppliers it reads when it is opened.
        if (isRenewal(entry) || entry.suppliers.length > 0) this.#isOutdated = true
        this.#ledger.forget(entry)
        rows.add(entry)
      }
      if (!this.#isOutdated) return rows
    } catch {
      // The feed no longer reaches back, say.
      this.#isOutdated = true
    }
    return undefined
  }
}

function generationOf(parts: RegistryView['parts']): SegmentGeneration {
  const generation = new SegmentGeneration()
  generation.restore(parts)
  return generation
}
