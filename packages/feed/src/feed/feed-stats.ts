/** What has been read so far; `readFeed` counts into the object that its caller gives. */
export interface FeedStats {
  /** Bytes as stored: compressed ones count as such. */
  bytesRead: number
  /** Bytes of the document as it is read: unpacked. */
  bytesUnpacked: number
  /** Size of the source in bytes, where it is known. */
  bytesTotal: number | undefined
  /** Records yielded. */
  records: number
  /** Lines yielded as errors. */
  errors: number
  /** Rows that did not meet the conditions, and were not yielded. */
  filtered: number
}

/** Counters at zero. */
export function createFeedStats(): FeedStats {
  return { bytesRead: 0, bytesUnpacked: 0, bytesTotal: undefined, records: 0, errors: 0, filtered: 0 }
}
