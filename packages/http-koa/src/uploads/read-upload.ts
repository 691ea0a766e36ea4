import { readFeed } from '@utpid/feed'
import {
  type BatchEnvelope,
  type Body,
  type InputItem,
  readBatch,
  readFeedItems,
  type Turns,
} from '@utpid/service/reading'
import type { UploadForm } from './upload-form.ts'

/**
 * The items of an upload in its order.
 *
 * @param envelope - Gets what a JSON batch says beside its inputs.
 * @throws what {@link readFeedItems} and {@link readBatch} throw.
 */
export function readUpload(
  body: Body,
  form: UploadForm,
  envelope: BatchEnvelope,
  turns: Pick<Turns, 'pass'>,
): AsyncGenerator<InputItem> {
  if (form.kind === 'import') {
    const { format, mapping } = form
    return readFeedItems(body, (bytes) => readFeed(bytes, { format, mapping }), turns)
  }
  const format = form.format === 'csv' ? (bytes: Body) => readFeed(bytes, { format: 'csv' }) : form.format
  return readBatch(body, { format, inputsMost: form.inputsMost, envelope }, turns)
}
