/** Which rows of a table, in the order of their keys. */
export interface TableRange {
  readonly start?: Buffer
  readonly exclusiveStart?: boolean
  readonly end?: Buffer
  readonly inclusiveEnd?: boolean
  /** From `start` down. */
  readonly reverse?: boolean
  readonly limit?: number
}

/** One table of a ledger: values of `row-encoding.ts` under keys of `row-keys.ts`. */
export interface LedgerTable {
  get(key: Buffer): Buffer | undefined
  /**
   * The bytes as they lie here, still bound to their place, in a buffer that the next read may overwrite. Its `length`
   * counts, not that of the memory under it.
   */
  peek(key: Buffer): Uint8Array | undefined
  /** A copy of bytes that {@link peek} showed, as `get` answers them. */
  unbound(key: Buffer, bytes: Uint8Array): Buffer
  /** Inside a transaction: alone, a write that fails for want of space would be waited for without end. */
  put(key: Buffer, value: Buffer): Promise<boolean>
  /** As {@link put}, of bytes that nobody else holds: they are bound to their place as they are, and are not copied. */
  putOwn(key: Buffer, value: Buffer): Promise<boolean>
  /** How many there are. */
  readonly entries: number
  /** Inside a transaction, as all that writes. */
  clearSync(): void
  remove(key: Buffer): Promise<boolean>
  doesExist(key: Buffer): boolean
  getKeys(range: TableRange): Iterable<Buffer>
  getRange(range?: TableRange): Generator<{ key: Buffer; value: Buffer }, void>
}
