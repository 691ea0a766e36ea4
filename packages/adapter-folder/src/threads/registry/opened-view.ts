import { MemoryIndex, SegmentGeneration } from '@utpid/adapter-memory/engine'
import type { Registry, Storage } from '@utpid/core'
import { indexRulesOf } from '@utpid/core/scoring'
import type { ChangeNumber } from '@utpid/core/storage'
import { Lifetime } from '@utpid/core/storage'
import { changesAfter, isRebuild, NamedRows } from '../../checkpoint/replay-changes.ts'
import { CompareRows } from '../../clustering/compare-rows.ts'
import type { CompareResult, CompareTask } from '../../clustering/compare-task.ts'
import type { Manifest } from '../../folder/registry-folder.ts'
import { DurableLedger } from '../../ledger/durable-ledger.ts'
import { readOnlyStorage } from '../../open/read-only-storage.ts'
import { NO_EXPIRY } from '../../open/retention-settings.ts'
import type { LmdbTables } from '../../tables/lmdb-tables.ts'
import { warmUp } from './warm-up.ts'
import { MAX_CHANGES_BETWEEN_VIEWS, MAX_ROWS_FOLLOWED, type RegistryView } from './worker-message.ts'

const ROW_CACHE_BYTES = 8 * 2 ** 20
/**
 * The maximum number of rows in a write buffer. This thread merges no segments, so it should build few large segments.
 */
const MAX_BUFFER_ROWS = 2_048

/** The read access of a thread to a registry that another thread writes. */
export class OpenedView {
  readonly registry: Registry
  readonly #tables: LmdbTables
  readonly #ledger: DurableLedger
  readonly #index: MemoryIndex
  readonly #about: Manifest
  #following: Promise<boolean> = Promise.resolve(true)
  #isOutdated = false
  #rowsSince = 0
  #generation: SegmentGeneration
  #comparing: CompareRows | undefined

  private constructor(
    registry: Registry,
    tables: LmdbTables,
    ledger: DurableLedger,
    index: MemoryIndex,
    about: Manifest,
    generation: SegmentGeneration,
  ) {
    this.#generation = generation
    this.registry = registry
    this.#tables = tables
    this.#ledger = ledger
    this.#index = index
    this.#about = about
  }

  /** @param isWarmedUp - Whether this thread has already answered queries. */
  static async open(
    tables: LmdbTables,
    folder: string,
    { manifest, change, parts }: RegistryView,
    openRegistry: (storage: Storage) => Promise<Registry>,
    isWarmedUp: boolean,
  ): Promise<OpenedView> {
    tables.root.resetReadTxn()
    const lifetime = new Lifetime()
    const table = manifest.activeTables === 'second' ? { ...tables.table, ...tables.spare } : tables.table
    const ledger = new DurableLedger({
      lifetime,
      folder,
      tables: { ...tables, table },
      retention: NO_EXPIRY,
      rowCacheBytes: ROW_CACHE_BYTES,
      versions: () => manifest,
      onChange: () => undefined,
    })
    const generation = generationOf(parts)
    const index = new MemoryIndex(lifetime, generation)
    index.finishLoading(change)
    const storage = readOnlyStorage({
      ledger,
      index,
      change: () => index.change,
      close: async () => undefined,
      place: folder,
    })
    const registry = await openRegistry(storage)
    // Warms up only search: batches are long enough without a warm-up.
    const products = parts.terms.reduce((sum, { columns }) => sum + columns.productIds.length, 0)
    if (!isWarmedUp && products > 0)
      await warmUp(registry, (after, limit) => ledger.scanProducts(after, limit), products)
    return new OpenedView(registry, tables, ledger, index, manifest, generation)
  }

  /** Number of rows that {@link follow} has applied to the view. */
  get rowsSince(): number {
    return this.#rowsSince
  }

