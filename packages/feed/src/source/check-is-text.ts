import { FeedError } from '../item/feed-error.ts'

/** Of the beginning of a source: enough to tell text from binary data. */
const LOOK_BYTES = 4_096
/** Text has hardly any control characters; compressed data has a tenth, most other binary data more. */
const CONTROL_SHARE_MOST = 0.05
/** A line with a stray NUL is a broken line of a feed, and not binary data. */
const CONTROLS_LEAST = 8

const MARKUP = /^\s{0,1000}<(?:[?!]|[a-z])/i

/**
 * Refuses markup and binary data by how a source begins: every line of it would be an error of its own, none of which
 * says what is wrong.
 *
 * @param head - The first bytes as UTF-8, unpacked and without a byte order mark.
 * @throws {FeedError} `unsupported_format`
 */
export function checkIsText(head: Buffer, name: string): void {
  const begin = head.subarray(0, LOOK_BYTES)
  if (MARKUP.test(begin.toString('latin1'))) {
    throw new FeedError(
      'unsupported_format',
      `${name} is XML or HTML; only JSON Lines, JSON and CSV are read. Export it as one of those.`,
    )
  }
  const controls = begin.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0)
  if (controls >= CONTROLS_LEAST && controls > begin.length * CONTROL_SHARE_MOST) {
    throw new FeedError(
      'unsupported_format',
      `${name} is binary data, or UTF-16 without a byte order mark; only JSON Lines, JSON and CSV are read. Save it as UTF-8 text.`,
    )
  }
}

/** Control characters that no text has, so neither tabs, line ends nor form feeds. */
function isControl(byte: number): boolean {
  return byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x20) || byte === 0x7f
}
