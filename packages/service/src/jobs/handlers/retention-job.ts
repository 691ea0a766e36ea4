import { createHash } from 'node:crypto'
import type { Clock } from '@utpid/core/operations'
import { defined, keyParts, keyPrefix, MAX_READ_ROWS, rowKey } from '@utpid/core/storage'
import type { KeptFiles } from '../../kept-files/kept-files.ts'
import { isUnused } from '../../limits/shared/leased-bucket.ts'
import type { JobCounts, JobKind } from '../../model/job.ts'
import { rowIdsFrom } from '../../store/row-id.ts'
import type { RowWrite, ServiceStore } from '../../store/service-store.ts'
import type { ServiceTable } from '../../store/service-tables.ts'
import { hourOf } from '../../usage/usage-key.ts'
import { addCounts, type JobHandler, type JobRun } from '../job-handler.ts'
import { accountJobKey, isOver } from '../job-rows.ts'
import { RESULT_DAYS } from '../jobs.ts'

/** Retention periods of a service, in days. */
export interface RetentionDays {
  readonly logs: number
  readonly usage: number
  /** Rows of jobs. Results of jobs expire after {@link RESULT_DAYS}; inputs expire then at the latest. */
  readonly jobs: number
  readonly deliveries: number
  /** Retention of audit entries. Absent: audit entries never expire. */
  readonly audit?: number
  /** Client addresses in logs. Absent: the period of the logs. */
  readonly addresses?: number
}

/** Default retention periods, in days. */
export const RETENTION_DAYS: RetentionDays = { logs: 90, usage: 400, jobs: 90, deliveries: 30 }

/** Retention of the inputs of finished jobs, and of uploads that never became a job, in days. */
const INPUT_DAYS = 2
const DAY = 86_400_000
const PAGE = 1_000

/**
 * Deletes expired rows and kept files. The job can be interrupted and repeated at any point.
 *
 * @param deleteRemains - Deletes what is left of deleted accounts.
 */
export function retentionHandler(
  store: ServiceStore,
  clock: Clock,
  days: RetentionDays = RETENTION_DAYS,
  files?: KeptFiles,
  deleteRemains?: (signal: AbortSignal) => Promise<number>,
): JobHandler {
  return {
    kind: 'retention',
    run: async (run) => {
      const retention = new Retention(store, clock, run)
      const before = (kept: number): number => clock() - kept * DAY
      await retention.logs(before(days.logs))
      if (days.addresses !== undefined) await retention.addresses(before(days.addresses))
      await retention.deleteBeforeInEach('usage', (prefix) => `${prefix}${hourOf(before(days.usage))}`)
      await retention.deleteBeforeInEach('deliveries', (prefix) => `${prefix}${rowIdsFrom(before(days.deliveries))}`)
      if (days.audit !== undefined) {
        const end = rowIdsFrom(before(days.audit))
        await retention.deleteBeforeInEach('audit', (prefix) => `${prefix}${end}`)
      }
      await retention.deleteBefore('account_events', rowIdsFrom(before(days.deliveries)))
      await retention.idempotentAnswers()
      await retention.limitBuckets()
      await retention.inputs(before(INPUT_DAYS))
      await retention.deleteBefore('job_results', rowIdsFrom(before(RESULT_DAYS)))
      await retention.jobs(before(days.jobs))
      if (files !== undefined) await retention.files(files)
      if (deleteRemains !== undefined) await retention.deletedAccounts(deleteRemains)
      await run.reportProgress(retention.counts)
    },
  }
}

/**
 * Returns the id of a job that is created once in a period. All instances compute the same id, so only the first
 * instance creates the job.
 */
export function scheduledJobId(kind: JobKind, clock: Clock, spanMilliseconds: number): string {
  const begin = Math.floor(clock() / spanMilliseconds) * spanMilliseconds
  const ofKind = createHash('sha256').update(kind).digest('hex').slice(0, KIND_DIGITS)
  return `${rowIdsFrom(begin)}-7000-8000-${ofKind}`
}

