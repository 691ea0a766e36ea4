/** Format of a feed. The service detects `other` by the content. */
export type FeedFormat = 'csv' | 'ndjson' | 'json' | 'other'
