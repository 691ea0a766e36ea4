import { RECORDS_OF_SUPPLIER_PREFIX } from '../../golden-record/counter-changes.ts'
import { parseSupplierId } from '../../ingest/parse-record.ts'
import { RegistryError } from '../../model/registry-error.ts'
import { validationError } from '../../model/validation-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ChangeNumber, RecordId } from '../../storage/rows.ts'
import { quoted } from '../context/check-arguments.ts'
import { checkSignal } from '../context/check-signal.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { deactivateRecords, recordsOfSupplier } from './deactivate-records.ts'

/** The result for the records of one supplier that are missing from a full feed. */
export interface FullFeedReport {
  readonly supplier: string
  /** The number of active records before the feed. */
  readonly known: number
  /** The number of active records that are missing from the feed. */
  readonly missing: number
  /**
   * The number of active records that the feed lacks but another process has written since the start of the feed. These
   * records stay active and do not count as missing.
   */
  readonly writtenMeanwhile: number
  /** The number of missing records that this import deactivated. */
  readonly deactivated: number
  /** True if too many records are missing. In this case, the import deactivated none of them. */
  readonly rejected: boolean
  /** The number of the last change. */
  readonly change: number
}

/**
 * The default share of records that a full feed may lack. A truncated feed loses far more records, and a supplier
 * rarely loses that many in a week.
 */
const DEFAULT_ALLOWED_LOSS = 0.1

import type { TransactionResult } from './run-transaction.ts'

/** The number of changes on a page. The number is small, since each change of an import lists hundreds of records. */
const CHANGES_PER_PAGE = 50

interface FeedStart {
  /** The latest change before the feed was read. */
  readonly change: ChangeNumber
  /** The start time of the feed, ISO 8601 UTC. */
  readonly at: string
  /** The number of active records of each supplier. */
  readonly known: ReadonlyMap<string, number>
}

/** An active record that is missing from the feed. */
interface MissingRecord {
  readonly id: RecordId
  readonly revision: number
  readonly updatedAt: string
}

/** Records which codes the full feeds of suppliers contain, and deactivates the missing records. */
export class FullFeed {
  readonly #context: RegistryContext
  readonly #allowLoss: number
  readonly #start: FeedStart
  readonly #seenRecords = new Map<string, Set<RecordId>>()
  readonly #rejectedCodes = new Map<string, Set<string>>()

  private constructor(context: RegistryContext, allowLoss: number, start: FeedStart) {
    this.#context = context
    this.#allowLoss = allowLoss
    this.#start = start
  }

  /**
   * Starts the tracking of a full feed.
   *
   * @param supplier - Supplier of the feed, if the feed has one supplier. If the feed is empty, all records of this
   *   supplier are missing.
   * @throws {@link RegistryError} `validation_failed`
   */
  static async start(
    context: RegistryContext,
    supplier: string | undefined,
    allowLoss: number = DEFAULT_ALLOWED_LOSS,
  ): Promise<FullFeed> {
    if (!(typeof allowLoss === 'number' && allowLoss >= 0 && allowLoss <= 1)) {
      throw validationError(`allowLoss is ${quoted(allowLoss)}; it must be a share of 0 to 1.`)
    }
    const { change } = await context.ledger.head()
    const known = new Map<string, number>()
    for (const [name, total] of await context.ledger.counters()) {
      if (name.startsWith(RECORDS_OF_SUPPLIER_PREFIX)) known.set(name.slice(RECORDS_OF_SUPPLIER_PREFIX.length), total)
    }
    const feed = new FullFeed(context, allowLoss, { change, at: now(context), known })
    if (supplier === undefined) return feed
    const id = parseSupplierId(supplier)
    if (id === undefined) throw validationError(`${quoted(supplier)} is not usable as a supplier id.`)
    feed.#seenRecords.set(id, new Set())
    return feed
  }

