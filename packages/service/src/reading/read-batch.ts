import { RegistryError } from '@utpid/core'
import { ServiceError } from '../errors/service-error.ts'
import type { InputItem, JobError } from '../model/job.ts'
import { type Body, type FeedReader, readFeedItems } from './read-feed-items.ts'
import { readItem } from './read-item.ts'
import { type BatchEnvelope, readJsonBatch } from './read-json-batch.ts'
import { readNdjson } from './read-ndjson.ts'
import type { TimeSlices } from './time-slices.ts'

/**
 * The format of a batch. A `json` body also contains options and mode; for other formats they are outside the body. A
 * {@link FeedReader} reads CSV.
 */
export type BatchFormat = 'json' | 'ndjson' | FeedReader

/** Options for reading a batch. */
export interface BatchReading {
  readonly format: BatchFormat
  /** Maximum inputs of the batch: `plan.batchSize`. */
  readonly maxInputs: number
  /** Receives the fields of a JSON body other than its inputs; complete once reading has ended. */
  readonly envelope: BatchEnvelope
}

/**
 * Yields the inputs of a batch in order.
 *
 * @throws `batch_too_large`, `duplicate_ref`, and errors of reading the body.
 */
export function readBatch(
  body: Body,
  { format, maxInputs, envelope }: BatchReading,
  slices: Pick<TimeSlices, 'yieldIfDue'>,
): AsyncGenerator<InputItem> {
  if (format === 'json') return checkedItems(readJsonBatch(body, envelope, slices), maxInputs, slices)
  const items = format === 'ndjson' ? requireItems(readNdjson(body, slices)) : readFeedItems(body, format, slices)
  return checkedItems(items, maxInputs, slices)
}

/** Yields the items. @throws `validation_failed` if there are none. */
async function* requireItems(items: AsyncIterable<InputItem>): AsyncGenerator<InputItem> {
  let isEmpty = true
  for await (const item of items) {
    isEmpty = false
    yield item
  }
  if (!isEmpty) return
  throw new RegistryError('validation_failed', 'The body is empty; send at least one input as a line of JSON.', {
    details: { reason: 'no_records' },
  })
}

/** Yields the items. Throws if there are too many items, or if two items have the same `ref`. */
async function* checkedItems(
  items: AsyncIterable<InputItem>,
  max: number,
  slices: Pick<TimeSlices, 'yieldIfDue'>,
): AsyncGenerator<InputItem> {
  const refs = new Map<string, number>()
  let index = 0
  for await (const item of items) {
    if (index >= max) {
      const message = `The batch has more than the ${max} inputs that the plan allows; send it in parts.`
      throw new RegistryError('batch_too_large', message, { details: { limit: max } })
    }
    const ref = refOf(readItem(item))
    const before = ref === undefined ? undefined : refs.get(ref)
    if (before !== undefined) {
      const message = `inputs ${before} and ${index} both have the ref ${JSON.stringify(ref)}; give each input a unique ref.`
      throw new ServiceError('duplicate_ref', message, { details: { indices: [before, index] } })
    }
    if (ref !== undefined) refs.set(ref, index)
    index++
    yield item
    await slices.yieldIfDue()
  }
}

/** Returns the `ref` as it is in the response. */
function refOf(read: { readonly value: unknown } | { readonly error: JobError }): string | undefined {
  if (!('value' in read) || typeof read.value !== 'object' || read.value === null) return undefined
  const { ref } = read.value as { readonly ref?: unknown }
  const text = typeof ref === 'string' || typeof ref === 'number' ? String(ref).trim() : ''
  return text === '' ? undefined : text
}
