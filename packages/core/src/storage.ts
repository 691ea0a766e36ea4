/**
 * `@utpid/core/storage`: the contract of a row store, which holds the accounts, keys and jobs of a service, and the
 * checks that every such store shares.
 */
export { checkRange, checkReadKeys, checkWrites, rangeBounds } from './storage/row-store/check-writes.ts'
export { keyParts, keyPrefix, numberPart, rowKey } from './storage/row-store/row-key.ts'
export {
  type Expected,
  type KeyRange,
  READ_MOST,
  type RowName,
  type RowStore,
  type RowTables,
  type RowWrite,
  type StoredRow,
  type TableOf,
  WRITES_MOST,
} from './storage/row-store/row-store.ts'
export { WriteListeners } from './storage/row-store/write-listeners.ts'
