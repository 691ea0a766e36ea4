import type { RowStore, RowName as StoreRowName, RowWrite as StoreRowWrite } from '@utpid/core/storage'
import type { ServiceRows } from './service-tables.ts'

/** Where a service keeps what is not the registry: accounts, keys, logs, jobs, webhooks. */
export type ServiceStore = RowStore<ServiceRows>

/** The table and the key of a row of a service. */
export type RowName = StoreRowName<ServiceRows>

/** A row of a service that is to be written, and what it must have been. */
export type RowWrite = StoreRowWrite<ServiceRows>
