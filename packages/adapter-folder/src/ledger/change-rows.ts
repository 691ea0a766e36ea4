import { crc32 } from 'node:zlib'
import type { Change, ChangeNumber } from '@utpid/core'
import { checkReach, EXPIRED_PER_COMMIT, type RetentionSettings } from '@utpid/core/adapter'
import { decodeStamped, encodeStamped } from '../rows/row-encoding.ts'
import { idKey, idOf, textKey } from '../rows/row-keys.ts'
import type { LedgerTables, Table } from '../tables/lmdb-tables.ts'

/** The feed and the tokens of a durable ledger, each forgotten in its time. */
export class ChangeRows {
  readonly #feed: Table
  readonly #tokens: Table
  /** So that tokens can be forgotten in the order in which they came. */
  readonly #tokensByChange: Table
  readonly #settings: RetentionSettings
  /** When the oldest row of a table was written, as far as that is known: until it expires, nothing does. */
  readonly #oldest = new Map<Table, number>()

  constructor({ table }: LedgerTables, settings: RetentionSettings) {
    this.#feed = table.feed
    this.#tokens = table.tokens
    this.#tokensByChange = table.tokensByChange
    this.#settings = settings
  }

  /** Inside a transaction. */
  add(entry: Change): void {
    const writtenAt = this.#settings.clock()
    this.#feed.putOwn(idKey(entry.change), encodeStamped(writtenAt, 0, JSON.stringify(entry)))
    if (entry.token !== undefined) {
      this.#tokens.putOwn(textKey(entry.token), encodeStamped(writtenAt, entry.change, ''))
      this.#tokensByChange.putOwn(idKey(entry.change), encodeStamped(writtenAt, 0, JSON.stringify(entry.token)))
    }
    this.#forget(writtenAt)
  }

  /** Lets go of every entry; tokens stay. Inside a transaction. */
  clear(): void {
    this.#feed.clearSync()
    this.#oldest.delete(this.#feed)
  }

  /** The change that a token stands for, while it is remembered. */
  changeOf(token: string): ChangeNumber | undefined {
    const value = this.#tokens.get(textKey(token))
    if (value === undefined) return undefined
    const { first: writtenAt, second: change } = decodeStamped(value, `Token "${token}"`)
    return this.#settings.clock() - writtenAt > this.#settings.tokenMilliseconds ? undefined : change
  }

  /** Tells an entry from that of another registry under the same number; 0 when there is none. */
  markOf(change: ChangeNumber): number {
    const value = this.#feed.get(idKey(change))
    return value === undefined ? 0 : crc32(value)
  }

  /** @throws `changes_expired` */
  after(after: ChangeNumber, limit: number, head: ChangeNumber): Change[] {
    let oldest = head + 1
    for (const key of this.#feed.getKeys({ limit: 1 })) oldest = idOf(key)
    checkReach(after, oldest, head)
    const changes: Change[] = []
    for (const { key, value } of this.#feed.getRange({ start: idKey(after + 1), end: idKey(head + 1), limit })) {
      changes.push(JSON.parse(decodeStamped(value, `Change ${idOf(key)}`).text) as Change)
    }
    return changes
  }

  #forget(now: number): void {
    for (const { key } of this.#expired(this.#feed, now - this.#settings.feedMilliseconds)) this.#feed.remove(key)
    for (const { key, text } of this.#expired(this.#tokensByChange, now - this.#settings.tokenMilliseconds)) {
      this.#tokensByChange.remove(key)
      const token = textKey(JSON.parse(text) as string)
      const value = this.#tokens.get(token)
      // A token that was used again since stands for a later change, which has its own time.
      if (value !== undefined && decodeStamped(value, 'A token').second === idOf(key)) this.#tokens.remove(token)
    }
  }

  /** The oldest rows written before a time, gathered first: a range must not be changed while it is walked. */
  #expired(table: Table, before: number): { key: Buffer; text: string }[] {
    const expired: { key: Buffer; text: string }[] = []
    if ((this.#oldest.get(table) ?? Number.NEGATIVE_INFINITY) >= before) return expired
    for (const { key, value } of table.getRange({ limit: EXPIRED_PER_COMMIT })) {
      const { first: writtenAt, text } = decodeStamped(value, `Entry ${idOf(key)} of the feed`)
      if (writtenAt >= before) {
        this.#oldest.set(table, writtenAt)
        break
      }
      expired.push({ key, text })
    }
    return expired
  }
}
