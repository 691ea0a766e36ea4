import { RegistryError } from '@utpid/core'
import type { InputItem, JobError } from '../model/job.ts'
import type { Turns } from './turns.ts'

/** What a reader of feeds makes of a line; `readFeed` of `@utpid/feed` gives these. */
export type ReadItem =
  | { readonly line: number; readonly record: unknown }
  | { readonly line: number; readonly error: JobError }

/** Reads the bytes of a feed, in its order. The caller has given it format and mapping. */
export type FeedReader = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<ReadItem>

/** The bytes of a body, as they come. */
export type Body = AsyncIterable<Uint8Array>

/** What readers call bytes that are not what they should be. */
const UNREADABLE: Readonly<Record<string, 'invalid_json' | 'invalid_encoding'>> = {
  truncated_json: 'invalid_json',
  unsupported_encoding: 'invalid_encoding',
}

/** What one turn reads of a body that came at once. Small: a reader computes on all of a piece before it gives way. */
const PIECE_BYTES = 4_096

/** A body in pieces that are small enough to be read in one turn. */
export async function* inPieces(body: Body, turns: Pick<Turns, 'pass'>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      yield chunk.subarray(from, from + PIECE_BYTES)
      await turns.pass()
    }
  }
}

/**
 * Items of a feed in any format that its reader knows.
 *
 * @throws `validation_failed` when the whole feed cannot be read, or has neither a record nor a line that cannot be read;
 *   `invalid_json`, `invalid_encoding` when its bytes cannot be read; what the body throws.
 */
export async function* readFeedItems(
  body: Body,
  read: FeedReader,
  turns: Pick<Turns, 'pass'>,
): AsyncGenerator<InputItem> {
  const source = new Source(body, turns)
  let isEmpty = true
  try {
    for await (const item of read(source.pieces())) {
      isEmpty = false
      if ('error' in item) yield { line: item.line, error: { code: item.error.code, message: item.error.message } }
      else yield textItem(item.record, item.line)
    }
  } catch (error) {
    // Readers tell of a stream that breaks in words of their own.
    if (source.broken !== undefined) throw source.broken.error
    if (!(error instanceof Error && 'code' in error) || error instanceof RegistryError) throw error
    throw new RegistryError(UNREADABLE[String(error.code)] ?? 'validation_failed', error.message, {
      details: { reason: error.code },
    })
  }
  if (isEmpty) throw noRecords(source.bytes)
}

/** The pieces of a body, and what became of it. */
class Source {
  bytes = 0
  /** What the body threw. What its reader throws into it is not that. */
  broken: { readonly error: unknown } | undefined
  readonly #body: Body
  readonly #turns: Pick<Turns, 'pass'>

  constructor(body: Body, turns: Pick<Turns, 'pass'>) {
    this.#body = body
    this.#turns = turns
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    const pieces = inPieces(this.#body, this.#turns)
    try {
      for (;;) {
        const next = await pieces.next().catch((error: unknown) => {
          this.broken = { error }
          throw error
        })
        if (next.done === true) return
        this.bytes += next.value.length
        yield next.value
      }
    } finally {
      await pieces.return(undefined)
    }
  }
}

function noRecords(bytes: number): RegistryError {
  const message =
    bytes === 0
      ? 'The body is empty; send at least one record.'
      : 'The body has no record: it is blank, or has a header and no row. Send at least one record.'
  return new RegistryError('validation_failed', message, { details: { reason: 'no_records' } })
}

/** A value as an item; one that is nested too deep to be written down is an item that cannot be read. */
export function textItem(value: unknown, line?: number): InputItem {
  const at = line === undefined ? {} : { line }
  try {
    return { ...at, text: JSON.stringify(value) ?? 'null' }
  } catch {
    return { ...at, error: { code: 'too_deep', message: 'Lists and objects are nested too deep; flatten the record.' } }
  }
}
