/** `@utpid/service/reading`: readers of uploads. A separate entry point, so that a thread loads nothing else. */
export type { InputItem, JobError } from './model/job.ts'
export { type BatchFormat, type BatchReading, readBatch } from './reading/read-batch.ts'
export { type Body, type FeedReader, type ReadItem, readFeedItems } from './reading/read-feed-items.ts'
export type { BatchEnvelope } from './reading/read-json-batch.ts'
export { TimeSlices } from './reading/time-slices.ts'
