/** Every code of a {@link FeedError}, with its description for the documentation. Stable: a code is never renamed. */
export const FEED_ERROR_CODES = {
  file_not_found: 'The file does not exist.',
  is_a_folder: 'The path is a folder; name the files in it.',
  no_permission: 'This user has no permission to read the file.',
  read_failed: 'The operating system failed while reading; the items before the error are valid.',
  not_gzip: 'The name ends in .gz but the bytes are not gzip.',
  broken_gzip: 'The gzip data is damaged; the items before the error are valid.',
  truncated_gzip: 'The gzip data ends too early; the items before the error are valid.',
  broken_compression: 'The zstd or zip data is damaged; the items before the error are valid.',
  truncated_compression: 'The zstd or zip data ends too early; the items before the error are valid.',
  zstd_window_too_large: 'The zstd data asks for a window above 128 MB.',
  expands_too_far: 'The packed source unpacks to more than 1,000 times its size; the items before the error are valid.',
  too_many_layers: 'The source is packed more than twice.',
  too_many_files: 'The zip archive has more than 10,000 files.',
  several_files: 'The zip archive has several data files; the option `entry` names one.',
  no_file_inside: 'The zip archive has no data file.',
  unknown_entry: 'The option `entry` names a file that the source does not have.',
  unsupported_compression:
    'The source is packed with bzip2, xz, 7z, RAR, a password or a rare method; only gzip, zstd and zip are supported.',
  unsupported_format: 'The source is HTML, or binary data of a format that is not supported.',
  wrong_format: 'The content of the source contradicts the given format, such as JSON given as CSV.',
  unsupported_encoding: 'The source is UTF-32; save it as UTF-8.',
  unknown_encoding: 'The option `encoding` is not the name of an encoding.',
  document_too_large: 'The unpacked source exceeds the size limit of a document; the items before the error are valid.',
  truncated_json: 'The JSON ends inside a value or a list; the items before the error are valid.',
  invalid_xml: 'The XML is malformed; the message names the line, and the items before the error are valid.',
  truncated_xml: 'The XML ends before its last element is closed; the items before the error are valid.',
  xml_entities: 'The XML uses an entity that its DOCTYPE defines. Such entities are never expanded.',
  invalid_workbook:
    'The file is not a workbook of Excel (.xlsx), or a part is missing, damaged or contradicts another.',
  unsupported_workbook: 'The workbook is encrypted, or has another format than .xlsx: .xls, .xlsb, .ods or .numbers.',
  workbook_too_large: 'The workbook exceeds a limit, such as the size of its parts after unpacking.',
  invalid_parquet: 'The Parquet file is damaged or contradicts itself; the items before the error are valid.',
  unsupported_parquet: 'The Parquet file is encrypted, or uses an encoding, type or compression that is not supported.',
  parquet_too_large: 'A page, the metadata or the schema of the Parquet file exceeds a limit of memory.',
  column_name_too_long: 'A column name in the CSV header has more than 1,000 characters.',
  header_too_large: 'The CSV header has more than 2,000 columns, or more than 64,000 characters in all names together.',
  no_usable_column: 'No column of the CSV header is a name, a code or an identifier.',
  unknown_column: 'The mapping or a condition names a column that the source does not have.',
  several_record_lists:
    'The JSON has several lists of objects that may be the records; the option `records` names one.',
  unknown_records:
    'The option `records` names no list, element or sheet of the source; XML has no element near its start; or no visible sheet has rows.',
  no_header: 'The first row of the CSV is data, not a header; the option `columns` names the columns.',
  not_annotatable: 'Results cannot be appended to the source: it is XML or Parquet, or its sheet has no free column.',
  unknown_target: 'The mapping names a field that the record shape does not have.',
  invalid_mapping: 'The mapping is neither of the form target=column nor a mapping file.',
  invalid_recipe: 'The recipe is not JSON, or one of its parts has a wrong form or names an unknown field.',
  unknown_recipe: 'There is no recipe of this name.',
  invalid_condition: 'A condition is not of the form field=value or field!=value.',
} as const

/** A stable code that says why a source cannot be read. */
export type FeedErrorCode = keyof typeof FEED_ERROR_CODES

/**
 * The error of a source that cannot be read, or cannot be read to its end.
 *
 * `code` is stable and meant for programs. `message` is one sentence for people and contains the remedy. A single
 * broken line never causes this error: it yields an item with an `error` (see {@link ITEM_ERROR_CODES}).
 */
export class FeedError extends Error {
  override readonly name = 'FeedError'
  readonly code: FeedErrorCode

  constructor(code: FeedErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
  }
}
