/**
 * `@utpid/adapter-memory/service`: what a service keeps beside its registry, on disk.
 */
export { openDurableServiceStore } from './service/durable-service-store.ts'
