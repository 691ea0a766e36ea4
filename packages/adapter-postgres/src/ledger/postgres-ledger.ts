import { type ProductId, RegistryError } from '@utpid/core'
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
  GenerationPlan,
  Ledger,
  ModelVersion,
  ModelVersionRow,
} from '@utpid/core/storage'
import {
  CommitQueue,
  checkAlertQuery,
  checkBatch,
  checkCommit,
  checkContinuation,
  checkFeedPosition,
  checkIds,
  checkLimit,
  checkPage,
  type Lifetime,
  type Outcome,
  type RetentionSettings,
} from '@utpid/core/storage'
import { putModelVersions } from '../commit/model-versions.ts'
import { writeGroup, writeSwap } from '../commit/write-group.ts'
import { Backoff, type BackoffLimits } from '../connection/backoff.ts'
import type { Database } from '../connection/database.ts'
import { lacksConnection, wasCutOff } from '../connection/postgres-failure.ts'
import type { Transaction } from '../connection/transaction.ts'
import { headRow } from '../tables/head-row.ts'
import { encodeText, textKey } from '../tables/stored-text.ts'
import type { Tables } from '../tables/tables.ts'
import {
  type AlertTotalsCache,
  alertsAfter,
  alertsById,
  groupsOfAlerts,
  openAlertsOf,
  pageOfAlerts,
} from './alert-reads.ts'
import { LedgerReads } from './ledger-reads.ts'

/** The limits for retrying a lease: long enough for a server to restart, or for a connection to become free. */
const LEASE_BACKOFF: BackoffLimits = { firstMilliseconds: 100, maxMilliseconds: 3_000, totalMilliseconds: 60_000 }

/**
 * The ledger in PostgreSQL. A writer first locks the only row of `head`. Therefore only one writer of all processes
 * writes at a time, and changes are numbered in commit order. Waiting commits of one process are written in one
 * database transaction. Each commit can be rejected alone.
 */
export class PostgresLedger extends LedgerReads implements Ledger {
  readonly #retention: RetentionSettings
  readonly #channel: string
  readonly #leaseName: string
  readonly #alertTotals: AlertTotalsCache = new Map()
  /** The number of write leases that this process has or waits for. */
  #leases = 0
  readonly #queue: CommitQueue = new CommitQueue((group) => this.#writeGroup(group))

  constructor(lifetime: Lifetime, database: Database, tables: Tables, retention: RetentionSettings, channel: string) {
    super(lifetime, database, tables)
    this.#retention = retention
    this.#channel = channel
    this.#leaseName = `turn of ${channel}`
  }

  async commit(commit: Commit): Promise<CommitResult> {
    this.lifetime.check()
    checkCommit(commit)
    return await this.#queue.add(commit)
  }

  async byIdempotencyKey(idempotencyKeys: readonly string[]): Promise<(ChangeNumber | undefined)[]> {
    this.lifetime.check()
    checkBatch(idempotencyKeys)
    const keys = idempotencyKeys.map(textKey)
    const { clock, idempotencyKeyMs } = this.#retention
    const rows = await this.database.query<{ token: string; change: ChangeNumber }>(
      `select token, change from ${this.tables.tokens} where token = any($1::text[]) and written_at >= $2`,
      [keys, clock() - idempotencyKeyMs],
    )
    const found = new Map(rows.map(({ token, change }) => [token, change]))
    return keys.map((key) => found.get(key))
  }

  /** Resolves when no commit is running. */
  async idle(): Promise<void> {
    await this.#queue.whenIdle()
  }

  /**
   * Runs `work` with the write lease: other processes wait before they commit. If no connection is available, retries
   * for a while before `work` starts.
   */
  async lease<T>(work: () => Promise<T>): Promise<T> {
    this.lifetime.check()
    this.#leases++
    try {
      const release = await this.#waitForLease()
      try {
        return await work()
      } finally {
        await release()
      }
    } finally {
      this.#leases--
    }
  }

  async #waitForLease(): Promise<() => Promise<void>> {
    for (const patience = new Backoff(LEASE_BACKOFF); ; ) {
      try {
        return await this.database.waitForLock(this.#leaseName)
      } catch (error) {
        if (!lacksConnection(error) || patience.isOver) throw error
        await patience.pause()
        this.lifetime.check()
      }
    }
  }

  /** Commits and activates the spare set. `opened` identifies the generation that filled this set. */
  swapTo(commit: Commit, plan: GenerationPlan, opened: string): Promise<CommitResult> {
    return this.#queue.runExclusive(() =>
      this.database.transaction(async (connection) => {
        const result = await writeSwap(connection, this.tables, this.#retention, commit, plan, opened)
        this.#notify(connection)
        return result
      }),
    )
  }

  async setIndexVersion(indexVersion: string): Promise<void> {
    this.lifetime.check()
    const marked = await this.database.query(
      `update ${this.tables.head} set index_version = $1 where load is null returning id`,
      [encodeText(indexVersion)],
    )
    // Checks again: a restore may have committed rows after the head was read above.
    if (marked.length === 0) {
      // Reads the head, which throws if the row is missing.
      await this.head()
      throw new RegistryError(
        'restore_unfinished',
        'Another process is restoring into this storage. Open it when the restore has ended. If it was stopped, restore again.',
      )
    }
  }

