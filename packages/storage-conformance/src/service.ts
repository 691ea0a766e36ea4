/**
 * `@utpid/storage-conformance/service`: tests that every store of a service must pass. Also tests jobs and limits in a
 * store that several processes share.
 */

export { LimitProcesses } from './service/limit-processes.ts'
export { type ServiceJobsOptions, testServiceJobs } from './service/service-jobs.ts'
export { type ServiceLimitsOptions, testServiceLimits } from './service/service-limits.ts'
export { type ServiceStoreOptions, testServiceStore } from './service/service-store.ts'
