import { validationError } from '../../model/validation-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ChangeNumber, RecordId } from '../../storage/rows.ts'
import { checkSignal } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { CheckedFeed } from '../loss/check-feed.ts'
import { keyOfCode } from '../loss/removal.ts'
import { writtenSince } from '../loss/written-since.ts'
import { deactivateRecords } from './deactivate-records.ts'
import type { RemovalInput } from './import-batches.ts'
import type { TransactionResult } from './run-transaction.ts'

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
  /** The number of the last change. */
  readonly change: number
}

/**
 * The outcome of a removal: the record was deactivated (`removed`); its code is unknown or its record is already inactive
 * (`absent`); another process wrote the record since the start of the import, so it stays active (`kept`); or a later row
 * with the same code counts (`superseded`).
 */
export type RemovalOutcome = 'removed' | 'absent' | 'kept' | 'superseded'

type OnTransaction = (step: TransactionResult) => void

/** Deactivates the records that a checked feed removes, batch by batch, and the records that it lacks, at the end. */
export class EndingRecords {
  readonly #context: RegistryContext
  readonly #feed: CheckedFeed
  readonly #onTransaction: OnTransaction
  /** Records that this import wrote although the check found them missing or removed. */
  readonly #written = new Set<RecordId>()
  #change: ChangeNumber = 0

  /** @param onTransaction - Called after each transaction that deactivates records. */
  constructor(context: RegistryContext, feed: CheckedFeed, onTransaction: OnTransaction) {
    this.#context = context
    this.#feed = feed
    this.#onTransaction = onTransaction
  }

  /** The last change that deactivated a removed record; 0 if there is none. */
  get change(): ChangeNumber {
    return this.#change
  }

  /** Notes that this import wrote a record. */
  noteRecord(supplier: string, id: RecordId): void {
    const { removed, missing } = this.#feed
    if (removed.has(id) || missing.get(supplier)?.has(id) === true) this.#written.add(id)
  }

  /** Deactivates the records of removals. Returns the outcomes in input order. */
  async deactivateRemoved(removals: readonly RemovalInput[]): Promise<RemovalOutcome[]> {
    if (removals.length === 0) return []
    const { ledger } = this.#context
    const ids = await readInChunks(
      removals.map(({ removed }) => removed),
      (codes) => ledger.bySupplierCode(codes),
    )
    const known = ids.filter((id) => id !== undefined)
    const stored = await readInChunks(known, (chunk) => ledger.getRecords(chunk))
    const active = new Map(stored.flatMap((each) => (each?.link === undefined ? [] : [[each.row.id, each.row]])))
    const outcomes = removals.map(({ removed }, at): RemovalOutcome => {
      const id = ids[at]
      if (!this.#feed.removedCodes.has(keyOfCode(removed))) return 'superseded'
      const row = id === undefined ? undefined : active.get(id)
      if (row === undefined) return 'absent'
      if (this.#written.has(row.id)) return 'removed'
      if (this.#feed.writtenMeanwhile.has(row.id)) return 'kept'
      const contentHash = this.#feed.removed.get(row.id)
      // Without a content hash, the record was inactive or unknown at the check, and this import has written it.
      return contentHash === undefined || contentHash === row.contentHash ? 'removed' : 'kept'
    })
    const ending = ids.filter((id, at): id is RecordId => outcomes[at] === 'removed' && id !== undefined)
    const revisions = new Map(ending.map((id) => [id, active.get(id)?.revision ?? 0]))
    const report = await deactivateRecords(this.#context, ending, revisions, this.#onTransaction)
    if (ending.length > 0) this.#change = report.change
    if (report.deactivated === ending.length) return outcomes
    // Another process wrote some of the records after the lookup.
    const left = await readInChunks(ending, (chunk) => ledger.getRecords(chunk))
    const isLeft = new Set(left.flatMap((each) => (each?.link === undefined ? [] : [each.row.id])))
    return outcomes.map((outcome, at) => (outcome === 'removed' && isLeft.has(ids[at] as RecordId) ? 'kept' : outcome))
  }

  /**
   * Deactivates the missing records, one supplier after the other.
   *
   * @param read - The number of inputs of the second reading.
   * @throws {@link RegistryError} `validation_failed` if the feed was not the same in both readings.
   */
  async deactivateMissing(read: number, signal: AbortSignalLike | undefined): Promise<FullFeedReport[]> {
    if (read !== this.#feed.read) {
      throw validationError(
        `The feed has changed during the import: it had ${this.#feed.read} records when its codes were checked, and ${read} when they were written. No missing record was deactivated; repeat the import.`,
      )
    }
    const reports: FullFeedReport[] = []
    for (const [supplier, ids] of this.#feed.missing) {
      const found = await this.#stillActive(ids, signal)
      const written = await writtenSince(this.#context, this.#feed.start, found, signal)
      const missing = new Map(found.flatMap(({ id, revision }) => (written.has(id) ? [] : [[id, revision] as const])))
      const { deactivated, change } = await deactivateRecords(
        this.#context,
        [...missing.keys()],
        missing,
        this.#onTransaction,
      )
      let writtenMeanwhile = written.size
      for (const each of this.#feed.writtenMeanwhile.values()) if (each === supplier) writtenMeanwhile++
      reports.push({
        supplier,
        known: this.#feed.known.get(supplier) ?? 0,
        missing: deactivated,
        // If a record could not be deactivated, another process has already written the record.
        writtenMeanwhile: writtenMeanwhile + missing.size - deactivated,
        deactivated,
        change,
      })
    }
    return reports
  }

  async #stillActive(ids: ReadonlySet<RecordId>, signal: AbortSignalLike | undefined) {
    const found: { readonly id: RecordId; readonly revision: number; readonly updatedAt: string }[] = []
    const unwritten = [...ids].filter((id) => !this.#written.has(id))
    const stored = await readInChunks(unwritten, (chunk) => {
      checkSignal(signal)
      return this.#context.ledger.getRecords(chunk)
    })
    for (const each of stored) {
      if (each?.link === undefined) continue
      const { id, revision, updatedAt } = each.row
      found.push({ id, revision, updatedAt })
    }
    await this.#context.yield()
    return found
  }
}
