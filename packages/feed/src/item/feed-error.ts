/** Every code of a {@link FeedError}, with the sentence that documents it. Stable: a code is never renamed. */
export const FEED_ERROR_CODES = {
  file_not_found: 'There is no file at the path.',
  is_a_folder: 'The path names a folder; name the files in it.',
  no_permission: 'The file may not be read by this user.',
  read_failed: 'The operating system failed while reading; what was yielded before is good.',
  not_gzip: 'The name ends in .gz but the bytes are not gzip.',
  broken_gzip: 'The gzip data is damaged; what was yielded before is good.',
  truncated_gzip: 'The gzip data ends too early; what was yielded before is good.',
  unsupported_compression: 'The source is a zip, bzip2, xz or zstd archive; only gzip is read.',
  unsupported_format: 'The source is XML, HTML or binary data; only JSON Lines, JSON and CSV are read.',
  wrong_format: 'The source begins as another format than the one that was given, such as JSON given as CSV.',
  unsupported_encoding: 'The source is UTF-32; only UTF-8, UTF-16 and, for CSV, Windows-1252 are read.',
  document_too_large: 'The source is larger, unpacked, than a document may be; what was yielded before is good.',
  truncated_json: 'The JSON ends inside a value or a list; what was yielded before is good.',
  column_name_too_long: 'A column of the CSV header has a name of more than 1,000 characters.',
  header_too_large: 'The CSV header has more than 2,000 columns, or names of more than 64,000 characters together.',
  no_usable_column: 'No column of the CSV header is a name, a code or an identifier.',
  unknown_column: 'The mapping or a condition names a column that the source does not have.',
  records_within: 'The JSON is one object without a name, a code or an identifier, and holds a list of objects.',
  unknown_target: 'The mapping names a field that the record shape does not have.',
  invalid_mapping: 'The mapping is not of the form target=column or not a mapping file.',
  invalid_condition: 'A condition is not of the form field=value or field!=value.',
} as const

/** A stable code: why a source cannot be read. */
export type FeedErrorCode = keyof typeof FEED_ERROR_CODES

/**
 * The whole source cannot be read, or not any further.
 *
 * `code` is stable and for programs, `message` is one sentence for people that names the cure. A single
 * broken line never throws: it is an item with an `error` (see {@link ITEM_ERROR_CODES}).
 */
export class FeedError extends Error {
  override readonly name = 'FeedError'
  readonly code: FeedErrorCode

  constructor(code: FeedErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
  }
}
