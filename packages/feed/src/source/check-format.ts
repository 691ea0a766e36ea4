import { FeedError } from '../item/feed-error.ts'
import type { FeedFormat } from './detect-format.ts'

const XML = /^\s{0,1000}<(?:[?!]|[\p{L}_])/u
const FORMAT_NAMES = { csv: 'CSV', json: 'JSON', jsonl: 'JSON Lines', xml: 'XML', xlsx: 'XLSX', parquet: 'Parquet' }
const JSON_IN_CSV = /^\s{0,1000}(?:\{\s{0,1000}["}]|\[\s{0,1000}[{[\]"\d])/
/**
 * Matches an empty list, or a list of empty lists. Such a source has no record, and no other format starts with such a
 * list.
 */
const EMPTY_LIST = /^\s{0,1000}\[[\s[\]]*$/

/**
 * Rejects a source whose first bytes contradict the given format. Otherwise each of its lines would yield an error, and
 * none of these errors would name the cause.
 *
 * @param head - The first bytes as UTF-8, unpacked and without a byte order mark: two lines, or 64 KB if the lines are
 *   longer.
 * @throws {FeedError} `wrong_format`
 */
export function checkFormat(head: Buffer, format: FeedFormat, name: string): void {
  const text = head.toString('utf8')
  if (text.trim() === '') return
  if (XML.test(text) !== (format === 'xml')) {
    const other = FORMAT_NAMES[format]
    throw wrong(
      format === 'xml'
        ? `${name} is not XML, although the given format is XML; use the format that it has.`
        : `${name} is XML, but the given format is ${other}; use XML (application/xml).`,
    )
  }
  if (format === 'csv') {
    if (JSON_IN_CSV.test(text)) {
      throw wrong(
        `${name} is JSON, but the given format is CSV; use JSON (application/json), or JSON Lines if each line is an object (application/x-ndjson).`,
      )
    }
    return
  }
  if (format === 'xml' || format === 'xlsx' || format === 'parquet') return
  if (format === 'json' ? isJsonOfObjects(text) : hasLineOfObject(text)) return
  const isList = /^\s{0,1000}\[/.test(text)
  if (isList && format === 'jsonl' && text.includes('{')) {
    throw wrong(`${name} is a JSON list, but the given format is JSON Lines; use JSON (application/json).`)
  }
  throw wrong(
    isList
      ? `${name} is a JSON list, but not of objects; a record is an object: {"code":"1","name":"Hotel Adlon"}.`
      : `${name} is not JSON, although the given format is JSON. If it is CSV, use CSV (text/csv).`,
  )
}

/** Returns whether the text is a list of objects or a sequence of objects. The first element may be broken. */
function isJsonOfObjects(text: string): boolean {
  return /^\s{0,1000}\{/.test(text) || (/^\s{0,1000}\[/.test(text) && (text.includes('{') || EMPTY_LIST.test(text)))
}

/** Returns whether one of the first lines is an object. The first line may be broken. */
function hasLineOfObject(text: string): boolean {
  return text.split(/\r\n?|\n/).some((line) => line.trimStart().startsWith('{'))
}

function wrong(message: string): FeedError {
  return new FeedError('wrong_format', message)
}
