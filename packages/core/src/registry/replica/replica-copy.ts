import type { ErrorCode } from '../../model/error-codes.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { LoadProgress } from '../../storage/bulk-load.ts'
import type { Ledger, LedgerHead } from '../../storage/ledger.ts'
import type { LedgerRow } from '../../storage/ledger-row.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import { isSameScoring } from '../../storage/scoring-name.ts'
import type { Storage } from '../../storage/storage.ts'
import { checkCopiedCounters } from '../copy/copied-counters.ts'
import { LoadRows } from '../copy/load-rows.ts'
import { mirrorRows } from '../copy/mirror-rows.ts'
import {
  amountsBetween,
  COPIED_AT,
  isOfOtherPast,
  isPastOf,
  markAt,
  NOTHING_COPIED,
  positionIn,
  type ReplicaPosition,
  wasCopiedLast,
} from '../copy/replica-position.ts'
import { type WalkedPage, walkLedger } from '../copy/walk-ledger.ts'
import { CopyOutdated } from './copy-outdated.ts'

/** Told how far a copy is that is being made. */
export interface OnCopied {
  /** So many more records that have not ended, and products, were read. */
  readonly rows: (more: number) => void
  /** All is read, and is being written. */
  readonly writing: (progress: LoadProgress) => void
  /** Of the changes that came since, so many are taken in, of so many that are known. */
  readonly following: (progress: LoadProgress) => void
}

/** What a ledger holds, in a storage of this process, as of one of its changes. */
export class ReplicaCopy {
  readonly storage: Storage
  #head: LedgerHead
  /** As a storage that outlives the process says it, too. */
  #position: ReplicaPosition
  /** Whether a step failed, of which the storage may have a part. */
  #isUncertain = false

  private constructor(storage: Storage, head: LedgerHead, position: ReplicaPosition) {
    this.storage = storage
    this.#head = head
    this.#position = position
  }

  /**
   * @param storage - Empty.
   * @param head - Of the ledger, from before anything else of it was read.
   * @returns undefined when the ledger was switched or restored meanwhile: to be made again.
   */
  static async make(
    ledger: Ledger,
    storage: Storage,
    head: LedgerHead,
    copied: OnCopied,
  ): Promise<ReplicaCopy | undefined> {
    const { indexVersion: _, scoring: __, ...bare } = head
    const copy = new ReplicaCopy(storage, bare, NOTHING_COPIED)
    return (await copy.#take(ledger, head, undefined, copied)) === undefined ? copy : undefined
  }

  /**
   * The copy that a storage holds from before, as of now.
   *
   * @throws CopyOutdated when it holds none; or one of another ledger, of another past of it, or that the feed does not
   *   reach back to.
   */
  static async kept(
    ledger: Ledger,
    storage: Storage,
    head: LedgerHead,
    copied: Pick<OnCopied, 'following'>,
  ): Promise<ReplicaCopy> {
    const { at, position } = await ofCopy(async () => {
      const { change, ...own } = await storage.ledger.head()
      const kept = await positionIn(storage.ledger)
      const isCopy = change === 0 || (kept.whole >= 0 && (await wasCopiedLast(storage)))
      if (!isCopy) throw new CopyOutdated('Something else than its replica has written to the copy, or it is none.')
      return { at: { ...own, change: Math.max(0, kept.whole) }, position: kept }
    })
    if (at.indexVersion === undefined || at.indexVersion !== head.indexVersion) throw new CopyOutdated(OTHER_RULES)
    if (!(await isPastOf(ledger, position))) {
      throw new CopyOutdated(
        `The registry does not have change ${position.seen} as the copy has seen it: it is another registry, was restored from a backup, or no longer keeps that change in its feed.`,
      )
    }
    const copy = new ReplicaCopy(storage, at, position)
    await copy.follow(ledger, head, () => undefined, false, copied)
    return copy
  }

  /** The last change of the ledger that it shows. */
  get change(): ChangeNumber {
    return this.#head.change
  }

  get head(): LedgerHead {
    return this.#head
  }

  /** Whether it may hold rows of changes of which it does not hold all. */
  get isCatchingUp(): boolean {
    return this.#isUncertain || this.#position.whole < this.#position.seen
  }

  /**
   * Takes in what came since.
   *
   * @param shows - Called when a change shows.
   * @param mayBeOther - Whether the ledger may have gone back behind what was seen since it was asked last.
   * @param copied - Told how far that is.
   * @throws CopyOutdated when the feed does not reach back, or tells of another past.
   */
  async follow(
    ledger: Ledger,
    head: LedgerHead,
    shows: () => void,
    mayBeOther = false,
    copied?: Pick<OnCopied, 'following'>,
  ): Promise<void> {
    // Under other rules every row is another one.
    if (this.#head.indexVersion !== undefined && head.indexVersion !== this.#head.indexVersion) {
      throw new CopyOutdated(OTHER_RULES)
    }
    if (mayBeOther) await this.#checkPast(ledger)
    if (head.change === this.#head.change && this.#isMadeAs(head)) return
    const why = await this.#take(ledger, head, this.#head.change, copied)
    if (why !== undefined) throw new CopyOutdated(why)
    shows()
  }

  /** @returns why it cannot be taken; undefined when it was. */
  async #take(
    ledger: Ledger,
    head: LedgerHead,
    after: ChangeNumber | undefined,
    copied?: Partial<OnCopied>,
  ): Promise<string | undefined> {
    let { change } = head
    const from = after ?? change
    let load = after === undefined ? await this.#beginLoad() : undefined
    try {
      for await (const page of walkLedger(ledger, { head, ...(after === undefined ? {} : { after }) })) {
        if (load === undefined) await this.#mirror(ledger, page)
        else if (page.from === 'scan') await load.put(page.rows)
        else {
          const late = await load.finish((progress) => copied?.writing?.(progress))
          load = undefined
          await this.#mirror(ledger, { ...page, rows: [...late, ...page.rows] })
        }
        change = page.change ?? change
        // Once, when a copy is made or found: what follows names the rows that it changes.
        if (copied !== undefined && page.counters !== undefined) await this.#hold(page.counters, after !== undefined)
        if (page.from === 'scan') copied?.rows?.(page.rows.filter(isCounted).length)
        else if (page.reached !== undefined && page.known !== undefined && page.known > from)
          copied?.following?.({ done: page.reached - from, all: page.known - from })
      }
    } catch (error) {
      await load?.abandon()
      if (error instanceof RegistryError && error.code === 'changes_expired') return error.message
      throw error
    }
    if (!this.#isMadeAs(head)) {
      if (head.scoring !== undefined) await this.storage.setScoring(head.scoring, await ledger.scorings())
      // Last, since by it a copy that outlives the process is known as whole.
      if (head.indexVersion !== undefined) await this.storage.setIndexVersion(head.indexVersion)
    }
    this.#head = { ...head, change }
    return undefined
  }

  /** @throws CopyOutdated where the copy may be at fault, since it is from before; `storage_corrupt` where it was made just now. */
  async #hold(counters: ReadonlyMap<string, number>, isKept: boolean): Promise<void> {
    const check = async (): Promise<void> => checkCopiedCounters(counters, await this.storage.ledger.counters())
    await (isKept ? ofCopy(check) : check())
  }

