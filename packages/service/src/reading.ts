/** `@utpid/service/reading`: readers of uploads, apart from the service so that a thread starts with them alone. */
export type { InputItem, JobError } from './model/job.ts'
export { type BatchFormat, type BatchReading, readBatch } from './reading/read-batch.ts'
export { type Body, type FeedReader, type ReadItem, readFeedItems } from './reading/read-feed-items.ts'
export type { BatchEnvelope } from './reading/read-json-batch.ts'
export { TimeSlices } from './reading/time-slices.ts'
