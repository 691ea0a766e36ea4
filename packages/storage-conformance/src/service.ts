/**
 * `@utpid/storage-conformance/service`: the tests that every store of a service passes.
 */
export { type ServiceStoreOptions, testServiceStore } from './service/service-store.ts'
