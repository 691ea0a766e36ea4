import { AlertTable, RecentKeys } from '@utpid/adapter-memory/engine'
import { type ErrorCode, type ProductId, RegistryError } from '@utpid/core'
import type {
  AlertFilter,
  AlertGroups,
  AlertPage,
  AlertQuery,
  AlertRow,
  Change,
  ChangeNumber,
  Commit,
  CommitResult,
  IndexChange,
  Ledger,
  LedgerHead,
} from '@utpid/core/storage'
import {
  ChangeListeners,
  CommitQueue,
  checkAlertQuery,
  checkCommit,
  checkContinuation,
  checkIds,
  checkLimit,
  checkPage,
  checkSwapBase,
  checkSwapComplete,
  defined,
  indexChangeOf,
  type Outcome,
  type RetentionSettings,
  stampChange,
} from '@utpid/core/storage'
import { commitFailure, isFollowUpError, storageFailure } from '../folder/storage-failure.ts'
import { headIn } from '../tables/check-row-counts.ts'
import { ChangeRows } from './change-rows.ts'
import { LedgerReads, type LedgerReadsOptions, rowsOf } from './ledger-reads.ts'
import { type DataVersions, LedgerWriter } from './ledger-writer.ts'

/**
 * The ledger in an LMDB file. It writes waiting registry transactions together in one LMDB transaction. Each registry
 * transaction is a child transaction that can fail alone. All are acknowledged after the common flush.
 */
export class DurableLedger extends LedgerReads implements Ledger {
  readonly #follow: (change: IndexChange) => void
  readonly #madeBy: () => DataVersions
  readonly #changes: ChangeRows
  readonly #recentKeys: RecentKeys
  readonly #writer: LedgerWriter
  readonly #queue: CommitQueue = new CommitQueue((group) => this.#writeGroup(group))
  readonly listeners: ChangeListeners = new ChangeListeners()
  /** The alerts, loaded on first use: they may be many, and searches and matches do not need them. */
  #alertTable: AlertTable | undefined
  /** True while a load fills the tables. The ledger then rejects other writes. */
  isLoading = false
  /** The last change on disk and in the index. */
  #head: ChangeNumber

  constructor(
    options: LedgerReadsOptions & {
      readonly retention: RetentionSettings
      readonly versions: () => DataVersions
      /** A callback that runs for every transaction before its commit resolves. */
      readonly onChange: (change: IndexChange) => void
    },
  ) {
    super(options)
    const { tables, retention, versions, onChange } = options
    this.#madeBy = versions
    this.#follow = onChange
    this.#head = this.#storedHead()
    this.#recentKeys = new RecentKeys(this.#head)
    this.#changes = new ChangeRows(tables, retention)
    this.#writer = new LedgerWriter(tables, this.#changes, this.#recentKeys)
  }