const KIND_DIGITS = 12

class Retention {
  counts: JobCounts = {}
  readonly #store: ServiceStore
  readonly #clock: Clock
  readonly #run: JobRun

  constructor(store: ServiceStore, clock: Clock, run: JobRun) {
    this.#store = store
    this.#clock = clock
    this.#run = run
  }

  /** Deletes the rows of a table whose keys are below `before`. */
  async deleteBefore(table: ServiceTable, before: string, prefix?: string): Promise<void> {
    for (;;) {
      this.#run.signal.throwIfAborted()
      const range = { ...defined({ prefix }), before, limit: MAX_READ_ROWS }
      const deleted = await this.#store.deleteRange(table, range)
      this.#count(table, deleted)
      if (deleted < MAX_READ_ROWS) return
    }
  }

  /**
   * Calls {@link deleteBefore} for each prefix of the table. A prefix is the first part of a key. The keys with one
   * prefix are in order of time.
   */
  async deleteBeforeInEach(table: ServiceTable, before: (prefix: string) => string): Promise<void> {
    for await (const prefix of this.#prefixes(table)) await this.deleteBefore(table, before(prefix), prefix)
  }

  /**
   * Deletes the inputs that were created before this time, if they belong to a finished job or to no job. An unfinished
   * job keeps its inputs for 30 days.
   */
  async inputs(before: number): Promise<void> {
    const end = rowIdsFrom(before)
    const last = rowIdsFrom(this.#clock() - RESULT_DAYS * DAY)
    for await (const prefix of this.#prefixes('job_inputs')) {
      this.#run.signal.throwIfAborted()
      if (prefix >= end) return
      const [job] = await this.#store.read('jobs', [keyParts(prefix)[0] as string])
      if (job !== undefined && !isOver(job.row) && prefix >= last) continue
      for (;;) {
        const deleted = await this.#store.deleteRange('job_inputs', { prefix, limit: MAX_READ_ROWS })
        this.#count('job_inputs', deleted)
        if (deleted < MAX_READ_ROWS) break
      }
    }
  }

  /** Deletes logs and the rows that refer to them. */
  async logs(before: number): Promise<void> {
    for await (const prefix of this.#prefixes('request_logs')) {
      for (;;) {
        this.#run.signal.throwIfAborted()
        const range = { prefix, before: `${prefix}${rowIdsFrom(before)}`, limit: PAGE }
        const rows = await this.#store.range('request_logs', range)
        const names = [...new Set(rows.map(({ row }) => rowKey(row.accountId, row.requestId)))]
        const requestNames = await this.#store.read('request_ids', names)
        const deleted = new Set(rows.map(({ key }) => key))
        const writes: RowWrite[] = rows.map(({ key }) => ({ table: 'request_logs', key, row: undefined }))
        for (const each of requestNames) {
          // A later request may have used the same request id.
          if (each === undefined || !deleted.has(each.row.key)) continue
          writes.push({ table: 'request_ids', key: each.key, row: undefined, expect: each.revision })
        }
        if ((await this.#store.write(writes)) !== undefined) continue
        this.#count('request_logs', rows.length)
        if (rows.length < PAGE) break
      }
    }
  }

  /** Removes client addresses from logs. */
  async addresses(before: number): Promise<void> {
    for await (const prefix of this.#prefixes('request_logs')) {
      const end = `${prefix}${rowIdsFrom(before)}`
      let after = ''
      for (;;) {
        this.#run.signal.throwIfAborted()
        const range = { prefix, ...(after === '' ? {} : { after }), before: end, limit: PAGE }
        const rows = await this.#store.range('request_logs', range)
        const writes = rows
          .filter(({ row }) => row.ip !== undefined)
          .map(
            ({ key, revision, row: { ip: _, ...row } }): RowWrite => ({
              table: 'request_logs',
              key,
              row,
              expect: revision,
            }),
          )
        if (writes.length > 0 && (await this.#store.write(writes)) !== undefined) continue
        this.#count('addresses', writes.length)
        if (rows.length < PAGE) break
        after = rows.at(-1)?.key ?? ''
      }
    }
  }

  async idempotentAnswers(): Promise<void> {
    for (;;) {
      this.#run.signal.throwIfAborted()
      const before = rowKey(new Date(this.#clock()).toISOString())
      const ages = await this.#store.range('idempotent_ages', { before, limit: PAGE })
      const answers = await this.#store.read(
        'idempotent_answers',
        ages.map(({ row }) => row.key),
      )
      const writes: RowWrite[] = ages.map(({ key }) => ({ table: 'idempotent_ages', key, row: undefined }))
      const seen = new Set<string>()
      for (const answer of answers) {
        // A later request may have used the same key.
        if (answer === undefined || Date.parse(answer.row.expiresAt) > this.#clock() || seen.has(answer.key)) continue
        seen.add(answer.key)
        writes.push({ table: 'idempotent_answers', key: answer.key, row: undefined, expect: answer.revision })
      }
      if ((await this.#store.write(writes)) !== undefined) continue
      this.#count('idempotent_answers', seen.size)
      if (ages.length < PAGE) return
    }
  }

  /**
   * Deletes the rows of unused limits: a missing row also means an unused limit. Without this deletion, the rows of
   * deleted API keys would remain for ever.
   */
  async limitBuckets(): Promise<void> {
    let after: string | undefined
    for (;;) {
      this.#run.signal.throwIfAborted()
      const rows = await this.#store.range('limit_buckets', { ...defined({ after }), limit: PAGE })
      const writes = rows
        .filter(({ row }) => isUnused(row, this.#clock()))
        .map(({ key, revision }): RowWrite => ({ table: 'limit_buckets', key, row: undefined, expect: revision }))
      if ((await this.#store.write(writes)) !== undefined) continue
      this.#count('limit_buckets', writes.length)
      if (rows.length < PAGE) return
      after = rows.at(-1)?.key
    }
  }

  async jobs(before: number): Promise<void> {
    let after: string | undefined
    for (;;) {
      this.#run.signal.throwIfAborted()
      const range = { ...defined({ after }), before: rowIdsFrom(before), limit: PAGE }
      const rows = await this.#store.range('jobs', range)
      const writes = rows
        .filter(({ row }) => isOver(row))
        .flatMap(({ key, row, revision }): RowWrite[] => [
          { table: 'jobs', key, row: undefined, expect: revision },
          { table: 'account_jobs', key: accountJobKey(row), row: undefined },
        ])
      if ((await this.#store.write(writes)) !== undefined) continue
      this.#count('jobs', writes.length / 2)
      if (rows.length < PAGE) return
      after = rows.at(-1)?.key
    }
  }

  /** Deletes kept files that have expired or belong to nothing any more. Called after the deletion of jobs. */
  async files(files: KeptFiles): Promise<void> {
    this.#count('kept_files', await files.deleteExpired(this.#run.signal))
  }

  /** Deletes what is left of deleted accounts. */
  async deletedAccounts(deleteRemains: (signal: AbortSignal) => Promise<number>): Promise<void> {
    this.#count('deleted_accounts', await deleteRemains(this.#run.signal))
  }

  async *#prefixes(table: ServiceTable): AsyncGenerator<string> {
    let after: string | undefined
    for (;;) {
      const [first] = await this.#store.range(table, { ...defined({ after }), limit: 1 })
      if (first === undefined) return
      const prefix = keyPrefix(keyParts(first.key)[0] as string)
      yield prefix
      // Skip all keys with this prefix: no key has a character above `~`.
      after = `${prefix}\x7f`
    }
  }

  #count(table: ServiceTable | 'addresses', deleted: number): void {
    if (deleted > 0) this.counts = addCounts(this.counts, { [table]: deleted })
  }
}
