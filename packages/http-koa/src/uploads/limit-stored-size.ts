import { RegistryError } from '@utpid/core'
import type { InputItem } from '@utpid/service/reading'

/** Stored characters that every feed may have. */
const BASE_CHARACTERS = 64_000_000
/** Additional stored characters allowed for each byte of a feed. Real feeds need 1 to 7 characters. */
const CHARACTERS_PER_BYTE = 8
/** Characters stored with each record: its line and its outcome. */
const CHARACTERS_PER_ITEM = 200

/**
 * Yields the items of a feed. Throws if the stored items become many times larger than the feed. A small body could
 * otherwise fill the disk and block a thread. For example, each record repeats the column names, and two bytes can
 * cause a message of a hundred bytes. A megabyte of gzip can contain a hundred million empty records.
 *
 * @param bytesRead - Unpacked bytes of the feed so far.
 * @param perItem - Characters stored with each item, for example its outcome.
 * @throws `validation_failed`
 */
export async function* limitStoredSize(
  items: AsyncIterable<InputItem>,
  bytesRead: () => number,
  perItem: number = CHARACTERS_PER_ITEM,
): AsyncGenerator<InputItem> {
  let characters = 0
  for await (const item of items) {
    characters += perItem + ('text' in item ? item.text.length : item.error.message.length)
    const max = BASE_CHARACTERS + CHARACTERS_PER_BYTE * bytesRead()
    if (characters > max) throw tooLarge(max, item.line)
    yield item
  }
}

function tooLarge(max: number, line: number | undefined): RegistryError {
  const limit = `${BASE_CHARACTERS.toLocaleString('en')} characters and ${CHARACTERS_PER_BYTE} for each byte of the body`
  return new RegistryError(
    'validation_failed',
    `The records exceed the size allowed for a body (${limit}) at line ${line ?? 1}. Shorten the column names, fix unreadable lines, or split the body.`,
    { details: { reason: 'records_too_large', limit: max, line: line ?? 1 } },
  )
}
