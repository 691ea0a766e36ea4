import { RegistryError } from '../model/registry-error.ts'
import type { Ledger, LedgerHead } from '../storage/ledger.ts'
import type { LedgerRow } from '../storage/ledger-row.ts'
import type { ChangeNumber } from '../storage/rows.ts'
import { isSameScoring } from '../storage/scoring-name.ts'
import type { Storage } from '../storage/storage.ts'
import { mirrorRows } from './mirror-rows.ts'
import { walkLedger } from './walk-ledger.ts'

/** What a ledger holds, in a storage of this process, as of one of its changes. */
export class ReplicaCopy {
  readonly storage: Storage
  #head: LedgerHead

  private constructor(storage: Storage, head: LedgerHead) {
    this.storage = storage
    this.#head = head
  }

  /**
   * @param head - Of the ledger, from before anything else of it was read.
   * @param copied - Told of each page how many records that have not ended, and products, it had.
   * @returns undefined when the ledger was switched or restored meanwhile: to be made again.
   */
  static async make(
    ledger: Ledger,
    storage: Storage,
    head: LedgerHead,
    copied: (rows: number) => void,
  ): Promise<ReplicaCopy | undefined> {
    const { indexVersion: _, scoring: __, ...bare } = head
    const copy = new ReplicaCopy(storage, bare)
    return (await copy.#take(ledger, head, undefined, copied)) ? copy : undefined
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

  async #take(
    ledger: Ledger,
    head: LedgerHead,
    after: ChangeNumber | undefined,
    copied: (rows: number) => void = () => undefined,
  ): Promise<boolean> {
    let { change } = head
    try {
      for await (const page of walkLedger(ledger, { head, ...(after === undefined ? {} : { after }) })) {
        // When a row was copied says nothing of it.
        await mirrorRows(this.storage.ledger, page.rows, COPIED_AT)
        change = page.change ?? change
        if (page.from === 'scan') copied(page.rows.filter(isCounted).length)
      }
    } catch (error) {
      if (error instanceof RegistryError && error.code === 'changes_expired') return false
      throw error
    }
    if (!this.#isMadeAs(head)) {
      if (head.scoring !== undefined) await this.storage.setScoring(head.scoring, await ledger.scorings())
      if (head.indexVersion !== undefined) await this.storage.setIndexVersion(head.indexVersion)
    }
    this.#head = { ...head, change }
    return true
  }

  #isMadeAs({ indexVersion, scoring }: LedgerHead): boolean {
    return indexVersion === this.#head.indexVersion && isSameScoring(scoring, this.#head.scoring)
  }
}

/** Records that have ended are copied too, and not counted by a ledger. */
function isCounted(row: LedgerRow): boolean {
  return row.kind === 'product' || (row.kind === 'record' && row.link !== undefined)
}

const COPIED_AT = '1970-01-01T00:00:00.000Z'
