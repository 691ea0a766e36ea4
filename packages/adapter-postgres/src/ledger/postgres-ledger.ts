import {
  type AlertPage,
  type AlertQuery,
  type AlertRow,
  type Change,
  type ChangeNumber,
  type Commit,
  type CommitResult,
  type GenerationPlan,
  type Ledger,
  type ProductId,
  RegistryError,
  type ScoringName,
  type ScoringRow,
} from '@utpid/core'
import {
  CommitQueue,
  checkAlertQuery,
  checkBatch,
  checkCommit,
  checkContinuation,
  checkIds,
  checkLimit,
  checkPage,
  checkReach,
  type Lifetime,
  type Outcome,
  type RetentionSettings,
} from '@utpid/core/adapter'
import { putScorings } from '../commit/scorings.ts'
import { writeGroup, writeSwitch } from '../commit/write-group.ts'
import type { Database } from '../connection/database.ts'
import { Patience, type PatienceLimits } from '../connection/patience.ts'
import { lacksConnection, wasCutOff } from '../connection/postgres-failure.ts'
import type { Transaction } from '../connection/transaction.ts'
import { headRow } from '../tables/head-row.ts'
import { storedText, textKey } from '../tables/stored-text.ts'
import type { Tables } from '../tables/tables.ts'
import { type AlertTotals, alertsAfter, alertsById, openAlertsOf, pageOfAlerts } from './alert-reads.ts'
import { LedgerReads } from './ledger-reads.ts'

/** A server that is started again is back by then; one that has no connection left may have one. */
const TURN_PATIENCE: PatienceLimits = { firstMilliseconds: 100, mostMilliseconds: 3_000, totalMilliseconds: 60_000 }

/**
 * The ledger in PostgreSQL. Whoever writes takes the one row of `head` first, so that there is one writer at a time
 * however many processes there are, and changes are numbered in the order in which they are committed. Steps of one
 * process that wait together are written in one transaction, each of which can be refused alone.
 */
export class PostgresLedger extends LedgerReads implements Ledger {
  readonly #retention: RetentionSettings
  /** On which followers hear of steps. */
  readonly #channel: string
  readonly #turnName: string
  readonly #alertTotals: AlertTotals = new Map()
  /** Turns that this process has or waits for. */
  #turns = 0
  readonly #queue: CommitQueue = new CommitQueue((group) => this.#writeGroup(group))

  constructor(lifetime: Lifetime, database: Database, tables: Tables, retention: RetentionSettings, channel: string) {
    super(lifetime, database, tables)
    this.#retention = retention
    this.#channel = channel
    this.#turnName = `turn of ${channel}`
  }

  async commit(commit: Commit): Promise<CommitResult> {
    this.lifetime.check()
    checkCommit(commit)
    return await this.#queue.add(commit)
  }

  async byToken(tokens: readonly string[]): Promise<(ChangeNumber | undefined)[]> {
    this.lifetime.check()
    checkBatch(tokens)
    const keys = tokens.map(textKey)
    const { clock, tokenMilliseconds } = this.#retention
    const rows = await this.database.query<{ token: string; change: ChangeNumber }>(
      `select token, change from ${this.tables.tokens} where token = any($1::text[]) and written_at >= $2`,
      [keys, clock() - tokenMilliseconds],
    )
    const found = new Map(rows.map(({ token, change }) => [token, change]))
    return keys.map((key) => found.get(key))
  }

  /** Resolves when no commit is under way. */
  async idle(): Promise<void> {
    await this.#queue.idle()
  }

  /**
   * Runs something while other processes wait before they commit. Where no connection is to be had for that, it is tried
   * again for a while: nothing of `work` is begun before.
   */
  async turn<T>(work: () => Promise<T>): Promise<T> {
    this.lifetime.check()
    this.#turns++
    try {
      const letGo = await this.#waitForTurn()
      try {
        return await work()
      } finally {
        await letGo()
      }
    } finally {
      this.#turns--
    }
  }

  async #waitForTurn(): Promise<() => Promise<void>> {
    for (const patience = new Patience(TURN_PATIENCE); ; ) {
      try {
        return await this.database.waitForLock(this.#turnName)
      } catch (error) {
        if (!lacksConnection(error) || patience.isOver) throw error
        await patience.pause()
        this.lifetime.check()
      }
    }
  }

