import type { ColumnReport } from '../columns/column-report.ts'

/** Counters of the items read so far. The caller passes this object to `readFeed`, which updates it. */
export interface FeedStats {
  /** Bytes read from the source as stored (compressed size). */
  bytesRead: number
  /** Bytes read from the document after unpacking. */
  bytesUnpacked: number
  /** Size of the source in bytes, if known. */
  bytesTotal: number | undefined
  /** Records yielded. */
  records: number
  /** Lines that yielded an error instead of a record. */
  errors: number
  /** Rows that did not meet the conditions and were not yielded. */
  filtered: number
  /** The columns with their fields; undefined until the reading ends. */
  columns: ColumnReport | undefined
}

/** Creates counters at zero. */
export function createFeedStats(): FeedStats {
  return {
    bytesRead: 0,
    bytesUnpacked: 0,
    bytesTotal: undefined,
    records: 0,
    errors: 0,
    filtered: 0,
    columns: undefined,
  }
}
