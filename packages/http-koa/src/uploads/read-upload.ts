import { createFeedStats, FeedError, type FeedItem, type ReadFeedOptions, readFeed } from '@utpid/feed'
import type { InputItem } from '@utpid/service/reading'
import { type BatchEnvelope, type Body, readBatch, readFeedItems, type TimeSlices } from '@utpid/service/reading'
import { payloadTooLarge } from '../overload/payload-too-large.ts'
import { limitStoredSize } from './limit-stored-size.ts'
import type { UploadForm } from './upload-form.ts'

/**
 * Yields the items of an upload in order.
 *
 * @param envelope - Receives the fields of a JSON batch other than its inputs.
 * @throws errors of {@link readFeedItems}, {@link readBatch} and {@link limitStoredSize}; `payload_too_large` if the
 * unpacked body exceeds its limit.
 */
export function readUpload(
  body: Body,
  form: UploadForm,
  envelope: BatchEnvelope,
  turns: Pick<TimeSlices, 'yieldIfDue'>,
): AsyncGenerator<InputItem> {
  const stats = createFeedStats()
  if (form.kind === 'import') {
    const { format, mapping, columns, records, encoding, entry } = form
    const options = { format, mapping, columns, records, encoding, entry, stats }
    const items = readFeedItems(body, (bytes) => feedWithin(bytes, form.maxBytes, options), turns)
    return limitStoredSize(items, () => stats.bytesUnpacked)
  }
  const { maxInputs, columns, encoding } = form
  if (form.format !== 'csv') return readBatch(body, { format: form.format, maxInputs: maxInputs, envelope }, turns)
  const format = (bytes: Body) => feedWithin(bytes, form.maxBytes, { format: 'csv', columns, encoding, stats })
  return limitStoredSize(readBatch(body, { format, maxInputs: maxInputs, envelope }, turns), () => stats.bytesUnpacked)
}

async function* feedWithin(body: Body, bytesMost: number, options: ReadFeedOptions): AsyncGenerator<FeedItem> {
  try {
    yield* readFeed(body, { ...options, maxBytes: bytesMost })
  } catch (error) {
    throw error instanceof FeedError && error.code === 'document_too_large' ? payloadTooLarge(bytesMost) : error
  }
}
