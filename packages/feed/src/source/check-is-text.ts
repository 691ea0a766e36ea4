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

const MARKUP = /^\s{0,1000}<(?:[?!]|[a-z])/i

/**
 * Rejects markup and binary data by the first bytes of a source. Otherwise each of its lines would yield an error, and
 * none of these errors would name the cause.
 *
 * @param head - The first bytes as UTF-8, unpacked and without a byte order mark.
 * @throws {FeedError} `unsupported_format`
 */
export function checkIsText(head: Buffer, name: string): void {
  const begin = head.subarray(0, HEAD_BYTES)
  if (MARKUP.test(begin.toString('latin1'))) {
    throw new FeedError(
      'unsupported_format',
      `${name} is XML or HTML; only JSON Lines, JSON and CSV are supported. Export it in one of these formats.`,
    )
  }
  const controls = begin.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0)
  if (controls >= MIN_CONTROLS && controls > begin.length * MAX_CONTROL_SHARE) {
    throw new FeedError(
      'unsupported_format',
      `${name} is binary data, or UTF-16 without a byte order mark; only JSON Lines, JSON and CSV are supported. Save it as UTF-8 text.`,
    )
  }
}

/**
 * Returns whether a byte is a control character that text never contains. Tabs, line ends and form feeds are allowed.
 */
function isControl(byte: number): boolean {
  return byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x20) || byte === 0x7f
}
