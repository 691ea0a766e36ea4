import { AlertTable, RecentKeys } from '@utpid/adapter-memory/engine'
import {
  type AlertPage,
  type AlertQuery,
  type AlertRow,
  type Change,
  type ChangeNumber,
  type Commit,
  type CommitResult,
  type ErrorCode,
  type IndexChange,
  type Ledger,
  type LedgerHead,
  type ProductId,
  RegistryError,
} from '@utpid/core'
import {
  ChangeListeners,
  CommitQueue,
  checkAlertQuery,
  checkCommit,
  checkComplete,
  checkContinuation,
  checkIds,
  checkLimit,
  checkPage,
  checkSwitchBase,
  indexChangeOf,
  numberRows,
  type Outcome,
  type RetentionSettings,
} from '@utpid/core/adapter'
import { commitFailure, isOfLostTransaction, storageFailure } from '../folder/storage-failure.ts'
import { headIn } from '../tables/check-row-counts.ts'
import { ChangeRows } from './change-rows.ts'
import { LedgerReads, type LedgerReadsOptions, rowsOf } from './ledger-reads.ts'
import { LedgerWriter, type MadeBy } from './ledger-writer.ts'

/**
 * The ledger in an LMDB file. Steps that wait together are written in one transaction, each as
 * a child of its own that can fail alone, and are acknowledged after the flush of all.
 */
export class DurableLedger extends LedgerReads implements Ledger {
  readonly #follow: (change: IndexChange) => void
  readonly #madeBy: () => MadeBy
  readonly #changes: ChangeRows
  readonly #recentKeys: RecentKeys
  readonly #writer: LedgerWriter
  readonly #queue: CommitQueue = new CommitQueue((group) => this.#writeGroup(group))
  readonly listeners: ChangeListeners = new ChangeListeners()
  /** Read when it is first asked for: there may be many, and searches and matches do without. */
  #alertTable: AlertTable | undefined
  /** Its tables are being filled: they are not to be written to otherwise. */
  isLoading = false
  /** The last change that is on disk and in the index. */
  #head: ChangeNumber

  constructor(
    options: LedgerReadsOptions & {
      readonly retention: RetentionSettings
      readonly madeBy: () => MadeBy
      /** Told of every step before its commit resolves. */
      readonly follow: (change: IndexChange) => void
    },
  ) {
    super(options)
    const { tables, retention, madeBy, follow } = options
    this.#madeBy = madeBy
    this.#follow = follow
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

  /** @throws `restore_unfinished` while its tables are being filled. */
  checkNotLoading(): void {
    if (!this.isLoading) return
    throw new RegistryError(
      'restore_unfinished',
      'This storage is being restored, or has to be cleared of a restore that failed, and would lose what is written beside that. Write when it has ended; restore again, or close and open it, to clear it.',
    )
  }

  async byToken(tokens: readonly string[]): Promise<(ChangeNumber | undefined)[]> {
    return this.byTexts(tokens, (token) => this.#changes.changeOf(token))
  }

  /** The last change that is on disk, also when the storage is closed. */
  get lastChange(): ChangeNumber {
    return this.#head
  }

  #storedHead(): ChangeNumber {
    return headIn(this.tables)
  }

  /**
   * Goes on to what another thread has written, of a ledger that is only read here. What is remembered of the rows that changes
   * name is to be forgotten then: {@link forget}.
   */
  readOn(): void {
    this.#head = this.read(() => this.#storedHead())
  }

  /** Remembers nothing that a change has written. */
  forget({ edges }: Pick<Change, 'edges'>): void {
    this.#alertTable = undefined
    this.recentEdges.suspend()
    this.recentEdges.resume(edges)
  }

  /** Tells a change from that of another registry under the same number; 0 when the feed does not have it. */
  markOf(change: ChangeNumber): number {
    return this.#changes.markOf(change)
  }

  /** Resolves when no commit is under way. */
  async idle(): Promise<void> {
    await this.#queue.idle()
  }

  async #writeGroup(group: readonly Commit[]): Promise<readonly Outcome[]> {
    const ends = group.flatMap(({ edges }) => edges.flatMap(({ a, b }) => [a, b]))
    // Most decisions leave all edges as they are: those that others read meanwhile are remembered as ever.
    if (ends.length === 0) return await this.#tryToWriteGroup(group)
    this.recentEdges.suspend()
    try {
      return await this.#tryToWriteGroup(group)
    } finally {
      this.recentEdges.resume(ends)
    }
  }