  /** As a commit, on top of the spare set, which then serves; `opened` names whoever filled it. */
  switchTo(commit: Commit, plan: GenerationPlan, opened: string): Promise<CommitResult> {
    return this.#queue.alone(() =>
      this.database.transaction(async (connection) => {
        const result = await writeSwitch(connection, this.tables, this.#retention, commit, plan, opened)
        this.#tell(connection)
        return result
      }),
    )
  }

  async setIndexVersion(indexVersion: string): Promise<void> {
    this.lifetime.check()
    const marked = await this.database.query(
      `update ${this.tables.head} set index_version = $1 where load is null returning id`,
      [storedText(indexVersion)],
    )
    // Whoever read the head before a restore kept its rows has waited for them here.
    if (marked.length === 0) {
      // Is there a row at all?
      await this.head()
      throw new RegistryError(
        'restore_unfinished',
        'Another process restores into this storage. Open it when that has ended; if it was stopped, restore again.',
      )
    }
  }

  async setScoring(scoring: ScoringName, rows: readonly ScoringRow[]): Promise<void> {
    this.lifetime.check()
    await this.database.transaction(async (connection) => {
      const marked = await connection.query(`update ${this.tables.head} set scoring = $1 returning id`, [
        JSON.stringify(scoring),
      ])
      headRow(marked, this.tables)
      await putScorings(connection, this.tables, rows)
    })
  }

  /**
   * Goes on after a change; the feed up to it is let go.
   *
   * @throws `validation_failed`
   */
  async continueAfter(change: ChangeNumber): Promise<void> {
    this.lifetime.check()
    const { head, changes, touched_keys: touchedKeys } = this.tables
    await this.#queue.alone(() =>
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
    // One statement, so that the head, the oldest entry and the page are of one moment.
    const rows = await this.database.query<{ head: number; oldest: number | null; entry: Change | null }>(
      `select h.change as head, (select min(change) from ${changes}) as oldest, page.entry
       from ${head} h left join
         (select change, entry from ${changes} where change > $1 order by change limit $2) as page on true
       order by page.change`,
      [after, limit],
    )
    const { head: last, oldest } = headRow(rows, this.tables)
    checkReach(after, oldest ?? last + 1, last)
    return rows.flatMap(({ entry }) => entry ?? [])
  }

  async #writeGroup(group: readonly Commit[]): Promise<readonly Outcome[]> {
    try {
      return await this.#tryToWrite(group)
    } catch (reason) {
      // A row that JSON cannot carry is the mistake of one of them.
      if (group.length > 1 && reason instanceof TypeError) return await this.#writeSingly(group)
      // Nobody knows whether they were kept; of those with a token the ledger does.
      if (wasCutOff(reason)) return await this.#askAgain(group, reason)
      return group.map(() => ({ status: 'rejected', reason }))
    }
  }

  async #tryToWrite(group: readonly Commit[]): Promise<readonly Outcome[]> {
    return await this.database.transaction(async (connection) => {
      // Behind whoever has the turn; that is no protection, but saves being overtaken again and again.
      if (this.#turns === 0) {
        connection.send('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [this.#turnName])
      }
      const outcomes = await writeGroup(connection, this.tables, this.#retention, group)
      if (outcomes.some(({ status }) => status === 'fulfilled')) this.#tell(connection)
      return outcomes
    })
  }

  /** Writes steps with a token once more after their connection was lost; those without fail with `reason`. */
  async #askAgain(group: readonly Commit[], reason: unknown): Promise<Outcome[]> {
    const named = group.filter(({ token }) => token !== undefined)
    const rejected = (error: unknown): Outcome => ({ status: 'rejected', reason: error })
    const settled =
      named.length === 0
        ? []
        : await this.#tryToWrite(named).catch((error: unknown) => named.map(() => rejected(error)))
    const outcomes = settled[Symbol.iterator]()
    return group.map(({ token }) => (token === undefined ? rejected(reason) : (outcomes.next().value as Outcome)))
  }

  /** Heard when the transaction is kept, and not otherwise. */
  #tell(transaction: Transaction): void {
    transaction.send('select pg_notify($1, $2)', [this.#channel, ''])
  }

  async #writeSingly(group: readonly Commit[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const commit of group) outcomes.push(...(await this.#writeGroup([commit])))
    return outcomes
  }
}
