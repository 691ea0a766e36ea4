import {
  type CandidateColumns,
  type Commit,
  type CommitResult,
  type EdgeRow,
  type Generation,
  type GenerationPlan,
  type GenerationRows,
  type Probe,
  type ProductId,
  type ProductRow,
  type RecordId,
  RegistryError,
  type StoredRecord,
} from '@utpid/core'
import { checkCommit, checkIds, checkProbes, type Lifetime } from '@utpid/core/adapter'
import { type IndexGeneration, putRows } from './index-generation.ts'

/** Where a ledger keeps the rows of a generation that does not serve yet. */
export interface GenerationTables {
  readonly plan: GenerationPlan
  /** The last that was put. */
  readonly progress: string | undefined
  put(rows: GenerationRows): Promise<void>
  getRecords(ids: readonly RecordId[]): (StoredRecord | undefined)[]
  getProducts(ids: readonly ProductId[]): (ProductRow | undefined)[]
  edges(ids: readonly RecordId[]): EdgeRow[][]
  /** @param index - Of the generation, to serve from the moment when the ledger does. */
  switchTo(commit: Commit, index: IndexGeneration): Promise<CommitResult>
  /** Also after the switch: what is left is then what served before. */
  clear(): Promise<void>
}

/** A generation that was laid aside, with its index. */
export interface KeptGeneration {
  readonly tables: GenerationTables
  readonly index: IndexGeneration
}

/** Sees to it that a storage has one generation under way at most, and minds one that was laid aside. */
export class GenerationDoor {
  #open = false
  /** Of the one that is under way. */
  #index: IndexGeneration | undefined
  #kept: KeptGeneration | undefined
  #isClosed = false

  /** @throws `generation_open` */
  enter(): void {
    if (this.#open) {
      throw new RegistryError(
        'generation_open',
        'A second generation of this registry is being made already; wait until it is done, or stop it, and begin again.',
      )
    }
    this.#open = true
  }

  /** Whose index it is that is made now. */
  minds(index: IndexGeneration): void {
    this.#index = index
  }

  /** @param kept - What is laid aside; nothing unless given. */
  leave(kept?: KeptGeneration): void {
    this.#open = false
    this.#index = undefined
    this.#kept = kept
    if (this.#isClosed) this.dropKept()
  }

  /** What was laid aside is not gone on with, here. */
  dropKept(): void {
    this.takeKept()?.index.stop?.()
  }

  /** Nothing is done any more for indexes that do not serve. */
  close(): void {
    this.#isClosed = true
    this.#index?.stop?.()
    this.dropKept()
  }

  /** What was laid aside, once. */
  takeKept(): KeptGeneration | undefined {
    const kept = this.#kept
    this.#kept = undefined
    return kept
  }
}

/** A generation under way: its tables as the ledger keeps them, and its index in memory. */
export class OpenGeneration implements Generation {
  readonly #lifetime: Lifetime
  readonly #tables: GenerationTables
  readonly #door: GenerationDoor
  readonly #index: IndexGeneration
  #state: 'open' | 'switched' | 'kept' | 'discarded' = 'open'

  /**
   * @param door - Entered; left when this generation ends.
   * @param index - Of what the tables hold already.
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
      throw new RegistryError('validation_failed', 'A switch takes no token: it is not repeated, but made again.')
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
    throw new RegistryError('validation_failed', `This generation ${FATES[this.#state]}; begin another one.`)
  }
}

const FATES = { switched: 'serves already', kept: 'was laid aside', discarded: 'was discarded' } as const
