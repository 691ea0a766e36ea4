import { defined } from '../../model/defined.ts'
import type { ErrorCode } from '../../model/error-codes.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { LoadProgress } from '../../storage/bulk-load.ts'
import type { Ledger, LedgerHead } from '../../storage/ledger.ts'
import type { LedgerRow } from '../../storage/ledger-row.ts'
import { isSameModelVersion } from '../../storage/model-version.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import type { Storage } from '../../storage/storage.ts'
import { checkCopiedCounters } from '../copy/copied-counters.ts'
import { LoadRows } from '../copy/load-rows.ts'
import {
  amountsBetween,
  COPIED_AT,
  digestAt,
  hasOtherHistory,
  hasSeenChange,
  NOTHING_COPIED,
  positionIn,
  type ReplicaPosition,
  wasCopiedLast,
} from '../copy/replica-position.ts'
import { type ScanPage, scanLedger } from '../copy/scan-ledger.ts'
import { writeRows } from '../copy/write-rows.ts'
import { CopyOutdated } from './copy-outdated.ts'

/** A receiver of the progress of a copy. */
export interface CopyListener {
  /** Receives the number of active records and products read since the last call. */
  readonly rows: (more: number) => void
  /** Receives the progress of writing rows, after all rows were read. */
  readonly writing: (progress: LoadProgress) => void
  /** Receives the number of applied changes and the total, while later changes are applied. */
  readonly following: (progress: LoadProgress) => void
}

/** A copy of a ledger in a storage of this process. The copy shows the state of the ledger at one change. */
export class ReplicaCopy {
  readonly storage: Storage
  #head: LedgerHead
  /** The position of the copy. A durable storage also stores this position. */
  #position: ReplicaPosition
  /** True if a write failed in such a way that the storage may contain a part of the write. */
  #isUncertain = false

  private constructor(storage: Storage, head: LedgerHead, position: ReplicaPosition) {
    this.storage = storage
    this.#head = head
    this.#position = position
  }

  /**
   * Creates a copy.
   *
   * @param storage - Must be empty.
   * @param head - Head of the ledger, read before anything else.
   * @returns undefined if the ledger was swapped or restored meanwhile. In that case, call again.
   */
  static async create(
    ledger: Ledger,
    storage: Storage,
    head: LedgerHead,
    listener: CopyListener,
  ): Promise<ReplicaCopy | undefined> {
    const { indexVersion: _, modelVersion: __, ...bare } = head
    const copy = new ReplicaCopy(storage, bare, NOTHING_COPIED)
    return (await copy.#take(ledger, head, undefined, listener)) === undefined ? copy : undefined
  }

  /**
   * Opens the copy that an earlier process left in a storage, and follows the ledger to its current state.
   *
   * @throws CopyOutdated if the storage has no copy, or the copy belongs to another ledger or another history, or the
   *   change feed no longer contains the changes after the copy.
   */
  static async openStored(
    ledger: Ledger,
    storage: Storage,
    head: LedgerHead,
    listener: Pick<CopyListener, 'following'>,
  ): Promise<ReplicaCopy> {
    const { at, position } = await asCopyOutdated(async () => {
      const { change, ...own } = await storage.ledger.head()
      const openStored = await positionIn(storage.ledger)
      const isCopy = change === 0 || (openStored.complete >= 0 && (await wasCopiedLast(storage)))
      if (!isCopy)
        throw new CopyOutdated('The storage is not a copy, or another writer than its replica has written to it.')
      return { at: { ...own, change: Math.max(0, openStored.complete) }, position: openStored }
    })
    if (at.indexVersion === undefined || at.indexVersion !== head.indexVersion)
      throw new CopyOutdated(INDEX_VERSION_CHANGED)
    if (!(await hasSeenChange(ledger, position))) {
      throw new CopyOutdated(
        `The registry does not have change ${position.seen} of the copy: it is another registry, was restored from a backup, or its change feed no longer contains that change.`,
      )
    }
    const copy = new ReplicaCopy(storage, at, position)
    await copy.follow(ledger, head, () => undefined, false, listener)
    return copy
  }

  /** The last change of the ledger that the copy shows. */
  get change(): ChangeNumber {
    return this.#head.change
  }

  get head(): LedgerHead {
    return this.#head
  }

  /** True if the copy may contain only a part of the rows of a change. */
  get isCatchingUp(): boolean {
    return this.#isUncertain || this.#position.complete < this.#position.seen
  }

  /**
   * Applies later changes.
   *
   * @param onVisible - Called when a change becomes visible.
   * @param mayBeReverted - Whether the ledger may have been reverted since the last read.
   * @param listener - Receives the progress.
   * @throws CopyOutdated if the change feed does not contain the changes after the copy or has another history.
   */
  async follow(
    ledger: Ledger,
    head: LedgerHead,
    onVisible: () => void,
    mayBeReverted = false,
    listener?: Pick<CopyListener, 'following'>,
  ): Promise<void> {
    // With other index rules, every row is different.
    if (this.#head.indexVersion !== undefined && head.indexVersion !== this.#head.indexVersion) {
      throw new CopyOutdated(INDEX_VERSION_CHANGED)
    }
    if (mayBeReverted) await this.#checkHistory(ledger)
    if (head.change === this.#head.change && this.#hasVersions(head)) return
    const why = await this.#take(ledger, head, this.#head.change, listener)
    if (why !== undefined) throw new CopyOutdated(why)
    onVisible()
  }

  /**
   * Applies some rows.
   *
   * @returns the reason why the copy is outdated; undefined on success.
   */
  async #take(
    ledger: Ledger,
    head: LedgerHead,
    after: ChangeNumber | undefined,
    listener?: Partial<CopyListener>,
  ): Promise<string | undefined> {
    let { change } = head
    const from = after ?? change
    let load = after === undefined ? await this.#beginLoad() : undefined
    try {
      for await (const page of scanLedger(ledger, { head, ...defined({ after }) })) {
        if (load === undefined) await this.#writePage(ledger, page)
        else if (page.from === 'scan') await load.put(page.rows)
        else {
          const repeated = await load.finish((progress) => listener?.writing?.(progress))
          load = undefined
          await this.#writePage(ledger, { ...page, rows: [...repeated, ...page.rows] })
        }
        change = page.change ?? change
        // This code checks the counters only after creating or opening a copy, since later changes name all their rows.
        if (listener !== undefined && page.counters !== undefined)
          await this.#checkCounters(page.counters, after !== undefined)
        if (page.from === 'scan') listener?.rows?.(page.rows.filter(isCounted).length)
        else if (page.reached !== undefined && page.known !== undefined && page.known > from)
          listener?.following?.({ done: page.reached - from, all: page.known - from })
      }
    } catch (error) {
      await load?.abandon()
      if (error instanceof RegistryError && error.code === 'changes_expired') return error.message
      throw error
    }
    if (!this.#hasVersions(head)) {
      if (head.modelVersion !== undefined)
        await this.storage.setModelVersion(head.modelVersion, await ledger.modelVersions())
      // This code writes the index version last, since it marks a durable copy as complete.
      if (head.indexVersion !== undefined) await this.storage.setIndexVersion(head.indexVersion)
    }
    this.#head = { ...head, change }
    return undefined
  }

  /**
   * Checks the counters of the copy.
   *
   * @throws CopyOutdated if the copy comes from an earlier process and may be damaged; `storage_corrupt` if this
   *   process has just created the copy.
   */
  async #checkCounters(counters: ReadonlyMap<string, number>, isKept: boolean): Promise<void> {
    const check = async (): Promise<void> => checkCopiedCounters(counters, await this.storage.ledger.counters())
    await (isKept ? asCopyOutdated(check) : check())
  }

