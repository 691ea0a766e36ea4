import type { BulkLoad } from './bulk-load.ts'
import type { Generation, GenerationPlan } from './generation.ts'
import type { Ledger } from './ledger.ts'
import type { RegistryIndex } from './registry-index.ts'
import type { ChangeNumber, ScoringRow } from './rows.ts'
import type { ScoringName } from './scoring-name.ts'

/**
 * Where a registry lives: a ledger, which is the truth, and an index that follows it.
 *
 * An adapter stores and finds; it never scores. Every rule about what counts as the same
 * product stays in core, so two adapters that hold the same records give the same answers.
 * `@utpid/storage-conformance` checks that they do.
 */
export interface Storage {
  readonly capabilities: StorageCapabilities
  /** Where it is, for messages: a folder, or a schema of a database. Never a secret. */
  readonly place?: string
  readonly ledger: Ledger
  readonly index: RegistryIndex
  /**
   * Puts down what the stored keys and features are made by; called by the registry on
   * opening an empty ledger. A generation puts down its own when it is switched to.
   */
  setIndexVersion(indexVersion: string): Promise<void>
  /**
   * Puts down by what the registry scores, with what that needs; called by the registry on opening an empty ledger or
   * one that does not say, and by a restore. A generation puts down its own when it is switched to.
   *
   * @param rows - Put beside those there are; one of the same name is replaced.
   */
  setScoring(scoring: ScoringName, rows: readonly ScoringRow[]): Promise<void>
  /**
   * Lets the numbering go on after a change, as it must in a registry that was restored: rows
   * and followers know the numbers up to it from elsewhere. It becomes the head of the ledger
   * and the place of the index; the feed up to it is let go, so that a follower who is behind
   * is told `changes_expired` and scans. What was asked for before is written first.
   *
   * @param change - The head or higher.
   * @throws `validation_failed` when it is below the head; nothing was changed then.
   */
  continueAfter(change: ChangeNumber): Promise<void>
  /**
   * Begins to fill this storage at once, when it has a quicker way to do that than commits. What a load that never came
   * to its end has left is cleared first.
   *
   * @throws `storage_not_empty` when it holds a registry.
   */
  beginLoad?(): Promise<BulkLoad>
  /**
   * Tells of steps that anybody writes, in this process or elsewhere: there may be something new in the feed. It may call
   * for nothing, and not call for a while when a connection is lost, so whoever listens also asks now and then.
   *
   * @returns what ends it.
   */
  onChange?(listener: () => void): () => void
  /**
   * Keeps other processes from writing while something is worked out that they overtook before: their commits wait. One
   * process at a time, in the order in which they came. Absent where one process writes.
   */
  turn?<T>(work: () => Promise<T>): Promise<T>
  /**
   * Begins a second generation of everything derived. One at a time. One that was laid aside, or left behind when its
   * process ended, is cleared first.
   *
   * @throws `generation_open` when another one is being filled.
   */
  beginGeneration(plan: GenerationPlan): Promise<Generation>
  /**
   * The generation that was kept, or that a durable storage was filled with when it was closed or its process ended:
   * every `put` that resolved, whole, with its progress, and of others all or nothing. Undefined when there is none.
   *
   * @throws `generation_open` when one is being filled.
   */
  resumeGeneration(): Promise<Generation | undefined>
  /** Finishes what is under way and lets go of files and connections. May be called twice. */
  close(): Promise<void>
}

/** What an adapter can do, so that suites skip with a reason what it cannot. */
export interface StorageCapabilities {
  /** Products outlive the process. */
  readonly durable: boolean
  /** Several processes may write at once. */
  readonly sharedWriters: boolean
  /** `total` of a search is always exact. */
  readonly exactTotals: boolean
}
