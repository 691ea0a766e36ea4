/**
 * `@utpid/adapter-folder/service`: the store of a service, beside the registry in its folder.
 */
export { openDurableServiceStore } from './service/durable-service-store.ts'