  /** Starts a bulk load, which also removes the rows of an unfinished copy. */
  async #beginLoad(): Promise<LoadRows | undefined> {
    const load = await this.storage.beginLoad?.()
    return load === undefined ? undefined : new LoadRows(load)
  }

  /**
   * Writes the rows of a page. The first commit stores the latest change that the rows may contain. The last commit
   * stores that the copy is complete up to this change.
   */
  async #writePage(ledger: Ledger, { rows, change }: ScanPage): Promise<void> {
    const { durable } = this.storage.capabilities
    const seen = change ?? (await ledger.head()).change
    const digest = await digestAt(ledger, seen)
    // This check follows the reads of the rows and of the new digest. So it proves that all rows belong to one history.
    await this.#checkHistory(ledger)
    if (durable && this.#isUncertain) this.#position = await asCopyOutdated(() => positionIn(this.storage.ledger))
    const before = this.#position
    const reading = { complete: before.complete, seen, ...defined({ digest: digest }) }
    const read = change === undefined ? reading : { ...reading, complete: change }
    this.#isUncertain = true
    await asCopyOutdated(() =>
      writeRows(
        this.storage.ledger,
        rows,
        COPIED_AT,
        durable ? { first: amountsBetween(before, reading), last: amountsBetween(reading, read) } : undefined,
      ),
    )
    this.#isUncertain = false
    this.#position = read
  }

  /**
   * Checks that the primary still has the history of the copy.
   *
   * @throws CopyOutdated
   */
  async #checkHistory(ledger: Ledger): Promise<void> {
    if (!(await hasOtherHistory(ledger, this.#position))) return
    throw new CopyOutdated(
      `Change ${this.#position.seen} of the registry differs from the same change of the copy, so the registry was restored from a backup.`,
    )
  }

  #hasVersions({ indexVersion, modelVersion }: LedgerHead): boolean {
    return indexVersion === this.#head.indexVersion && isSameModelVersion(modelVersion, this.#head.modelVersion)
  }
}

const INDEX_VERSION_CHANGED = 'The registry has another index version than the copy, so every row is different.'

/** The codes of errors which mean that the copy is damaged or that another process has changed the copy. */
const COPY_ERRORS: readonly ErrorCode[] = ['storage_corrupt', 'supplier_code_taken', 'revision_conflict']

/**
 * Runs a function and replaces errors of a damaged copy.
 *
 * @throws CopyOutdated if the copy is damaged.
 */
async function asCopyOutdated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RegistryError && COPY_ERRORS.includes(error.code))) throw error
    throw new CopyOutdated(error.message, { cause: error })
  }
}

/** Reports whether a ledger counts a row. A ledger does not count inactive records, although they are copied. */
function isCounted(row: LedgerRow): boolean {
  return row.kind === 'product' || (row.kind === 'record' && row.link !== undefined)
}