  async #tryToWriteGroup(group: readonly Commit[]): Promise<readonly Outcome[]> {
    const { root } = this.tables
    let outcomes: Outcome[] = []
    try {
      await root.transaction(() => {
        let head = this.#head
        const madeBy = this.#madeBy()
        outcomes = group.map((commit) =>
          settled(() => {
            const result = root.childTransaction(() =>
              this.#writer.write(commit, head, madeBy),
            ) as unknown as CommitResult
            if (!result.repeated) head = result.change
            return result
          }, this.folder),
        )
      })
    } catch (error) {
      // What was checked and remembered for this group never came to be.
      this.#recentKeys.restart(this.#head)
      const reason = reasonOf(await commitFailure(error, this.folder), outcomes)
      return group.map((_, at) => {
        const outcome = outcomes[at]
        return outcome?.status === 'rejected' && !isLost(outcome) ? outcome : { status: 'rejected', reason }
      })
    }
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled' && !outcome.value.repeated) {
        this.#written(group[at] as Commit, outcome.value.change)
      }
    }
    return outcomes
  }

  /** Goes on after a change up to which rows were written that no step told of. */
  wasLoaded(change: ChangeNumber): void {
    this.#head = change
    this.#recentKeys.restart(change)
    this.#alertTable = undefined
    this.recentEdges.suspend()
    this.recentEdges.resume()
  }

  /** Does something with no commit beside it. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.alone(work)
  }

  /** Writes rows that no step tells of, in one transaction. */
  writeAlone(write: () => void): Promise<void> {
    return this.#queue.alone(async () => {
      try {
        await this.tables.root.transaction(write)
      } catch (error) {
        throw await commitFailure(error, this.folder)
      }
    })
  }

  /**
   * As a commit, on top of the spare tables, which then serve. No other step comes between.
   *
   * @param put - Writes what else belongs to the switch, in the same transaction.
   * @param switched - Called when it is on disk, before anybody is told of the step.
   */
  switchTo(commit: Commit, put: () => void, switched: () => void): Promise<CommitResult> {
    this.recentEdges.suspend()
    const written = this.#queue.alone(async () => {
      const { root, table, spare } = this.tables
      checkSwitchBase(commit.base, this.#head)
      checkComplete('records', spare.records.entries, table.records.entries)
      checkComplete('products', spare.products.entries, table.products.entries)
      const writer = new LedgerWriter({ table: { ...table, ...spare } }, this.#changes, this.#recentKeys)
      let outcome: Outcome | undefined
      try {
        await root.transaction(() => {
          outcome = settled(() => {
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
      this.tables.switch()
      // Keys of another index version say nothing of those that were asked for before.
      this.#recentKeys.restart(change)
      switched()
      this.#written(commit, change)
      return outcome.value
    })
    return written.finally(() => this.recentEdges.resume())
  }

  #written(commit: Commit, change: ChangeNumber): void {
    this.#head = change
    if (commit.alerts.length > 0) {
      // Of nothing else, which are thousands of rows.
      this.#alertTable?.put(numberRows({ ...commit, products: [], lineage: [] }, change).alerts)
    }
    this.#follow(indexChangeOf(commit, change))
    this.listeners.tell()
  }

  async head(): Promise<LedgerHead> {
    this.lifetime.check()
    const { indexVersion, scoring } = this.#madeBy()
    return {
      change: this.#head,
      ...(indexVersion === undefined ? {} : { indexVersion }),
      ...(scoring === undefined ? {} : { scoring }),
    }
  }

  /**
   * Goes on after a change; the feed up to it is let go.
   *
   * @param follow - Called when it is on disk, before anything else can be written.
   * @throws `validation_failed`
   */
  async continueAfter(change: ChangeNumber, follow: () => void): Promise<void> {
    this.lifetime.check()
    await this.#queue.alone(async () => {
      checkContinuation(change, this.#head)
      try {
        await this.tables.root.transaction(() => this.#writer.continueAfter(change, this.#head))
      } catch (error) {
        throw await commitFailure(error, this.folder)
      }
      this.#head = change
      this.#recentKeys.restart(change)
      follow()
    })
  }

  async alerts(query: AlertQuery): Promise<AlertPage> {
    return this.read(() => {
      checkAlertQuery(query)
      return this.#alerts.page(query)
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

/** Why a transaction failed: what made it fail, where LMDB says no more than that it did. */
function reasonOf(failure: RegistryError, outcomes: readonly Outcome[]): unknown {
  if (!isOfLostTransaction(failure)) return failure
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && !isLost(outcome) ? outcome.reason : [],
  )
  return reasons.find((reason) => reason instanceof RegistryError && OF_A_STORAGE.includes(reason.code)) ?? failure
}

/** What a commit meets that is no fault of its own. */
const OF_A_STORAGE: readonly ErrorCode[] = ['storage_full', 'storage_corrupt', 'unavailable']

function isLost(outcome: Extract<Outcome, { readonly status: 'rejected' }>): boolean {
  return outcome.reason instanceof RegistryError && isOfLostTransaction(outcome.reason)
}

function settled(write: () => CommitResult, folder: string): Outcome {
  try {
    return { status: 'fulfilled', value: write() }
  } catch (error) {
    // A row that JSON cannot carry is a mistake in the calling program.
    return { status: 'rejected', reason: error instanceof TypeError ? error : storageFailure(error, folder) }
  }
}
