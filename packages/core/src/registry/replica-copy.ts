import { RegistryError } from '../model/registry-error.ts'
import type { LoadProgress } from '../storage/bulk-load.ts'
import type { Ledger, LedgerHead } from '../storage/ledger.ts'
import type { LedgerRow } from '../storage/ledger-row.ts'
import type { ChangeNumber } from '../storage/rows.ts'
import { isSameScoring } from '../storage/scoring-name.ts'
import type { Storage } from '../storage/storage.ts'
import { LoadRows } from './load-rows.ts'
import { mirrorRows } from './mirror-rows.ts'
import {
  amountsBetween,
  isPastOf,
  markAt,
  NOTHING_COPIED,
  positionIn,
  type ReplicaPosition,
} from './replica-position.ts'
import { type WalkedPage, walkLedger } from './walk-ledger.ts'

/** Told how far a copy is that is being made. */
export interface OnCopied {
  /** So many more records that have not ended, and products, were read. */
  readonly rows: (more: number) => void
  /** All is read, and is being written. */
  readonly writing: (progress: LoadProgress) => void
}

/** What a ledger holds, in a storage of this process, as of one of its changes. */
export class ReplicaCopy {
  readonly storage: Storage
  #head: LedgerHead
  /** What the storage says of it; of one that ends with the process nobody asks. */
  #position: ReplicaPosition

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
    return (await copy.#take(ledger, head, undefined, copied)) ? copy : undefined
  }

  /**
   * The copy that a storage holds from before.
   *
   * @returns undefined when it holds none, or one of another ledger, of another past of it, or that the feed does not
   *   reach back to.
   */
  static async kept(ledger: Ledger, storage: Storage, head: LedgerHead): Promise<ReplicaCopy | undefined> {
    const { change, indexVersion, scoring } = await storage.ledger.head()
    const position = await positionIn(storage.ledger)
    if (change > 0 && position.whole === 0) return undefined
    if (indexVersion === undefined || indexVersion !== head.indexVersion) return undefined
    if (!(await isPastOf(ledger, position))) return undefined
    const at = { change: position.whole, indexVersion, ...(scoring === undefined ? {} : { scoring }) }
    const copy = new ReplicaCopy(storage, at, position)
    return (await copy.follow(ledger, head, () => undefined)) ? copy : undefined
  }

  /** The last change of the ledger that it shows. */
  get change(): ChangeNumber {
    return this.#head.change
  }

  get head(): LedgerHead {
    return this.#head
  }

  /**
   * Takes in what came since.
   *
   * @param shows - Called when a change shows.
   * @returns false when the feed does not reach back: it is to be made anew.
   */
  async follow(ledger: Ledger, head: LedgerHead, shows: () => void): Promise<boolean> {
    // Under other rules every row is another one.
    if (this.#head.indexVersion !== undefined && head.indexVersion !== this.#head.indexVersion) return false
    if (head.change === this.#head.change && this.#isMadeAs(head)) return true
    const isTaken = await this.#take(ledger, head, this.#head.change)
    if (isTaken) shows()
    return isTaken
  }

  async #take(ledger: Ledger, head: LedgerHead, after: ChangeNumber | undefined, copied?: OnCopied): Promise<boolean> {
    let { change } = head
    let load = after === undefined ? await this.#beginLoad() : undefined
    try {
      for await (const page of walkLedger(ledger, { head, ...(after === undefined ? {} : { after }) })) {
        if (load === undefined) await this.#mirror(ledger, page)
        else if (page.from === 'scan') await load.put(page.rows)
        else {
          const late = await load.finish((progress) => copied?.writing(progress))
          load = undefined
          await this.#mirror(ledger, { ...page, rows: [...late, ...page.rows] })
        }
        change = page.change ?? change
        if (page.from === 'scan') copied?.rows(page.rows.filter(isCounted).length)
      }
    } catch (error) {
      await load?.abandon()
      if (error instanceof RegistryError && error.code === 'changes_expired') return false
      throw error
    }
    if (!this.#isMadeAs(head)) {
      if (head.scoring !== undefined) await this.storage.setScoring(head.scoring, await ledger.scorings())
      // Last, since by it a copy that outlives the process is known as whole.
      if (head.indexVersion !== undefined) await this.storage.setIndexVersion(head.indexVersion)
    }
    this.#head = { ...head, change }
    return true
  }

  /** Where rows are put at once, what is left of a copy that was not made to its end is cleared by that. */
  async #beginLoad(): Promise<LoadRows | undefined> {
    const load = await this.storage.beginLoad?.()
    return load === undefined ? undefined : new LoadRows(load)
  }

  /** With the rows of a page, what they may be of is noted; with the last of them, that all is there. */
  async #mirror(ledger: Ledger, { rows, change }: WalkedPage): Promise<void> {
    if (!this.storage.capabilities.durable) return await mirrorRows(this.storage.ledger, rows, COPIED_AT)
    const before = this.#position
    const seen = change ?? (await ledger.head()).change
    const mark = await markAt(ledger, seen)
    const reading = { whole: before.whole, seen, ...(mark === undefined ? {} : { mark }) }
    const read = change === undefined ? reading : { ...reading, whole: change }
    await mirrorRows(this.storage.ledger, rows, COPIED_AT, {
      first: amountsBetween(before, reading),
      last: amountsBetween(reading, read),
    })
    this.#position = read
  }

  #isMadeAs({ indexVersion, scoring }: LedgerHead): boolean {
    return indexVersion === this.#head.indexVersion && isSameScoring(scoring, this.#head.scoring)
  }
}

/** Records that have ended are copied too, and not counted by a ledger. */
function isCounted(row: LedgerRow): boolean {
  return row.kind === 'product' || (row.kind === 'record' && row.link !== undefined)
}

/** When a row was copied says nothing of it. */
const COPIED_AT = '1970-01-01T00:00:00.000Z'
