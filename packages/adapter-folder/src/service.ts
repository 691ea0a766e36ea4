/** `@utpid/adapter-folder/service`: the store of a service, in the folder of the registry that it serves. */
export { openDurableServiceStore } from './service/durable-service-store.ts'
