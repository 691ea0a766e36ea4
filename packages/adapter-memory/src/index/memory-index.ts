import { LIMITS, RegistryError } from '@utpid/core'
import type {
  CandidateColumns,
  ChangeNumber,
  ExpandedWord,
  ExpandRequest,
  IndexChange,
  IndexProduct,
  IndexRecord,
  KeyLookup,
  RecordId,
  RegistryIndex,
  SearchAnswer,
  SearchQuery,
} from '@utpid/core/storage'
import { checkExpandRequest, checkIds, checkLookups, checkSearchQuery, type Lifetime } from '@utpid/core/storage'
import type { IndexGeneration } from './index-generation.ts'

/** The index of a registry in this process. */
export class MemoryIndex implements RegistryIndex {
  readonly #lifetime: Lifetime
  #active: IndexGeneration
  #onMerged: (() => void) | undefined
  #at: ChangeNumber = 0

  constructor(lifetime: Lifetime, active: IndexGeneration) {
    this.#lifetime = lifetime
    this.#active = active
  }

  async apply(changes: readonly IndexChange[]): Promise<void> {
    this.#lifetime.check()
    for (const change of changes) this.applyNow(change)
  }

  /**
   * Applies a change like {@link apply}, but for the ledger of the same process, which finishes running transactions
   * even while closing.
   */
  applyNow(change: IndexChange): void {
    if (change.change <= this.#at) return
    if (change.change !== this.#at + 1) {
      throw new RegistryError(
        'validation_failed',
        `Change ${change.change} cannot follow change ${this.#at}: the changes between are missing. Apply them first.`,
      )
    }
    const { keys, terms } = this.#active
    for (const record of change.records) keys.put(record)
    for (const [id, productId] of change.moved) keys.move(id, productId)
    for (const id of change.removedRecords) keys.remove(id)
    for (const product of change.products) terms.put(product)
    for (const id of change.removedProducts) terms.remove(id)
    this.#active.maintain()
    this.#at = change.change
  }

  /** Adds rows of a scan. {@link finishLoading} sets the change of the scan. */
  load(records: Iterable<IndexRecord>, products: Iterable<IndexProduct>): void {
    this.#active.load(records, products)
  }

  finishLoading(at: ChangeNumber): void {
    this.#at = at
  }

  /** Activates a generation that contains all rows as of this change. */
  swapTo(generation: IndexGeneration): void {
    this.#active.stop?.()
    this.#active = generation
    if (this.#onMerged !== undefined) generation.mergeWhenIdle?.(this.#onMerged)
  }

  /** Merges segments of the active generation while it is idle. Calls `onMerged` after each merge. */
  mergeWhenIdle(onMerged: () => void = () => undefined): void {
    this.#onMerged = onMerged
    this.#active.mergeWhenIdle?.(onMerged)
  }

  stop(): void {
    this.#active.stop?.()
  }

  get change(): ChangeNumber {
    return this.#at
  }

  get active(): IndexGeneration {
    return this.#active
  }

  async at(): Promise<ChangeNumber> {
    this.#lifetime.check()
    return this.#at
  }

  async candidates(
    lookups: readonly KeyLookup[],
    recordsPerKey: number = LIMITS.recordsPerKey,
  ): Promise<CandidateColumns> {
    this.#lifetime.check()
    checkLookups(lookups)
    return this.#active.keys.candidates(lookups, recordsPerKey)
  }

  async features(ids: readonly RecordId[]): Promise<(Uint8Array | undefined)[]> {
    this.#lifetime.check()
    checkIds(ids)
    return ids.map((id) => this.#active.keys.features(id))
  }

  async search(query: SearchQuery): Promise<SearchAnswer> {
    this.#lifetime.check()
    checkSearchQuery(query)
    return this.#active.terms.search(query)
  }

  async expand(request: ExpandRequest): Promise<ExpandedWord[]> {
    this.#lifetime.check()
    checkExpandRequest(request)
    return this.#active.terms.expand(request)
  }
}
