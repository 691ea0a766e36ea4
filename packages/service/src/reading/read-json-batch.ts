import { JSONParser } from '@streamparser/json'
import { RegistryError } from '@utpid/core'
import type { CodedError } from '@utpid/core/codes'
import { ServiceError } from '../errors/service-error.ts'
import type { InputItem } from '../model/job.ts'
import { type Body, inPieces, textItem } from './read-feed-items.ts'
import { MAX_LINE_BYTES } from './read-ndjson.ts'
import type { TimeSlices } from './time-slices.ts'

/** The fields of a batch body other than its inputs, and the report on the columns of a feed. */
export interface BatchEnvelope {
  options?: unknown
  mode?: unknown
  /** The columns of a feed with their fields, as plain data. */
  columns?: unknown
  /** The format and the encoding of a feed, once it was read. */
  feed?: { readonly format?: string; readonly encoding?: string }
}

const FIELDS = '{ "inputs": [...], "options": {...}, "mode": "auto" }'

/**
 * Yields the inputs of a body `{ "inputs": [...], "options": {...}, "mode": "auto" }` in order, without storing the
 * whole body in memory. Once reading has ended, `envelope` contains the other fields, which may be anywhere in the
 * body.
 *
 * @throws `invalid_json`; `validation_failed` for unknown fields, a missing list of inputs, or an input that is too
 * long.
 */
export async function* readJsonBatch(
  body: Body,
  envelope: BatchEnvelope,
  slices: Pick<TimeSlices, 'yieldIfDue'>,
): AsyncGenerator<InputItem> {
  let items: InputItem[] = []
  let problem: CodedError | undefined
  let hasInputs = false
  let isEmpty = true
  let count = 0
  /** End offset of the last completed value. */
  let completedAt = 0
  let isCompleted = false
  const parser = new JSONParser({ paths: ['$.*', '$.inputs.*'], keepStack: false })
  parser.onError = (error) => {
    problem ??= new ServiceError('invalid_json', `The body is not JSON (${error.message}); send ${FIELDS}.`)
  }
  parser.onValue = ({ key, value, parent, stack }) => {
    if (stack.length > 1) {
      if (typeof key !== 'number' || parent === undefined || !Array.isArray(parent)) return
      items.push(textItem(value))
      count++
      isCompleted = true
      // The parser stores the list to report it at the end of the list. Remove the item from the list, to free memory.
      parent[key] = null
      return
    }
    isCompleted = true
    if (key === 'inputs' && Array.isArray(value)) hasInputs = true
    else if (key === 'options') envelope.options = value
    else if (key === 'mode') envelope.mode = value
    else problem ??= unknownField(key)
  }
  // The parser buffers an incomplete value. Limit its size, so that memory does not grow with the body.
  parser.onToken = ({ offset }) => {
    if (isCompleted) completedAt = offset
    isCompleted = false
    if (offset - completedAt > MAX_LINE_BYTES) problem ??= tooLong(count)
  }
  for await (const piece of inPieces(body, slices)) {
    isEmpty = false
    // White space may follow the end of the body, but the parser does not accept it there.
    if (!parser.isEnded || !isBlank(piece)) parser.write(piece)
    if (problem !== undefined) throw problem
    yield* items
    items = []
  }
  if (!parser.isEnded) parser.end()
  if (problem !== undefined) throw problem
  if (isEmpty) throw new ServiceError('invalid_json', `The body is empty; send ${FIELDS}.`)
  if (!hasInputs) throw new RegistryError('validation_failed', `The body has no list "inputs"; send ${FIELDS}.`)
}

function tooLong(count: number): RegistryError {
  const most = MAX_LINE_BYTES.toLocaleString('en')
  return new RegistryError(
    'validation_failed',
    `A value of the body is longer than ${most} bytes, after ${count} inputs; shorten it.`,
    { details: { reason: 'line_too_long', inputs: count } },
  )
}

function unknownField(key: string | number | undefined): RegistryError {
  const what =
    key === 'inputs'
      ? 'inputs is not a list'
      : typeof key === 'number'
        ? 'The body is a list'
        : `${key} is not a known field`
  return new RegistryError('validation_failed', `${what}; send ${FIELDS}.`, { details: { field: String(key) } })
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09)
}
