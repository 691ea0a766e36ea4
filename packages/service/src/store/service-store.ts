import type { RowStore, RowName as StoreRowName, RowWrite as StoreRowWrite } from '@utpid/core/storage'
import type { ServiceRows } from './service-tables.ts'

/** The store of everything outside the registry: accounts, keys, logs, jobs, webhooks. */
export type ServiceStore = RowStore<ServiceRows>

/** The table and key of a row. */
export type RowName = StoreRowName<ServiceRows>

/** A row to write, with its precondition. */
export type RowWrite = StoreRowWrite<ServiceRows>
