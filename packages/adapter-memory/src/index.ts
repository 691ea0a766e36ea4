/**
 * `@utpid/adapter-memory`: a registry that lives in the process. What it holds ends with the
 * process; `@utpid/adapter-memory/durable` keeps it in a folder.
 */
export { createMemoryStorage, type MemoryStorageOptions } from './memory-storage.ts'
