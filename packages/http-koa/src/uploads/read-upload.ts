import { FeedError, type FeedItem, type ReadFeedOptions, readFeed } from '@utpid/feed'
import {
  type BatchEnvelope,
  type Body,
  type InputItem,
  readBatch,
  readFeedItems,
  type Turns,
} from '@utpid/service/reading'
import { payloadTooLarge } from '../request/payload-too-large.ts'
import type { UploadForm } from './upload-form.ts'

/**
 * The items of an upload in its order.
 *
 * @param envelope - Gets what a JSON batch says beside its inputs.
 * @throws what {@link readFeedItems} and {@link readBatch} throw; `payload_too_large` when it unpacks to more than it may be.
 */
export function readUpload(
  body: Body,
  form: UploadForm,
  envelope: BatchEnvelope,
  turns: Pick<Turns, 'pass'>,
): AsyncGenerator<InputItem> {
  if (form.kind === 'import') {
    const { format, mapping } = form
    return readFeedItems(body, (bytes) => feedWithin(bytes, form.bytesMost, { format, mapping }), turns)
  }
  const format =
    form.format === 'csv' ? (bytes: Body) => feedWithin(bytes, form.bytesMost, { format: 'csv' }) : form.format
  return readBatch(body, { format, inputsMost: form.inputsMost, envelope }, turns)
}

async function* feedWithin(body: Body, bytesMost: number, options: ReadFeedOptions): AsyncGenerator<FeedItem> {
  try {
    yield* readFeed(body, { ...options, maxBytes: bytesMost })
  } catch (error) {
    throw error instanceof FeedError && error.code === 'document_too_large' ? payloadTooLarge(bytesMost) : error
  }
}
