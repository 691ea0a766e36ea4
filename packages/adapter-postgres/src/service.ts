/**
 * `@utpid/adapter-postgres/service`: what a service keeps beside its registry, in the same schema.
 */
export { openPostgresServiceStore } from './service/postgres-service-store.ts'
