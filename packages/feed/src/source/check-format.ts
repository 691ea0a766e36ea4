import { FeedError } from '../item/feed-error.ts'
import type { FeedFormat } from './detect-format.ts'

const JSON_IN_CSV = /^\s{0,1000}(?:\{\s{0,1000}["}]|\[\s{0,1000}[{[\]"\d])/
/** Nothing but a list of nothing: it has no record, and is no other format. */
const EMPTY_LIST = /^\s{0,1000}\[[\s[\]]*$/

/**
 * Refuses a format that was given and is another one by how the source begins: each of its lines would be an error of its
 * own, none of which says what is wrong.
 *
 * @param head - The first bytes as UTF-8, unpacked and without a byte order mark; two lines where they end within 64 KB.
 * @throws {FeedError} `wrong_format`
 */
export function checkFormat(head: Buffer, format: FeedFormat, name: string): void {
  const text = head.toString('utf8')
  if (text.trim() === '') return
  if (format === 'csv') {
    if (JSON_IN_CSV.test(text)) {
      throw wrong(
        `${name} is JSON, and was given as CSV; give it as JSON (application/json), or as JSON Lines where each line is an object (application/x-ndjson).`,
      )
    }
    return
  }
  if (format === 'json' ? isJsonOfObjects(text) : hasLineOfObject(text)) return
  const isList = /^\s{0,1000}\[/.test(text)
  if (isList && format === 'jsonl' && text.includes('{')) {
    throw wrong(`${name} is a list of JSON, and was given as JSON Lines; give it as JSON (application/json).`)
  }
  throw wrong(
    isList
      ? `${name} is a list of JSON, but not of objects; a record is an object: {"code":"1","name":"Hotel Adlon"}.`
      : `${name} is not JSON, as was given, and may be CSV; give it as CSV (text/csv) then.`,
  )
}

/** A list, or objects one after another. The first element may be a broken one. */
function isJsonOfObjects(text: string): boolean {
  return /^\s{0,1000}\{/.test(text) || (/^\s{0,1000}\[/.test(text) && (text.includes('{') || EMPTY_LIST.test(text)))
}

/** The first line may be a broken one. */
function hasLineOfObject(text: string): boolean {
  return text.split(/\r\n?|\n/).some((line) => line.trimStart().startsWith('{'))
}

function wrong(message: string): FeedError {
  return new FeedError('wrong_format', message)
}
