import { FeedError } from '../item/feed-error.ts'

/** Number of bytes examined at the start of a source; enough to distinguish text from binary data. */
const HEAD_BYTES = 4_096
/**
 * Maximum share of control characters in text. Text has almost none. In compressed data a tenth of the bytes are
 * control characters, in most other binary data more.
 */
const MAX_CONTROL_SHARE = 0.05
/**
 * Minimum number of control characters in binary data. A line with a single NUL is a broken line of a feed, not binary
 * data.
 */
const MIN_CONTROLS = 8

const HTML = /^\s{0,1000}<(?:!doctype\s{1,100}html|html|head|body)[\s>]/i

/**
 * Rejects HTML and binary data by the first bytes of a source. Otherwise each of its lines would yield an error, and
 * none of these errors would name the cause.
 *
 * @param head - The first bytes as UTF-8, unpacked and without a byte order mark.
 * @throws {FeedError} `unsupported_format`
 */
export function checkIsText(head: Buffer, name: string): void {
  const begin = head.subarray(0, HEAD_BYTES)
  if (HTML.test(begin.toString('latin1'))) {
    throw new FeedError('unsupported_format', `${name} is an HTML page; fetch the feed itself, not the page about it.`)
  }
  const controls = begin.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0)
  if (controls >= MIN_CONTROLS && controls > begin.length * MAX_CONTROL_SHARE) {
    throw new FeedError(
      'unsupported_format',
      `${name} is binary data of an unknown format; save it as JSON Lines, JSON, CSV or XML.`,
    )
  }
}

/**
 * Returns whether a byte is a control character that text never contains. Tabs, line ends and form feeds are allowed,
 * and the characters that separate records and columns: 0x01, 0x1E and 0x1F.
 */
function isControl(byte: number): boolean {
  if (byte === 0x01 || byte === 0x1e || byte === 0x1f) return false
  return byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x20) || byte === 0x7f
}
