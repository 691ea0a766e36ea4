/** A range of rows of a table, in key order. */
export interface TableRange {
  readonly start?: Buffer
  readonly exclusiveStart?: boolean
  readonly end?: Buffer
  readonly inclusiveEnd?: boolean
  /** Whether the order is descending from `start`. */
  readonly reverse?: boolean
  readonly limit?: number
}

/**
 * One table of a ledger. It stores values from `row-encoding.ts` under keys from `row-keys.ts`. The stored checksums
 * are masked: each is combined with the table and the key, so that a value under another key counts as damaged.
 */
export interface LedgerTable {
  get(key: Buffer): Buffer | undefined
  /**
   * Returns the stored bytes with a masked checksum, in a buffer that the next read may overwrite. Use the `length` of
   * the array, not the length of its buffer.
   */
  peek(key: Buffer): Uint8Array | undefined
  /** Returns a copy of bytes from {@link peek}, in the form that `get` returns. */
  unmasked(key: Buffer, bytes: Uint8Array): Buffer
  /**
   * Writes a row. Call this method inside a transaction: outside a transaction, a write that fails for lack of space
   * never settles.
   */
  put(key: Buffer, value: Buffer): Promise<boolean>
  /** Writes a row like {@link put}, but may mask the checksum inside `value`. The caller must not use `value` again. */
  putTransferred(key: Buffer, value: Buffer): Promise<boolean>
  readonly entries: number
  /** Removes all rows. Call this method inside a transaction. */
  clearSync(): void
  remove(key: Buffer): Promise<boolean>
  doesExist(key: Buffer): boolean
  getKeys(range: TableRange): Iterable<Buffer>
  getRange(range?: TableRange): Generator<{ key: Buffer; value: Buffer }, void>
}
