import type { FeedFormat, Mapping } from '@utpid/feed'

/** What an upload is and how it is written. Plain data: a thread is told it. */
export type UploadForm = {
  /** Bytes that it may have, also where it is gzip itself and no `Content-Encoding` says so. */
  readonly bytesMost: number
} & (
  | { readonly kind: 'import'; readonly format: FeedFormat; readonly mapping?: Mapping }
  | {
      readonly kind: 'batch-map'
      readonly format: 'json' | 'ndjson' | 'csv'
      /** Inputs that it may have. */
      readonly inputsMost: number
    }
)
