/** How a feed is written. */
export type FeedFormat = 'csv' | 'ndjson' | 'json'
