import type { FeedFormat } from '@utpid/feed'
import type { AnnotatedForm } from '../uploads/upload-form.ts'

/** How a kept file was read, stored with the file. */
export interface KeptForm {
  readonly upload: AnnotatedForm
  readonly format: FeedFormat
  /** Default: UTF-8. */
  readonly encoding?: string
}

const MEDIA_TYPES: Readonly<Record<FeedFormat, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  xml: 'application/xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
}
const PACKED = /\.(?:gz|gzip|zst|zstd|zip)$/i
const EXTENSION = /\.[a-z0-9]{1,8}$/i

/** Returns the value of `Content-Type`. Only a table keeps an encoding other than UTF-8. */
export function contentTypeOf({ format, encoding = 'utf-8' }: KeptForm): string {
  return format === 'csv' ? `${MEDIA_TYPES.csv}; charset=${encoding}` : MEDIA_TYPES[format]
}

/** Returns the name of the unpacked file. */
export function fileNameOf({ format }: KeptForm, name: string | undefined, jobId: string): string {
  // A file may be packed twice.
  const unpacked = (name ?? '').replace(PACKED, '').replace(PACKED, '')
  if (unpacked === '') return `${jobId}.${format}`
  return EXTENSION.test(unpacked) ? unpacked : `${unpacked}.${format}`
}
