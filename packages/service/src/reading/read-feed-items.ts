import { RegistryError } from '@utpid/core'
import { CodedError } from '@utpid/core/codes'
import { ServiceError } from '../errors/service-error.ts'
import type { InputItem, JobError } from '../model/job.ts'
import type { TimeSlices } from './time-slices.ts'

/** The result of one line from a feed reader, such as `readFeed` of `@utpid/feed`. */
export type ReadItem =
  | { readonly line: number; readonly record: unknown }
  | { readonly line: number; readonly error: JobError }

/** Reads the bytes of a feed in order. The caller has configured its format and mapping. */
export type FeedReader = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<ReadItem>

/** The bytes of a body, as they arrive. */
export type Body = AsyncIterable<Uint8Array>

/** The error codes of readers for bytes that cannot be decoded. */
const UNREADABLE: Readonly<Record<string, 'invalid_json' | 'invalid_encoding'>> = {
  truncated_json: 'invalid_json',
  unsupported_encoding: 'invalid_encoding',
}

/**
 * Bytes of a body to read in one turn of the event loop. The number is small, since a reader processes a whole piece
 * before it yields.
 */
const PIECE_BYTES = 4_096

/** Splits a body into pieces that can be read in one turn. */
export async function* inPieces(body: Body, slices: Pick<TimeSlices, 'yieldIfDue'>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      yield chunk.subarray(from, from + PIECE_BYTES)
      await slices.yieldIfDue()
    }
  }
}

/**
 * Yields the items of a feed in any format that its reader supports.
 *
 * @throws `validation_failed` if the whole feed is unreadable, or if it has neither a record nor an unreadable line;
 * `invalid_json`, `invalid_encoding` if its bytes are unreadable; errors of the body.
 */
export async function* readFeedItems(
  body: Body,
  read: FeedReader,
  slices: Pick<TimeSlices, 'yieldIfDue'>,
): AsyncGenerator<InputItem> {
  const source = new Source(body, slices)
  let isEmpty = true
  try {
    for await (const item of read(source.pieces())) {
      isEmpty = false
      if ('error' in item) yield { line: item.line, error: { code: item.error.code, message: item.error.message } }
      else yield textItem(item.record, item.line)
    }
  } catch (error) {
    // Throw the original error of the body, which readers wrap in an error of their own.
    if (source.failure !== undefined) throw source.failure.error
    if (!(error instanceof Error && 'code' in error) || error instanceof CodedError) throw error
    const code = UNREADABLE[String(error.code)]
    const data = { details: { reason: error.code } }
    if (code !== undefined) throw new ServiceError(code, error.message, data)
    throw new RegistryError('validation_failed', error.message, data)
  }
  if (isEmpty) throw noRecords(source.bytes)
}

/** The pieces of a body, and the error that ended it. */
class Source {
  bytes = 0
  /** The error of the body itself, not an error thrown by its reader. */
  failure: { readonly error: unknown } | undefined
  readonly #body: Body
  readonly #slices: Pick<TimeSlices, 'yieldIfDue'>

  constructor(body: Body, slices: Pick<TimeSlices, 'yieldIfDue'>) {
    this.#body = body
    this.#slices = slices
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    const pieces = inPieces(this.#body, this.#slices)
    try {
      for (;;) {
        const next = await pieces.next().catch((error: unknown) => {
          this.failure = { error }
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

/** Converts a value to an item. A value that is nested too deeply to be serialized becomes an unreadable item. */
export function textItem(value: unknown, line?: number): InputItem {
  const at = line === undefined ? {} : { line }
  try {
    return { ...at, text: JSON.stringify(value) ?? 'null' }
  } catch {
    return {
      ...at,
      error: { code: 'too_deep', message: 'Lists and objects are nested too deeply; flatten the record.' },
    }
  }
}
