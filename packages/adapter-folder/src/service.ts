/** `@utpid/adapter-folder/service`: the store of a service, in the folder of its registry. */
export { openDurableServiceStore } from './service/durable-service-store.ts'
