import { crc32 } from 'node:zlib'
import type { Change, ChangeNumber } from '@utpid/core/storage'
import { checkFeedPosition, MAX_EXPIRED_PER_COMMIT, type RetentionSettings } from '@utpid/core/storage'
import { decodeStamped, encodeStamped } from '../rows/row-encoding.ts'
import { idKey, idOf, textKey } from '../rows/row-keys.ts'
import type { LedgerTables, Table } from '../tables/lmdb-tables.ts'

/** The change feed and the idempotency keys of a durable ledger, and the expiry of changes and keys. */
export class ChangeRows {
  readonly #changeFeed: Table
  readonly #idempotencyKeys: Table
  /** The idempotency keys ordered by change, so that they expire in order. */
  readonly #idempotencyKeysByChange: Table
  readonly #settings: RetentionSettings
  /** The time of the oldest row of a table, if determined. No row expires earlier. */
  readonly #oldest = new Map<Table, number>()

  constructor({ table }: LedgerTables, settings: RetentionSettings) {
    this.#changeFeed = table.changes
    this.#idempotencyKeys = table.idempotencyKeys
    this.#idempotencyKeysByChange = table.idempotencyKeysByChange
    this.#settings = settings
  }

  /** Adds a change. Call this method inside a transaction. */
  add(entry: Change): void {
    const writtenAt = this.#settings.clock()
    this.#changeFeed.putTransferred(idKey(entry.change), encodeStamped(writtenAt, 0, JSON.stringify(entry)))
    if (entry.idempotencyKey !== undefined) {
      this.#idempotencyKeys.putTransferred(textKey(entry.idempotencyKey), encodeStamped(writtenAt, entry.change, ''))
      this.#idempotencyKeysByChange.putTransferred(
        idKey(entry.change),
        encodeStamped(writtenAt, 0, JSON.stringify(entry.idempotencyKey)),
      )
    }
    this.#expire(writtenAt)
  }

  /** Removes all changes but no idempotency keys. Call this method inside a transaction. */
  clear(): void {
    this.#changeFeed.clearSync()
    this.#oldest.delete(this.#changeFeed)
  }

  /** Returns the change of an idempotency key; undefined for a new or expired key. */
  changeOfKey(idempotencyKey: string): ChangeNumber | undefined {
    const value = this.#idempotencyKeys.get(textKey(idempotencyKey))
    if (value === undefined) return undefined
    const { first: writtenAt, second: change } = decodeStamped(value, `Idempotency key "${idempotencyKey}"`)
    return this.#settings.clock() - writtenAt > this.#settings.idempotencyKeyMs ? undefined : change
  }

  /**
   * Returns the change digest; 0 if the change is missing. Changes of two registries with the same number have
   * different digests.
   */
  digestOf(change: ChangeNumber): number {
    const value = this.#changeFeed.get(idKey(change))
    return value === undefined ? 0 : crc32(value)
  }

  /** @throws `changes_expired` */
  after(after: ChangeNumber, limit: number, head: ChangeNumber): Change[] {
    let oldest = head + 1
    for (const key of this.#changeFeed.getKeys({ limit: 1 })) oldest = idOf(key)
    checkFeedPosition(after, oldest, head)
    const changes: Change[] = []
    for (const { key, value } of this.#changeFeed.getRange({ start: idKey(after + 1), end: idKey(head + 1), limit })) {
      changes.push(JSON.parse(decodeStamped(value, `Change ${idOf(key)}`).text) as Change)
    }
    return changes
  }

  #expire(now: number): void {
    for (const { key } of this.#expired(this.#changeFeed, now - this.#settings.changeFeedMs))
      this.#changeFeed.remove(key)
    for (const { key, text } of this.#expired(this.#idempotencyKeysByChange, now - this.#settings.idempotencyKeyMs)) {
      this.#idempotencyKeysByChange.remove(key)
      const idempotencyKey = textKey(JSON.parse(text) as string)
      const value = this.#idempotencyKeys.get(idempotencyKey)
      // Skips a reused idempotency key: it belongs to a later change, which expires later.
      if (value !== undefined && decodeStamped(value, 'An idempotency key').second === idOf(key))
        this.#idempotencyKeys.remove(idempotencyKey)
    }
  }

  /** Returns the oldest rows before a time, as an array, since a range must not change during iteration. */
  #expired(table: Table, before: number): { key: Buffer; text: string }[] {
    const expired: { key: Buffer; text: string }[] = []
    if ((this.#oldest.get(table) ?? Number.NEGATIVE_INFINITY) >= before) return expired
    for (const { key, value } of table.getRange({ limit: MAX_EXPIRED_PER_COMMIT })) {
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
