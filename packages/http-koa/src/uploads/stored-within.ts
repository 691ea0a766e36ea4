import { RegistryError } from '@utpid/core'
import type { InputItem } from '@utpid/service/reading'

/** Characters that the records of any feed may be stored as. */
const CHARACTERS_LEAST = 64_000_000
/** Of a larger one: so many for each of its bytes. Real feeds take 1 to 7. */
const CHARACTERS_PER_BYTE = 8
/** What is stored beside the text of a record: its line, and what became of it. */
const CHARACTERS_PER_ITEM = 200

/**
 * Passes on the items of a feed as long as they are not many times as large as the feed. The names of columns stand in each
 * record, two bytes may be the reason of an error of a hundred, and a megabyte of gzip a hundred million records of nothing: a
 * small body would fill the disk, and keep a thread for long.
 *
 * @param bytesRead - Of the feed so far, unpacked.
 * @throws `validation_failed`
 */
export async function* storedWithin(
  items: AsyncIterable<InputItem>,
  bytesRead: () => number,
): AsyncGenerator<InputItem> {
  let characters = 0
  for await (const item of items) {
    characters += CHARACTERS_PER_ITEM + ('text' in item ? item.text.length : item.error.message.length)
    const most = CHARACTERS_LEAST + CHARACTERS_PER_BYTE * bytesRead()
    if (characters > most) throw tooLarge(most, item.line)
    yield item
  }
}

function tooLarge(most: number, line: number | undefined): RegistryError {
  const limit = `${CHARACTERS_LEAST.toLocaleString('en')} characters and ${CHARACTERS_PER_BYTE} for each byte of the body`
  return new RegistryError(
    'validation_failed',
    `The records take more room than a body may (${limit}), at line ${line ?? 1}: shorten the names of its columns, mend lines that cannot be read, or send it in parts.`,
    { details: { reason: 'records_too_large', limit: most, line: line ?? 1 } },
  )
}
