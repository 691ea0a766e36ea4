import { crc32 } from 'node:zlib'
import type { Change, ChangeNumber } from '@utpid/core/storage'
import { checkReach, EXPIRED_PER_COMMIT, type RetentionSettings } from '@utpid/core/storage'
import { decodeStamped, encodeStamped } from '../rows/row-encoding.ts'
import { idKey, idOf, textKey } from '../rows/row-keys.ts'
import type { LedgerTables, Table } from '../tables/lmdb-tables.ts'

/** The change feed and the idempotency keys of a durable ledger, with their expiry. */
export class ChangeRows {
  readonly #feed: Table
  readonly #tokens: Table
  /** Index of the idempotency keys by change, to expire them in order. */
  readonly #tokensByChange: Table
  readonly #settings: RetentionSettings
  /** Time of the oldest known row of a table: no row expires before it. */
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

  /** Inside a transaction: removes all changes; idempotency keys stay. */
  clear(): void {
    this.#feed.clearSync()
    this.#oldest.delete(this.#feed)
  }

  /** Returns the change of an idempotency key; undefined if it is unknown or expired. */
  changeOf(token: string): ChangeNumber | undefined {
    const value = this.#tokens.get(textKey(token))
    if (value === undefined) return undefined
    const { first: writtenAt, second: change } = decodeStamped(value, `Idempotency key "${token}"`)
    return this.#settings.clock() - writtenAt > this.#settings.tokenMilliseconds ? undefined : change
  }

  /**
   * Returns the change digest, which differs from that of another registry under the same number; 0 if the change is
   * missing.
   */
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
      // An idempotency key used again belongs to a later change, with its own expiry.
      if (value !== undefined && decodeStamped(value, 'An idempotency key').second === idOf(key))
        this.#tokens.remove(token)
    }
  }

  /** Returns the oldest rows before a time as an array, since a range must not change during iteration. */
  #expired(table: Table, before: number): { key: Buffer; text: string }[] {
    const expired: { key: Buffer; text: string }[] = []
    if ((this.#oldest.get(table) ?? Number.NEGATIVE_INFINITY) >= before) return expired
    for (const { key, value } of table.getRange({ limit: EXPIRED_PER_COMMIT })) {
      const { first: writtenAt, text } = decodeStamped(value, `Change ${idOf(key)} of the change feed`)
      if (writtenAt >= before) {
        this.#oldest.set(table, writtenAt)
        break
      }
      expired.push({ key, text })
    }
    return expired
  }
}