  noteRecord(supplier: string, id: RecordId): void {
    const ids = this.#seenRecords.get(supplier)
    if (ids === undefined) this.#seenRecords.set(supplier, new Set([id]))
    else ids.add(id)
  }

  /** Stores the code of a rejected record, so that the stored version of the record stays active. */
  noteCode({ supplier, code }: { readonly supplier: string; readonly code: string }): void {
    const codes = this.#rejectedCodes.get(supplier)
    if (codes === undefined) this.#rejectedCodes.set(supplier, new Set([code]))
    else codes.add(code)
  }

  /** Deactivates the missing records, one supplier after the other. */
  async deactivateMissing(
    signal: AbortSignalLike | undefined,
    onTransaction: (step: TransactionResult) => void,
  ): Promise<FullFeedReport[]> {
    const reports: FullFeedReport[] = []
    for (const supplier of new Set([...this.#seenRecords.keys(), ...this.#rejectedCodes.keys()])) {
      const known = this.#start.known.get(supplier) ?? 0
      const missingRecords = known === 0 ? [] : await this.#missingOf(supplier, signal)
      const written = await this.#writtenSince(missingRecords, signal)
      const missing = new Map(
        missingRecords.flatMap(({ id, revision }) => (written.has(id) ? [] : [[id, revision] as const])),
      )
      const rejected = missing.size > known * this.#allowLoss
      const { deactivated, change } = rejected
        ? { deactivated: 0, change: (await this.#context.ledger.head()).change }
        : await deactivateRecords(this.#context, [...missing.keys()], new Map(missing), onTransaction)
      // If a record could not be deactivated, another process has already written the record.
      const writtenLate = rejected ? 0 : missing.size - deactivated
      reports.push({
        supplier,
        known,
        missing: missing.size - writtenLate,
        writtenMeanwhile: written.size + writtenLate,
        deactivated,
        rejected,
        change,
      })
    }
    return reports
  }

  async #missingOf(supplier: string, signal: AbortSignalLike | undefined): Promise<MissingRecord[]> {
    const noteRecord = this.#seenRecords.get(supplier)
    const rejected = this.#rejectedCodes.get(supplier)
    const found: MissingRecord[] = []
    for await (const page of recordsOfSupplier(this.#context, supplier)) {
      checkSignal(signal)
      const missingRecords = page.filter((id) => noteRecord?.has(id) !== true)
      for (const stored of await readInChunks(missingRecords, (ids) => this.#context.ledger.getRecords(ids))) {
        if (stored?.link === undefined || rejected?.has(stored.row.record.code) === true) continue
        const { id, revision, updatedAt } = stored.row
        found.push({ id, revision, updatedAt })
      }
      await this.#context.yield()
    }
    return found
  }

  /**
   * Returns the records that were written after the start of the feed. The function uses the change feed to find them.
   * The times of records are not reliable, since the clock of another writer may be wrong.
   */
  async #writtenSince(records: readonly MissingRecord[], signal: AbortSignalLike | undefined): Promise<Set<RecordId>> {
    const written = new Set<RecordId>()
    if (records.length === 0) return written
    const { ledger } = this.#context
    const writtenAt = new Map(records.map(({ id, updatedAt }) => [id, updatedAt]))
    try {
      for (let after = this.#start.change; ; ) {
        checkSignal(signal)
        const changes = await ledger.changes(after, CHANGES_PER_PAGE)
        for (const { changedAt, records: touched } of changes) {
          for (const id of touched) if (writtenAt.get(id) === changedAt) written.add(id)
        }
        const last = changes.at(-1)
        if (last === undefined) return written
        after = last.change
        await this.#context.yield()
      }
    } catch (error) {
      if (!(error instanceof RegistryError) || error.code !== 'changes_expired') throw error
      // The change feed no longer reaches back to the start of the import, so the code compares times.
      return new Set(records.flatMap(({ id, updatedAt }) => (updatedAt < this.#start.at ? [] : [id])))
    }
  }
}
