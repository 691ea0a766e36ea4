import { type ProductId, RegistryError } from '@utpid/core'
import type {
  CandidateColumns,
  Commit,
  CommitResult,
  EdgeRow,
  Generation,
  GenerationPlan,
  GenerationRows,
  Probe,
  ProductRow,
  RecordId,
  StoredRecord,
} from '@utpid/core/storage'
import { checkCommit, checkIds, checkProbes, type Lifetime } from '@utpid/core/storage'
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
  /** @param index - Index of the generation. It becomes active together with the ledger. */
  switchTo(commit: Commit, index: IndexGeneration): Promise<CommitResult>
  /** Deletes the rows. After the switch these are the rows of the previous generation. */
  clear(): Promise<void>
}

/** A suspended generation with its index. */
export interface KeptGeneration {
  readonly tables: GenerationTables
  readonly index: IndexGeneration
}

/** Allows one generation under construction in a storage and keeps a suspended one. */
export class GenerationDoor {
  #open = false
  /** Index of the generation under construction. */
  #index: IndexGeneration | undefined
  #kept: KeptGeneration | undefined
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

  /** Sets the index of the generation under construction. */
  minds(index: IndexGeneration): void {
    this.#index = index
  }

  /** @param kept - Suspended generation. Default: none. */
  leave(kept?: KeptGeneration): void {
    this.#open = false
    this.#index = undefined
    this.#kept = kept
    if (this.#isClosed) this.dropKept()
  }

  /** Drops the suspended generation; this process does not resume it. */
  dropKept(): void {
    this.takeKept()?.index.stop?.()
  }

  /** Stops maintenance of the indexes that are not active. */
  close(): void {
    this.#isClosed = true
    this.#index?.stop?.()
    this.dropKept()
  }

  /** Returns the suspended generation and forgets it. */
  takeKept(): KeptGeneration | undefined {
    const kept = this.#kept
    this.#kept = undefined
    return kept
  }
}

/** A generation under construction: its tables in the ledger and its index in memory. */
export class OpenGeneration implements Generation {
  readonly #lifetime: Lifetime
  readonly #tables: GenerationTables
  readonly #door: GenerationDoor
  readonly #index: IndexGeneration
  #state: 'open' | 'switched' | 'kept' | 'discarded' = 'open'

  /**
   * @param door - Entered already. The generation leaves it at its end.
   * @param index - Index of the rows that the tables hold already.
   */
  constructor(lifetime: Lifetime, door: GenerationDoor, tables: GenerationTables, index: IndexGeneration) {
    this.#lifetime = lifetime
    this.#door = door
    this.#tables = tables
    this.#index = index
    door.minds(index)
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

  async candidates(probes: readonly Probe[], recordsPerKey: number): Promise<CandidateColumns> {
    this.#check()
    checkProbes(probes)
    return this.#index.keys.candidates(probes, recordsPerKey)
  }

  async switchTo(commit: Commit): Promise<CommitResult> {
    this.#check()
    checkCommit(commit)
    if (commit.token !== undefined) {
      throw new RegistryError(
        'validation_failed',
        'A switch accepts no idempotency key (token). To repeat it, start another generation.',
      )
    }
    const result = await this.#tables.switchTo(commit, this.#index)
    this.#state = 'switched'
    this.#door.leave()
    return result
  }

  async keep(): Promise<void> {
    if (this.progress === undefined) return await this.discard()
    if (this.#state !== 'open') return
    this.#state = 'kept'
    this.#door.leave({ tables: this.#tables, index: this.#index })
  }

  async discard(): Promise<void> {
    if (this.#state !== 'open') return
    this.#state = 'discarded'
    this.#index.stop?.()
    try {
      this.#lifetime.check()
      await this.#tables.clear()
    } finally {
      this.#door.leave()
    }
  }

  #checkIds(ids: readonly number[]): void {
    this.#check()
    checkIds(ids)
  }

  #check(): void {
    this.#lifetime.check()
    if (this.#state === 'open') return
    throw new RegistryError('validation_failed', `This generation ${FATES[this.#state]}. Start another one.`)
  }
}

const FATES = { switched: 'is active already', kept: 'was suspended', discarded: 'was discarded' } as const
