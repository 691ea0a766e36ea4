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
  unsupported_compression: 'invalid_encoding',
}

/** What one turn reads of a body that came at once. Small: a reader computes on all of a piece before it gives way. */
const PIECE_BYTES = 4_096

/** A body in pieces that are small enough to be read in one turn. */
export async function* inPieces(body: Body, turns: Turns): AsyncGenerator<Uint8Array> {
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
 * @throws `validation_failed` when the whole feed cannot be read, `invalid_json`, `invalid_encoding` when its bytes cannot; what the body throws.
 */
export async function* readFeedItems(body: Body, read: FeedReader, turns: Turns): AsyncGenerator<InputItem> {
  let broken: { readonly error: unknown } | undefined
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      yield* inPieces(body, turns)
    } catch (error) {
      broken = { error }
      throw error
    }
  }
  try {
    for await (const item of read(pieces())) {
      if ('error' in item) yield { line: item.line, error: { code: item.error.code, message: item.error.message } }
      else yield textItem(item.record, item.line)
    }
  } catch (error) {
    // Readers tell of a stream that breaks in words of their own.
    if (broken !== undefined) throw broken.error
    if (!(error instanceof Error && 'code' in error) || error instanceof RegistryError) throw error
    throw new RegistryError(UNREADABLE[String(error.code)] ?? 'validation_failed', error.message, {
      details: { reason: error.code },
    })
  }
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
