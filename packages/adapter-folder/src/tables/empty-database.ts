import type { Database } from 'lmdb'

/**
 * Stands for a table that a read-only file does not have, because an earlier version of this package wrote the file
 * before the table existed. It has the read operations that `ChecksummedTable` uses.
 */
export const EMPTY_DATABASE: Database<Buffer, Buffer> = {
  get: () => undefined,
  getBinaryFast: () => undefined,
  doesExist: () => false,
  getKeys: () => [],
  getRange: () => [],
  getStats: () => ({ entryCount: 0 }),
  db: { stat: () => ({ entryCount: 0 }) },
} as unknown as Database<Buffer, Buffer>
