import { type ProductId, RegistryError } from '@utpid/core'
import type {
  CandidateColumns,
  Commit,
  CommitResult,
  EdgeRow,
  Generation,
  GenerationPlan,
  GenerationRows,
  KeyLookup,
  ProductRow,
  RecordId,
  StoredRecord,
} from '@utpid/core/storage'
import { checkCommit, checkIds, checkLookups, type Lifetime } from '@utpid/core/storage'
import { type IndexGeneration, putRows } from './index-generation.ts'

/** Stores the rows of a generation that is not active yet, for a ledger. */
export interface GenerationTables {
  readonly plan: GenerationPlan
  /** The progress of the last `put`. */
  readonly progress: string | undefined
  put(rows: GenerationRows): Promise<void>
  getRecords(ids: readonly RecordId[]): (StoredRecord | undefined)[]
  getProducts(ids: readonly ProductId[]): (ProductRow | undefined)[]
  edges(ids: readonly RecordId[]): EdgeRow[][]
  /** @param index - The index of the generation. The index becomes active together with the tables. */
  swapIn(commit: Commit, index: IndexGeneration): Promise<CommitResult>
  /** Deletes the rows. After a swap, these rows are those of the previous generation. */
  clear(): Promise<void>
}

/** A suspended generation with its index. */
export interface SuspendedGeneration {
  readonly tables: GenerationTables
  readonly index: IndexGeneration
}

/** Allows one generation under construction in a storage, and stores a suspended generation. */
export class GenerationSlot {
  #open = false
  /** The index of the generation under construction. */
  #index: IndexGeneration | undefined
  #suspended: SuspendedGeneration | undefined
  #isClosed = false

  /** @throws `generation_open` */
  enter(): void {
    if (this.#open) {
      throw new RegistryError(
        'generation_open',
        'A second generation of this registry is under construction already. Wait until it is done, or stop it; then start again.',
      )
    }
    this.#open = true
  }

  tracks(index: IndexGeneration): void {
    this.#index = index
  }

  /** @param suspended - The suspended generation. Default: none. */
  leave(suspended?: SuspendedGeneration): void {
    this.#open = false
    this.#index = undefined
    this.#suspended = suspended
    if (this.#isClosed) this.dropSuspended()
  }

  /** Forgets the suspended generation: this process will not resume it. */
  dropSuspended(): void {
    this.takeSuspended()?.index.stop?.()
  }

  /** Stops maintenance of indexes that are not active. */
  close(): void {
    this.#isClosed = true
    this.#index?.stop?.()
    this.dropSuspended()
  }

  /** Returns the suspended generation and removes it from the slot. */
  takeSuspended(): SuspendedGeneration | undefined {
    const kept = this.#suspended
    this.#suspended = undefined
    return kept
  }
}

/** A generation under construction: its tables in the ledger and its index in memory. */
export class OpenGeneration implements Generation {
  readonly #lifetime: Lifetime
  readonly #tables: GenerationTables
  readonly #slot: GenerationSlot
  readonly #index: IndexGeneration
  #state: 'open' | 'swapped' | 'suspended' | 'discarded' = 'open'

  /**
   * @param door - A slot that the caller has entered. The generation leaves the slot at its end.
   * @param index - The index of the rows that are already in the tables.
   */
  constructor(lifetime: Lifetime, door: GenerationSlot, tables: GenerationTables, index: IndexGeneration) {
    this.#lifetime = lifetime
    this.#slot = door
    this.#tables = tables
    this.#index = index
    door.tracks(index)
  }

  get plan(): GenerationPlan {
    return this.#tables.plan
  }

  get progress(): string | undefined {
    return this.#tables.progress
  }

  async put(rows: GenerationRows): Promise<void> {
    this.#check()
    await this.#tables.put(rows)
    putRows(this.#index, rows)
  }

  async getRecords(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]> {
    this.#checkIds(ids)
    return this.#tables.getRecords(ids)
  }

  async getProducts(ids: readonly ProductId[]): Promise<(ProductRow | undefined)[]> {
    this.#checkIds(ids)
    return this.#tables.getProducts(ids)
  }

  async edges(ids: readonly RecordId[]): Promise<EdgeRow[][]> {
    this.#checkIds(ids)
    return this.#tables.edges(ids)
  }

  async candidates(lookups: readonly KeyLookup[], recordsPerKey: number): Promise<CandidateColumns> {
    this.#check()
    checkLookups(lookups)
    return this.#index.keys.candidates(lookups, recordsPerKey)
  }

  async swap(commit: Commit): Promise<CommitResult> {
    this.#check()
    checkCommit(commit)
    if (commit.idempotencyKey !== undefined) {
      throw new RegistryError(
        'validation_failed',
        'A swap accepts no idempotency key. To repeat it, start another generation.',
      )
    }
    const result = await this.#tables.swapIn(commit, this.#index)
    this.#state = 'swapped'
    this.#slot.leave()
    return result
  }

  async suspend(): Promise<void> {
    if (this.progress === undefined) return await this.discard()
    if (this.#state !== 'open') return
    this.#state = 'suspended'
    this.#slot.leave({ tables: this.#tables, index: this.#index })
  }

  async discard(): Promise<void> {
    if (this.#state !== 'open') return
    this.#state = 'discarded'
    this.#index.stop?.()
    try {
      this.#lifetime.check()
      await this.#tables.clear()
    } finally {
      this.#slot.leave()
    }
  }

  #checkIds(ids: readonly number[]): void {
    this.#check()
    checkIds(ids)
  }

  #check(): void {
    this.#lifetime.check()
    if (this.#state === 'open') return
    throw new RegistryError('validation_failed', `This generation ${STATE_TEXTS[this.#state]}. Start another one.`)
  }
}

const STATE_TEXTS = { swapped: 'is active already', suspended: 'was suspended', discarded: 'was discarded' } as const
