import { RegistryError } from '@utpid/core'
import type { InputItem, JobError } from '../model/job.ts'
import { type Body, type FeedReader, readFeedItems } from './read-feed-items.ts'
import { readItem } from './read-item.ts'
import { type BatchEnvelope, readJsonBatch } from './read-json-batch.ts'
import { readNdjson } from './read-ndjson.ts'
import type { Turns } from './turns.ts'

/** How a batch is written: `json` has options and mode in its body, with the others they come beside it. A reader is for CSV. */
export type BatchFormat = 'json' | 'ndjson' | FeedReader

/** What is read of a batch. */
export interface BatchReading {
  readonly format: BatchFormat
  /** Inputs that a batch may have: `plan.batchSize`. */
  readonly inputsMost: number
  /** Gets what a JSON body says beside its inputs. Complete when reading has ended. */
  readonly envelope: BatchEnvelope
}

/**
 * The inputs of a batch in their order.
 *
 * @throws `batch_too_large`, `duplicate_ref`, and what reading the body throws.
 */
export function readBatch(
  body: Body,
  { format, inputsMost, envelope }: BatchReading,
  turns: Pick<Turns, 'pass'>,
): AsyncGenerator<InputItem> {
  if (format === 'json') return checkedItems(readJsonBatch(body, envelope, turns), inputsMost, turns)
  const items = format === 'ndjson' ? someLines(readNdjson(body, turns)) : readFeedItems(body, format, turns)
  return checkedItems(items, inputsMost, turns)
}

/** @throws `validation_failed` when there are none. */
async function* someLines(items: AsyncIterable<InputItem>): AsyncGenerator<InputItem> {
  let isEmpty = true
  for await (const item of items) {
    isEmpty = false
    yield item
  }
  if (!isEmpty) return
  throw new RegistryError('validation_failed', 'The body is empty; send at least one input, a line of JSON each.', {
    details: { reason: 'no_records' },
  })
}

/** The items, as long as there are not too many and no two have the same `ref`. */
async function* checkedItems(
  items: AsyncIterable<InputItem>,
  most: number,
  turns: Pick<Turns, 'pass'>,
): AsyncGenerator<InputItem> {
  const refs = new Map<string, number>()
  let index = 0
  for await (const item of items) {
    if (index >= most) {
      const message = `The batch has more than the ${most} inputs that the plan allows; send it in parts.`
      throw new RegistryError('batch_too_large', message, { details: { limit: most } })
    }
    const ref = refOf(readItem(item))
    const before = ref === undefined ? undefined : refs.get(ref)
    if (before !== undefined) {
      const message = `inputs ${before} and ${index} both have the ref ${JSON.stringify(ref)}; give each its own.`
      throw new RegistryError('duplicate_ref', message, { details: { indices: [before, index] } })
    }
    if (ref !== undefined) refs.set(ref, index)
    index++
    yield item
    await turns.pass()
  }
}

/** As the answer gives it. */
function refOf(read: { readonly value: unknown } | { readonly error: JobError }): string | undefined {
  if (!('value' in read) || typeof read.value !== 'object' || read.value === null) return undefined
  const { ref } = read.value as { readonly ref?: unknown }
  const text = typeof ref === 'string' || typeof ref === 'number' ? String(ref).trim() : ''
  return text === '' ? undefined : text
}
