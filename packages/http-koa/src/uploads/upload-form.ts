import type { FeedFormat, Mapping, RemovalCondition } from '@utpid/feed'

/** How the file of a concordance is read. */
interface ConcordanceForm {
  /** Default: detected. */
  readonly format?: FeedFormat
  /** Columns of a CSV without a header. */
  readonly columns?: readonly string[]
  /** Place of the rows inside JSON. */
  readonly records?: string
  readonly encoding?: string
  /** File to read from a zip archive. */
  readonly entry?: string
  /** The name of a recipe with a concordance. */
  readonly recipe?: string
  /** The supplier of codes without one. */
  readonly supplier?: string
}

/** The kind and format of an upload, as plain data that can be sent to a thread. */
export type UploadForm = {
  /** Maximum unpacked bytes, also for a gzip file without `Content-Encoding`. */
  readonly maxBytes: number
} & (
  | {
      readonly kind: 'import'
      /** Default: detected. */
      readonly format?: FeedFormat
      readonly mapping?: Mapping
      /** Columns of a CSV without a header. */
      readonly columns?: readonly string[]
      /** Place of the records inside JSON. */
      readonly records?: string
      readonly encoding?: string
      /** File to read from a zip archive. */
      readonly entry?: string
      /** The name of a recipe of `@utpid/feed`. */
      readonly recipe?: string
      /** Conditions of rows that are removals. */
      readonly removedWhen?: readonly RemovalCondition[]
      /** True if every row is a removal. */
      readonly removedOnly?: boolean
    }
  | ({ readonly kind: 'concordance' } & ConcordanceForm)
  | {
      readonly kind: 'batch-map'
      readonly format: 'json' | 'ndjson' | 'csv'
      /** Maximum inputs. */
      readonly maxInputs: number
      /** Columns of a CSV without a header. */
      readonly columns?: readonly string[]
      /** Encoding of a CSV. */
      readonly encoding?: string
    }
)

/** The form of a file that is returned with results. */
export type AnnotatedForm = Exclude<UploadForm, { readonly kind: 'concordance' }>
