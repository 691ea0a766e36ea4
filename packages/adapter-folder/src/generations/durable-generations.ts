import {
  type CreateIndexGeneration,
  GenerationSlot,
  type IndexGeneration,
  type MemoryIndex,
  OpenGeneration,
} from '@utpid/adapter-memory/engine'
import type { Commit, CommitResult, Generation, GenerationPlan, Lifetime, ModelVersionRow } from '@utpid/core/storage'
import { defined } from '@utpid/core/storage'
import type { CheckpointWriter } from '../checkpoint/checkpoint-writer.ts'
import type { ManifestStore } from '../folder/manifest-store.ts'
import type { Manifest } from '../folder/registry-folder.ts'
import { commitFailure } from '../folder/storage-failure.ts'
import type { DurableLedger } from '../ledger/durable-ledger.ts'
import { encodeJson } from '../rows/row-encoding.ts'
import { textKey } from '../rows/row-keys.ts'
import { forgetGeneration, type LmdbTables, PLAN_KEY } from '../tables/lmdb-tables.ts'
import { DurableGeneration, suspendedGeneration } from './durable-generation.ts'

export interface DurableGenerationsOptions {
  readonly folder: string
  readonly lifetime: Lifetime
  readonly tables: LmdbTables
  readonly ledger: DurableLedger
  readonly index: MemoryIndex
  readonly makeIndex: CreateIndexGeneration
  readonly about: ManifestStore
  /** The checkpoint writer, which a swap pauses; undefined without checkpoints. */
  readonly checkpointWriter: CheckpointWriter | undefined
}

/** The second set of derived tables. A generation is built in them until it becomes active. */
export class DurableGenerations {
  readonly #options: DurableGenerationsOptions
  readonly #slot = new GenerationSlot()
  #clearing = Promise.resolve()

  constructor(options: DurableGenerationsOptions) {
    this.#options = options
  }

  async begin(plan: GenerationPlan): Promise<Generation> {
    const { folder, lifetime, tables, makeIndex } = this.#options
    // Fails for values that JSON cannot represent.
    const encoded = encodeJson(plan)
    this.#slot.enter()
    try {
      this.#slot.dropSuspended()
      await this.#clearing
      await tables.clearSpare()
      await tables.root.transaction(() => tables.table.meta.put(PLAN_KEY, encoded))
    } catch (error) {
      this.#slot.leave()
      throw await commitFailure(error, folder)
    }
    return new OpenGeneration(lifetime, this.#slot, this.#generation(plan), makeIndex())
  }

  /** Resumes the suspended generation; undefined if there is none. */
  async resume(): Promise<Generation | undefined> {
    const { folder, lifetime, tables, makeIndex } = this.#options
    this.#slot.enter()
    const suspended = this.#slot.takeSuspended()
    if (suspended !== undefined) return new OpenGeneration(lifetime, this.#slot, suspended.tables, suspended.index)
    try {
      await this.#clearing
      const left = suspendedGeneration(tables)
      if (left !== undefined) {
        const generation = this.#generation(left.plan, left.progress)
        return new OpenGeneration(lifetime, this.#slot, generation, generation.loadIndex(makeIndex))
      }
    } catch (error) {
      this.#slot.leave()
      throw await commitFailure(error, folder)
    }
    this.#slot.leave()
    return undefined
  }

  /** Stops all tasks on inactive generations. */
  close(): void {
    this.#slot.close()
  }

  /** Resolves when no clearing of tables is running. */
  idle(): Promise<void> {
    return this.#clearing
  }

  #generation(plan: GenerationPlan, progress?: string): DurableGeneration {
    const { tables, ledger, checkpointWriter } = this.#options
    return new DurableGeneration({
      plan,
      progress,
      tables,
      ledger,
      swapIn: (commit, staged) => {
        const swapNow = (): Promise<CommitResult> => this.#swapTo(commit, plan, staged)
        return checkpointWriter === undefined ? swapNow() : checkpointWriter.whileDeleted(swapNow)
      },
      clear: () => this.#clear(),
    })
  }

  async #swapTo(commit: Commit, plan: GenerationPlan, generation: IndexGeneration): Promise<CommitResult> {
    const { tables, ledger, index, about } = this.#options
    const { indexVersion, modelVersion = about.current.modelVersion, modelVersionRows = [] } = plan
    const next: Manifest = {
      ...about.current,
      indexVersion,
      ...defined({ modelVersion: modelVersion }),
      activeTables: about.current.activeTables === 'second' ? 'first' : 'second',
    }
    const putRows = modelVersionRowsWriter(tables, modelVersionRows)
    const result = await ledger.swapTo(
      commit,
      () => {
        about.put(next)
        putRows()
        forgetGeneration(tables.table.meta)
      },
      () => {
        about.setCurrent(next)
        index.swapTo(generation)
      },
    )
    void this.#clear()
    // Ignores a failure: the manifest in the ledger takes precedence.
    await about.writeFile(ledger.lastChange, next).catch(() => undefined)
    return result
  }

  #clear(): Promise<void> {
    // If the tables cannot be cleared now, their next use clears them.
    this.#clearing = this.#clearing.then(() => this.#options.tables.clearSpare()).catch(() => undefined)
    return this.#clearing
  }
}

/**
 * Returns a function that writes rows of model versions inside a transaction. Values that JSON cannot represent cause
 * an error before the transaction.
 */
export function modelVersionRowsWriter({ table }: LmdbTables, rows: readonly ModelVersionRow[]): () => void {
  const encoded = rows.map((row) => [textKey(row.name), encodeJson(row)] as const)
  return () => {
    for (const [key, value] of encoded) table.modelVersions.put(key, value)
  }
}
