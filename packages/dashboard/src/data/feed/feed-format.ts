/** Format of a feed. */
export type FeedFormat = 'csv' | 'ndjson' | 'json'
