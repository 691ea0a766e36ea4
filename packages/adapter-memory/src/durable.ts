/**
 * `@utpid/adapter-memory/durable`: the same registry with its truth in a folder. What a commit
 * answered is on disk; the index is made anew on opening.
 */
export { type DurableStorage, type DurableStorageOptions, openDurableStorage } from './durable/durable-storage.ts'
