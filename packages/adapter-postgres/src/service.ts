/** `@utpid/adapter-postgres/service`: the store of a service, in the schema of its registry. */
export { openPostgresServiceStore } from './service/postgres-service-store.ts'