  get #alerts(): AlertTable {
    if (this.#alertTable === undefined) {
      const table = new AlertTable()
      table.put([...rowsOf<AlertRow>(this.tables.table.alerts, 'An alert')])
      this.#alertTable = table
    }
    return this.#alertTable
  }

  async commit(commit: Commit): Promise<CommitResult> {
    this.lifetime.check()
    this.checkNotLoading()
    checkCommit(commit)
    return await this.#queue.add(commit)
  }

  /** @throws `restore_unfinished` during a load. */
  checkNotLoading(): void {
    if (!this.isLoading) return
    throw new RegistryError(
      'restore_unfinished',
      'This storage is being restored, or holds the rest of a failed restore, so a write would be lost. Write after the restore; after a failed one, restore again, or close and reopen the storage to clear it.',
    )
  }

  async byIdempotencyKey(idempotencyKeys: readonly string[]): Promise<(ChangeNumber | undefined)[]> {
    return this.byTexts(idempotencyKeys, (idempotencyKey) => this.#changes.changeOfKey(idempotencyKey))
  }

  /** The last change on disk. It is also readable after closing. */
  get lastChange(): ChangeNumber {
    return this.#head
  }

  #storedHead(): ChangeNumber {
    return headIn(this.tables)
  }

  /**
   * Advances a read-only ledger to the last change of another thread. Call {@link evict} for those changes afterwards.
   */
  refreshHead(): void {
    this.#head = this.read(() => this.#storedHead())
  }

  /** Removes the rows that a change affects from the caches. */
  evict({ edges }: Pick<Change, 'edges'>): void {
    this.#alertTable = undefined
    this.edgeCache.suspend()
    this.edgeCache.resume(edges)
  }

  /**
   * Returns the change digest; 0 if the change is not in the change feed. Changes of two registries with the same
   * number have different digests.
   */
  digestOf(change: ChangeNumber): number {
    return this.#changes.digestOf(change)
  }

  /** Resolves when no commit is running. */
  async idle(): Promise<void> {
    await this.#queue.whenIdle()
  }

  async #writeGroup(group: readonly Commit[]): Promise<readonly Outcome[]> {
    const ends = group.flatMap(({ edges }) => edges.flatMap(({ a, b }) => [a, b]))
    // Keeps the cache usable for concurrent reads: most curator decisions change no edges.
    if (ends.length === 0) return await this.#tryToWriteGroup(group)
    this.edgeCache.suspend()
    try {
      return await this.#tryToWriteGroup(group)
    } finally {
      this.edgeCache.resume(ends)
    }
  }

  async #tryToWriteGroup(group: readonly Commit[]): Promise<readonly Outcome[]> {
    const { root } = this.tables
    let outcomes: Outcome[] = []
    try {
      await root.transaction(() => {
        let head = this.#head
        const versions = this.#madeBy()
        outcomes = group.map((commit) =>
          outcomeOf(() => {
            const result = root.childTransaction(() =>
              this.#writer.write(commit, head, versions),
            ) as unknown as CommitResult
            if (!result.repeated) head = result.change
            return result
          }, this.folder),
        )
      })
    } catch (error) {
      // Forgets the keys cached for this batch, since their write failed.
      this.#recentKeys.restart(this.#head)
      const reason = causeOf(await commitFailure(error, this.folder), outcomes)
      return group.map((_, at) => {
        const outcome = outcomes[at]
        return outcome?.status === 'rejected' && !isFollowUp(outcome) ? outcome : { status: 'rejected', reason }
      })
    }
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled' && !outcome.value.repeated) {
        this.#written(group[at] as Commit, outcome.value.change)
      }
    }
    return outcomes
  }

  /** Sets the last change after a load has written rows without registry transactions. */
  resetAfterLoad(change: ChangeNumber): void {
    this.#head = change
    this.#recentKeys.restart(change)
    this.#alertTable = undefined
    this.edgeCache.suspend()
    this.edgeCache.resume()
  }

  /** Runs a task without concurrent commits. */
  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.runExclusive(work)
  }

  /** Writes rows in one transaction that is not part of the change feed. */
  writeExclusive(write: () => void): Promise<void> {
    return this.#queue.runExclusive(async () => {
      try {
        await this.tables.root.transaction(write)
      } catch (error) {
        throw await commitFailure(error, this.folder)
      }
    })
  }

  /**
   * Commits to the spare tables and makes them active, without other commits in between.
   *
   * @param put - Writes further rows of the swap in the same transaction.
   * @param onSwapped - Called after the flush, before the change listeners.
   */
  swapTo(commit: Commit, put: () => void, onSwapped: () => void): Promise<CommitResult> {
    this.edgeCache.suspend()
    const written = this.#queue.runExclusive(async () => {
      const { root, table, spare } = this.tables
      checkSwapBase(commit.readVersion, this.#head)
      checkSwapComplete('records', spare.records.entries, table.records.entries)
      checkSwapComplete('products', spare.products.entries, table.products.entries)
      const writer = new LedgerWriter({ table: { ...table, ...spare } }, this.#changes, this.#recentKeys)
      let outcome: Outcome | undefined
      try {
        await root.transaction(() => {
          outcome = outcomeOf(() => {
            return root.childTransaction(() => {
              const result = writer.write(commit, this.#head, this.#madeBy())
              put()
              return result
            }) as unknown as CommitResult
          }, this.folder)
        })
      } catch (error) {
        this.#recentKeys.restart(this.#head)
        throw await commitFailure(error, this.folder)
      }
      if (outcome?.status !== 'fulfilled') throw outcome?.reason
      const { change } = outcome.value
      this.tables.swap()
      // Forgets cached keys of another index version.
      this.#recentKeys.restart(change)
      onSwapped()
      this.#written(commit, change)
      return outcome.value
    })
    return written.finally(() => this.edgeCache.resume())
  }

  #written(commit: Commit, change: ChangeNumber): void {
    this.#head = change
    if (commit.alerts.length > 0) {
      // Passes only the alerts: the other tables have thousands of rows.
      this.#alertTable?.put(stampChange({ ...commit, products: [], lineage: [] }, change).alerts)
    }
    this.#follow(indexChangeOf(commit, change))
    this.listeners.notify()
  }

  async head(): Promise<LedgerHead> {
    this.lifetime.check()
    const { indexVersion, modelVersion } = this.#madeBy()
    return {
      change: this.#head,
      ...defined({ indexVersion, modelVersion: modelVersion }),
    }
  }

  /**
   * Sets the next change number, and removes all earlier changes from the change feed.
   *
   * @param onChange - Called after the flush, before any other write.
   * @throws `validation_failed`
   */
  async setNextChange(change: ChangeNumber, onChange: () => void): Promise<void> {
    this.lifetime.check()
    await this.#queue.runExclusive(async () => {
      checkContinuation(change, this.#head)
      try {
        await this.tables.root.transaction(() => this.#writer.setNextChange(change, this.#head))
      } catch (error) {
        throw await commitFailure(error, this.folder)
      }
      this.#head = change
      this.#recentKeys.restart(change)
      onChange()
    })
  }

  async alerts(query: AlertQuery): Promise<AlertPage> {
    return this.read(() => {
      checkAlertQuery(query)
      return this.#alerts.page(query)
    })
  }

  async alertGroups(filter: AlertFilter, limit: number): Promise<AlertGroups> {
    return this.read(() => {
      checkLimit(limit)
      return this.#alerts.groups(filter, limit)
    })
  }

  async getAlerts(ids: readonly string[]): Promise<(AlertRow | undefined)[]> {
    return this.byTexts(ids, (id) => this.#alerts.get(id))
  }

  async openAlerts(ids: readonly ProductId[]): Promise<AlertRow[][]> {
    return this.read(() => {
      checkIds(ids)
      return ids.map((id) => this.#alerts.openOf(id))
    })
  }

  async scanAlerts(after: string | undefined, limit: number): Promise<AlertRow[]> {
    return this.read(() => {
      checkLimit(limit)
      return this.#alerts.after(after, limit)
    })
  }

  async changes(after: ChangeNumber, limit: number): Promise<Change[]> {
    return this.read(() => {
      checkPage(after, limit, 0)
      return this.#changes.after(after, limit, this.#head)
    })
  }
}

/** Returns the cause of a failed transaction. LMDB itself may report no cause. */
function causeOf(failure: RegistryError, outcomes: readonly Outcome[]): unknown {
  if (!isFollowUpError(failure)) return failure
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && !isFollowUp(outcome) ? outcome.reason : [],
  )
  return reasons.find((reason) => reason instanceof RegistryError && STORAGE_ERRORS.includes(reason.code)) ?? failure
}

/** The error codes that concern the storage, not a single commit. */
const STORAGE_ERRORS: readonly ErrorCode[] = ['storage_full', 'storage_corrupt', 'unavailable']

function isFollowUp(outcome: Extract<Outcome, { readonly status: 'rejected' }>): boolean {
  return outcome.reason instanceof RegistryError && isFollowUpError(outcome.reason)
}

function outcomeOf(write: () => CommitResult, folder: string): Outcome {
  try {
    return { status: 'fulfilled', value: write() }
  } catch (error) {
    // Reports a row that JSON cannot represent as an error of the caller.
    return { status: 'rejected', reason: error instanceof TypeError ? error : storageFailure(error, folder) }
  }
}
