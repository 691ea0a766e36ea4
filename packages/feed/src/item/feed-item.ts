/** Every reason why a line cannot be read, with its description for the documentation. Stable. */
export const ITEM_ERROR_CODES = {
  invalid_json: 'The line or list element is not valid JSON.',
  not_an_object: 'The line or list element is JSON, but not an object.',
  too_deep: 'Lists and objects are nested more than 64 levels deep.',
  invalid_encoding: 'The line has bytes that are not text in the encoding of the source.',
  nul_byte: 'The line contains a NUL byte.',
  line_too_long: 'The line, list element or CSV row is longer than 1 MB (1,000,000 bytes).',
  cell_too_long: 'A value is longer than 100,000 characters, or the name of a field longer than 1,000.',
  too_slow: 'Reading the record took more than 1 second of CPU time.',
  invalid_xml: 'The record contains a character or an entity that XML does not allow.',
  invalid_cell: 'A cell of the sheet refers to a text that the workbook does not have.',
  too_few_columns: 'The CSV row has fewer columns than the header.',
  too_many_columns:
    'The CSV row has more columns than the header, and they are not empty; or an XML element has more than 2,000 attributes.',
  unclosed_quote: 'A quoted CSV field is never closed; reading continues with the next line.',
} as const

/** A stable code that says why a line or row cannot be read. */
export type ItemErrorCode = keyof typeof ITEM_ERROR_CODES

/** The reason why a line was not read. */
export interface ItemError {
  readonly code: ItemErrorCode
  /** One sentence for people. The sentence quotes the input if this is useful. */
  readonly message: string
}

/**
 * Every repair by the reader, with its description for the documentation. The reader does not change values: core
 * repairs those.
 */
export const FEED_REPAIR_CODES = {
  encoding_guessed:
    'Text that is not UTF-8 was read in the encoding that its bytes suggest; reported once, on the first such record.',
  column_renamed: 'A column name occurs twice and was read with a number; reported once, on the first record.',
  row_padded: 'The CSV row ends before its last columns, which are empty, as in other rows of the source.',
  xml_entity_decoded: 'The XML contains an entity of HTML, such as &eacute;, which XML does not define.',
  error_value_omitted: 'A cell of the sheet has an error value such as #N/A; it is read as empty.',
} as const

/** A stable code of a repair by the reader. */
export type FeedRepairCode = keyof typeof FEED_REPAIR_CODES

/** A repair of a row by the reader. */
export interface FeedRepair {
  readonly code: FeedRepairCode
  /** One sentence for people. */
  readonly message: string
}

/** A record in the shape that `@utpid/core` imports. It is not validated: core does that. */
export interface FeedRecord {
  /** 1-based line on which the record starts; the CSV header counts. */
  readonly line: number
  /** The fields `supplier, code, name, altNames, category, location, phone, ...`; unknown keys are in `extra`. */
  readonly record: Record<string, unknown>
  readonly repairs?: readonly FeedRepair[]
}

/** A line that could not be read. */
export interface FeedFailure {
  readonly line: number
  /** The line on which the row ends, if it is another line. */
  readonly endLine?: number
  readonly error: ItemError
}

/** An item that `readFeed` yields, in the order of the source. */
export type FeedItem = FeedRecord | FeedFailure

/** A raw row from the reader of a format, before its keys are mapped to fields. */
export type RawItem =
  | {
      readonly line: number
      /** The line on which the row ends, if it is another line. */
      readonly endLine?: number
      readonly row: Record<string, unknown>
      readonly repairs?: readonly FeedRepair[]
      /** The CPU time of parsing, in milliseconds. */
      readonly cpu: number
    }
  | FeedFailure

/** Creates an item for a line that cannot be read. */
export function failure(line: number, code: ItemErrorCode, message: string): FeedFailure {
  return { line, error: { code, message } }
}
