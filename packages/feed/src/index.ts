/** `@utpid/feed`: reads what suppliers send, under whatever names and encodings, as records for `@utpid/core`. */
export { type Condition, parseWhere } from './condition.ts'
export { detectFormat, type FeedFormat } from './detect-format.ts'
export { FEED_ERROR_CODES, FeedError, type FeedErrorCode } from './feed-error.ts'
export {
  FEED_REPAIR_CODES,
  type FeedFailure,
  type FeedItem,
  type FeedRecord,
  type FeedRepair,
  type FeedRepairCode,
  ITEM_ERROR_CODES,
  type ItemError,
  type ItemErrorCode,
  MAX_LINE_BYTES,
} from './feed-item.ts'
export { FEED_LIMITS } from './feed-limits.ts'
export { createFeedStats, type FeedStats } from './feed-stats.ts'
export { FIELD_ALIASES } from './field-aliases.ts'
export { type Mapping, parseMapping, parseMappingFile, readMappingFile } from './mapping.ts'
export type { BytesListener, FeedSource } from './open-source.ts'
export { type ReadFeedOptions, readFeed } from './read-feed.ts'
export { type ReadLinesOptions, readLines } from './read-lines.ts'
export { RECORD_TARGETS } from './record-target.ts'
export { toRecord } from './to-record.ts'
