import type { RetentionOptions } from '@utpid/core/adapter'

/** What both storages of this package can be told. */
export interface MemoryStorageOptions extends RetentionOptions {}
