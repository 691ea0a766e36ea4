/**
 * `@utpid/adapter-memory`: a registry in the memory of one process. The registry is lost when the process exits;
 * `@utpid/adapter-folder` stores a registry in a folder.
 */
export { createMemoryStorage, type MemoryStorageOptions } from './storage/memory-storage.ts'
