/** `@utpid/service`: a hosted registry with accounts, keys, limits, jobs and webhooks, without HTTP. */
export { type Caller, OPERATOR } from './access/actor.ts'
export { ensureFirstAccount, type FirstAccount } from './accounts/first-account.ts'
export { type ServiceEnvironment, systemEnvironment } from './environment/environment.ts'
export { ServiceError } from './errors/service-error.ts'
export {
  type HostedService,
  type HostedServiceOptions,
  hostedService,
  type SignInOptions,
} from './hosted/hosted-service.ts'
export type { RetentionDays } from './jobs/handlers/retention-job.ts'
export type { Every } from './jobs/job-worker.ts'
export type { LimitRule } from './limits/limit-rules.ts'
export type { LimitDecision, Limiter, LimitState, LimitSubject } from './limits/limiter.ts'
export { LocalLimiter } from './limits/local-limiter.ts'
export type { Job } from './model/job.ts'
export { type SecretBox, secretBox } from './secrets/seal.ts'
export { MemoryServiceStore } from './store/memory-service-store.ts'
export type { ServiceStore } from './store/service-store.ts'
export { SERVICE_TABLES } from './store/service-tables.ts'
export type { DestinationGuardOptions } from './webhooks/destination/destination-guard.ts'