  /** Where rows are put at once, what is left of a copy that was not made to its end is cleared by that. */
  async #beginLoad(): Promise<LoadRows | undefined> {
    const load = await this.storage.beginLoad?.()
    return load === undefined ? undefined : new LoadRows(load)
  }

  /** With the rows of a page, what they may be of is noted; with the last of them, that all is there. */
  async #mirror(ledger: Ledger, { rows, change }: WalkedPage): Promise<void> {
    const { durable } = this.storage.capabilities
    const seen = change ?? (await ledger.head()).change
    const mark = await markAt(ledger, seen)
    // Asked for after the rows and the new mark were read, so that all of them are of one past.
    await this.#checkPast(ledger)
    if (durable && this.#isUncertain) this.#position = await ofCopy(() => positionIn(this.storage.ledger))
    const before = this.#position
    const reading = { whole: before.whole, seen, ...(mark === undefined ? {} : { mark }) }
    const read = change === undefined ? reading : { ...reading, whole: change }
    this.#isUncertain = true
    await ofCopy(() =>
      mirrorRows(
        this.storage.ledger,
        rows,
        COPIED_AT,
        durable ? { first: amountsBetween(before, reading), last: amountsBetween(reading, read) } : undefined,
      ),
    )
    this.#isUncertain = false
    this.#position = read
  }

  /** @throws CopyOutdated */
  async #checkPast(ledger: Ledger): Promise<void> {
    if (!(await isOfOtherPast(ledger, this.#position))) return
    throw new CopyOutdated(
      `The registry has another change ${this.#position.seen} than the copy has seen: it was restored from a backup.`,
    )
  }

  #isMadeAs({ indexVersion, scoring }: LedgerHead): boolean {
    return indexVersion === this.#head.indexVersion && isSameScoring(scoring, this.#head.scoring)
  }
}

const OTHER_RULES = 'The registry is of another index version than the copy, so every row is another one.'

/** What is read of a copy, or written to it, and says that it is damaged or not the copy it was. */
const FAULTS_OF_COPY: readonly ErrorCode[] = ['storage_corrupt', 'supplier_code_taken', 'revision_conflict']

/** @throws CopyOutdated where the copy itself is at fault. */
async function ofCopy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RegistryError && FAULTS_OF_COPY.includes(error.code))) throw error
    throw new CopyOutdated(error.message, { cause: error })
  }
}

/** Records that have ended are copied too, and not counted by a ledger. */
function isCounted(row: LedgerRow): boolean {
  return row.kind === 'product' || (row.kind === 'record' && row.link !== undefined)
}
