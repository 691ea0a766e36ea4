/** `@utpid/adapter-postgres/service`: the store of a service, in the schema of the registry that it serves. */
export { openPostgresServiceStore } from './service/postgres-service-store.ts'