  /**
   * Switches to another view of the same registry.
   *
   * @returns false if the registry has to be opened again.
   */
  swap(view: RegistryView): Promise<boolean> {
    // Waits for the end of a running {@link follow}.
    return this.#enqueue(() => this.#switchView(view))
  }

  async #switchView({ manifest, change, parts }: RegistryView): Promise<boolean> {
    if (JSON.stringify(manifest) !== JSON.stringify(this.#about)) return false
    if (this.#isOutdated || change - this.#index.change > MAX_CHANGES_BETWEEN_VIEWS) return false
    this.#refresh()
    const before = this.#index.change
    const rows = await this.#changed(Math.min(change, before), Number.POSITIVE_INFINITY)
    if (rows === undefined) return false
    const generation = generationOf(parts)
    // Replays changes from disk that this thread has applied and that are later than the view. Reads thus stay
    // monotonic.
    if (change < before) rows.replay(this.#ledger, generation)
    this.#index.swapTo(generation)
    this.#generation = generation
    this.#comparing = undefined
    this.#index.finishLoading(change < before ? this.#ledger.lastChange : change)
    this.#rowsSince = change < before ? rows.count : 0
    return true
  }

  /**
   * Applies all changes written so far, so that the index matches the rows that are read later.
   *
   * @returns false if a new view is needed.
   */
  follow(): Promise<boolean> {
    return this.#enqueue(() => this.#applyChanges())
  }

  /**
   * Runs a task that compares all rows of the view.
   *
   * @throws if the registry uses other index rules than this thread.
   */
  async compare(task: CompareTask): Promise<CompareResult> {
    this.#comparing ??= this.#compareRows()
    return await this.#comparing.run(task)
  }

  #compareRows(): CompareRows {
    const scorer = this.registry.scorer()
    const rules = indexRulesOf(scorer.schema)
    if (this.#about.indexVersion !== rules.version)
      throw new Error('The registry has another index version than the thread.')
    const { keys } = this.#generation
    return new CompareRows(keys.parts, rules, scorer, this.#ledger)
  }

  #enqueue(work: () => Promise<boolean>): Promise<boolean> {
    this.#following = this.#following.then(work).catch(() => {
      // Marks the view as unusable. Causes are, for example, expired changes, a damaged row or a partly applied change.
      this.#isOutdated = true
      return false
    })
    return this.#following
  }

  async #applyChanges(): Promise<boolean> {
    if (this.#isOutdated) return false
    this.#refresh()
    if (this.#ledger.lastChange <= this.#index.change) return true
    const rows = await this.#changed(this.#index.change, MAX_ROWS_FOLLOWED)
    if (rows === undefined) return false
    rows.replay(this.#ledger, this.#index.active)
    this.#index.finishLoading(this.#ledger.lastChange)
    this.#rowsSince += rows.count
    return true
  }

  #refresh(): void {
    // Resets the read transaction, which lmdb keeps open briefly and which would not see later writes.
    this.#tables.root.resetReadTxn()
    this.#ledger.refreshHead()
  }

  /**
   * Returns the rows written after a change; undefined if reading these rows does not suffice.
   *
   * @param maxRows - The maximum number of rows. With more rows, a new view is faster.
   */
  async #changed(after: ChangeNumber, maxRows: number): Promise<NamedRows | undefined> {
    const rows = new NamedRows()
    for await (const entry of changesAfter(this.#ledger, after)) {
      // Requires a new view for a supplier: a registry reads suppliers only when it is opened.
      if (isRebuild(entry) || entry.suppliers.length > 0 || rows.count > maxRows) {
        this.#isOutdated = true
        return undefined
      }
      this.#ledger.evict(entry)
      rows.add(entry)
    }
    return rows
  }
}

function generationOf(parts: RegistryView['parts']): SegmentGeneration {
  const generation = new SegmentGeneration({ maxBufferRows: MAX_BUFFER_ROWS })
  generation.loadFrozen(parts)
  return generation
}
