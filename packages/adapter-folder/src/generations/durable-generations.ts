import {
  GenerationDoor,
  type IndexGeneration,
  type MakeIndexGeneration,
  type MemoryIndex,
  OpenGeneration,
} from '@utpid/adapter-memory/engine'
import type { Commit, CommitResult, Generation, GenerationPlan, Lifetime, ScoringRow } from '@utpid/core/storage'
import type { SnapshotKeeper } from '../checkpoint/snapshot-keeper.ts'
import type { KeptAbout } from '../folder/kept-about.ts'
import type { AboutRegistry } from '../folder/registry-folder.ts'
import { commitFailure } from '../folder/storage-failure.ts'
import type { DurableLedger } from '../ledger/durable-ledger.ts'
import { encodeJson } from '../rows/row-encoding.ts'
import { textKey } from '../rows/row-keys.ts'
import { forgetGeneration, type LmdbTables, PLAN_KEY } from '../tables/lmdb-tables.ts'
import { DurableGeneration, keptGeneration } from './durable-generation.ts'

export interface DurableGenerationsOptions {
  readonly folder: string
  readonly lifetime: Lifetime
  readonly tables: LmdbTables
  readonly ledger: DurableLedger
  readonly index: MemoryIndex
  readonly makeIndex: MakeIndexGeneration
  readonly about: KeptAbout
  /** Paused during a swap; undefined without checkpoints. */
  readonly keeper: SnapshotKeeper | undefined
}

/** The second set of derived tables, where a generation is built until it becomes active. */
export class DurableGenerations {
  readonly #options: DurableGenerationsOptions
  readonly #door = new GenerationDoor()
  #clearing = Promise.resolve()

  constructor(options: DurableGenerationsOptions) {
    this.#options = options
  }

  async begin(plan: GenerationPlan): Promise<Generation> {
    const { folder, lifetime, tables, makeIndex } = this.#options
    // Values that JSON cannot represent fail here.
    const encoded = encodeJson(plan)
    this.#door.enter()
    try {
      this.#door.dropKept()
      await this.#clearing
      await tables.clearSpare()
      await tables.root.transaction(() => tables.table.meta.put(PLAN_KEY, encoded))
    } catch (error) {
      this.#door.leave()
      throw await commitFailure(error, folder)
    }
    return new OpenGeneration(lifetime, this.#door, this.#generation(plan), makeIndex())
  }

  /** Resumes the suspended generation; undefined if there is none. */
  async resume(): Promise<Generation | undefined> {
    const { folder, lifetime, tables, makeIndex } = this.#options
    this.#door.enter()
    const laidAside = this.#door.takeKept()
    if (laidAside !== undefined) return new OpenGeneration(lifetime, this.#door, laidAside.tables, laidAside.index)
    try {
      await this.#clearing
      const left = keptGeneration(tables)
      if (left !== undefined) {
        const generation = this.#generation(left.plan, left.progress)
        return new OpenGeneration(lifetime, this.#door, generation, generation.loadIndex(makeIndex))
      }
    } catch (error) {
      this.#door.leave()
      throw await commitFailure(error, folder)
    }
    this.#door.leave()
    return undefined
  }

  /** Stops all work on inactive generations. */
  close(): void {
    this.#door.close()
  }

  /** Resolves when no tables are being cleared. */
  idle(): Promise<void> {
    return this.#clearing
  }

  #generation(plan: GenerationPlan, progress?: string): DurableGeneration {
    const { tables, ledger, keeper } = this.#options
    return new DurableGeneration({
      plan,
      progress,
      tables,
      ledger,
      switchTo: (commit, staged) => {
        const switchNow = (): Promise<CommitResult> => this.#switchTo(commit, plan, staged)
        return keeper === undefined ? switchNow() : keeper.without(switchNow)
      },
      clear: () => this.#clear(),
    })
  }

  async #switchTo(commit: Commit, plan: GenerationPlan, generation: IndexGeneration): Promise<CommitResult> {
    const { tables, ledger, index, about } = this.#options
    const { indexVersion, scoring = about.now.scoring, scoringRows = [] } = plan
    const next: AboutRegistry = {
      ...about.now,
      indexVersion,
      ...(scoring === undefined ? {} : { scoring }),
      tables: about.now.tables === 'second' ? 'first' : 'second',
    }
    const putRows = scoringRowsPutter(tables, scoringRows)
    const result = await ledger.switchTo(
      commit,
      () => {
        about.put(next)
        putRows()
        forgetGeneration(tables.table.meta)
      },
      () => {
        about.take(next)
        index.switchTo(generation)
      },
    )
    void this.#clear()
    // A failure is harmless: the manifest in the ledger takes precedence.
    await about.writeFile(ledger.lastChange, next).catch(() => undefined)
    return result
  }

  #clear(): Promise<void> {
    // Tables that cannot be cleared now are cleared before their next use.
    this.#clearing = this.#clearing.then(() => this.#options.tables.clearSpare()).catch(() => undefined)
    return this.#clearing
  }
}

/**
 * Returns a function that writes rows of model versions inside a transaction. Values that JSON cannot represent fail
 * before it.
 */
export function scoringRowsPutter({ table }: LmdbTables, rows: readonly ScoringRow[]): () => void {
  const encoded = rows.map((row) => [textKey(row.name), encodeJson(row)] as const)
  return () => {
    for (const [key, value] of encoded) table.scorings.put(key, value)
  }
}