  async setModelVersion(modelVersion: ModelVersion, rows: readonly ModelVersionRow[]): Promise<void> {
    this.lifetime.check()
    await this.database.transaction(async (connection) => {
      const marked = await connection.query(`update ${this.tables.head} set scoring = $1 returning id`, [
        JSON.stringify(modelVersion),
      ])
      headRow(marked, this.tables)
      await putModelVersions(connection, this.tables, rows)
    })
  }

  /**
   * Continues the numbering after a change, and deletes the change feed up to that change.
   *
   * @throws `validation_failed`
   */
  async setNextChange(change: ChangeNumber): Promise<void> {
    this.lifetime.check()
    const { head, changes, touched_keys: touchedKeys } = this.tables
    await this.#queue.runExclusive(() =>
      this.database.transaction(async (connection) => {
        const rows = await connection.query<{ change: ChangeNumber }>(`select change from ${head} for update`)
        checkContinuation(change, headRow(rows, this.tables).change)
        await connection.query(`update ${head} set change = $1, keys_since = $1`, [change])
        await connection.query(`delete from ${changes}`)
        await connection.query(`delete from ${touchedKeys}`)
      }),
    )
  }

  async alerts(query: AlertQuery): Promise<AlertPage> {
    this.lifetime.check()
    checkAlertQuery(query)
    return await pageOfAlerts(this.database, this.tables, query, this.#alertTotals)
  }

  async alertGroups(filter: AlertFilter, limit: number): Promise<AlertGroups> {
    this.lifetime.check()
    checkLimit(limit)
    return await groupsOfAlerts(this.database, this.tables, filter, limit)
  }

  async getAlerts(ids: readonly string[]): Promise<(AlertRow | undefined)[]> {
    this.lifetime.check()
    checkBatch(ids)
    return await alertsById(this.database, this.tables.alerts, ids)
  }

  async openAlerts(ids: readonly ProductId[]): Promise<AlertRow[][]> {
    this.lifetime.check()
    checkIds(ids)
    return await openAlertsOf(this.database, this.tables.alerts, ids)
  }

  async scanAlerts(after: string | undefined, limit: number): Promise<AlertRow[]> {
    this.lifetime.check()
    checkLimit(limit)
    return await alertsAfter(this.database, this.tables.alerts, after, limit)
  }

  async changes(after: ChangeNumber, limit: number): Promise<Change[]> {
    this.lifetime.check()
    checkPage(after, limit, 0)
    const { head, changes } = this.tables
    // Uses one statement, so that head, oldest entry and page are consistent.
    const rows = await this.database.query<{ head: number; oldest: number | null; entry: Change | null }>(
      `select h.change as head, (select min(change) from ${changes}) as oldest, page.entry
       from ${head} h left join
         (select change, entry from ${changes} where change > $1 order by change limit $2) as page on true
       order by page.change`,
      [after, limit],
    )
    const { head: last, oldest } = headRow(rows, this.tables)
    checkFeedPosition(after, oldest ?? last + 1, last)
    return rows.flatMap(({ entry }) => entry ?? [])
  }

  async #writeGroup(group: readonly Commit[]): Promise<readonly Outcome[]> {
    try {
      return await this.#tryToWrite(group)
    } catch (reason) {
      // Commits each row separately: one of the commits has a row that JSON cannot represent.
      if (group.length > 1 && reason instanceof TypeError) return await this.#writeSingly(group)
      // Repeats commits with an unknown result. The ledger can determine the result for commits with an idempotency
      // key.
      if (wasCutOff(reason)) return await this.#repeatWithKeys(group, reason)
      return group.map(() => ({ status: 'rejected', reason }))
    }
  }

  async #tryToWrite(group: readonly Commit[]): Promise<readonly Outcome[]> {
    return await this.database.transaction(async (connection) => {
      // Waits for the process that has the write lease. Correctness does not need this wait, but it avoids repeated
      // conflicts.
      if (this.#leases === 0) {
        connection.send('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [this.#leaseName])
      }
      const outcomes = await writeGroup(connection, this.tables, this.#retention, group)
      if (outcomes.some(({ status }) => status === 'fulfilled')) this.#notify(connection)
      return outcomes
    })
  }

  /** After a lost connection, repeats the commits with an idempotency key. Other commits fail with `reason`. */
  async #repeatWithKeys(group: readonly Commit[], reason: unknown): Promise<Outcome[]> {
    const named = group.filter(({ idempotencyKey }) => idempotencyKey !== undefined)
    const rejected = (error: unknown): Outcome => ({ status: 'rejected', reason: error })
    const settled =
      named.length === 0
        ? []
        : await this.#tryToWrite(named).catch((error: unknown) => named.map(() => rejected(error)))
    const outcomes = settled[Symbol.iterator]()
    return group.map(({ idempotencyKey }) =>
      idempotencyKey === undefined ? rejected(reason) : (outcomes.next().value as Outcome),
    )
  }

  /** Notifies followers. PostgreSQL delivers the notification only if the transaction commits. */
  #notify(transaction: Transaction): void {
    transaction.send('select pg_notify($1, $2)', [this.#channel, ''])
  }

  async #writeSingly(group: readonly Commit[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const commit of group) outcomes.push(...(await this.#writeGroup([commit])))
    return outcomes
  }
}
