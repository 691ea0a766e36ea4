/**
 * `@utpid/storage-conformance/service`: the tests that every store of a service passes, and those of jobs and limits in one
 * that several processes share.
 */

export { LimitProcesses } from './service/limit-processes.ts'
export { type ServiceJobsOptions, testServiceJobs } from './service/service-jobs.ts'
export { type ServiceLimitsOptions, testServiceLimits } from './service/service-limits.ts'
export { type ServiceStoreOptions, testServiceStore } from './service/service-store.ts'
