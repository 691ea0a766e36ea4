import { defined } from '@utpid/core/storage'
import {
  builtInRecipe,
  type ColumnReport,
  createFeedStats,
  FeedError,
  type FeedItem,
  type FeedStats,
  type ReadFeedOptions,
  readConcordanceRows,
  readFeed,
} from '@utpid/feed'
import type { InputItem } from '@utpid/service/reading'
import {
  type BatchEnvelope,
  type Body,
  type ReadItem,
  readBatch,
  readFeedItems,
  type TimeSlices,
} from '@utpid/service/reading'
import { payloadTooLarge } from '../overload/payload-too-large.ts'
import { limitStoredSize } from './limit-stored-size.ts'
import type { AnnotatedForm, UploadForm } from './upload-form.ts'

/**
 * Yields the items of an upload in order.
 *
 * @param envelope - Receives the fields of a JSON batch other than its inputs, or the column report of a feed.
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
    const options = { ...feedOptions(form), stats }
    const items = readFeedItems(body, (bytes) => feedWithin(bytes, form.maxBytes, options), turns)
    return withReport(
      limitStoredSize(items, () => stats.bytesUnpacked),
      stats,
      envelope,
    )
  }
  if (form.kind === 'concordance') {
    const items = readFeedItems(body, (bytes) => concordanceRows(bytes, form, stats), turns)
    return limitStoredSize(items, () => stats.bytesUnpacked, CHARACTERS_PER_SET)
  }
  const { maxInputs } = form
  if (form.format !== 'csv') return readBatch(body, { format: form.format, maxInputs: maxInputs, envelope }, turns)
  const format = (bytes: Body) => feedWithin(bytes, form.maxBytes, { ...feedOptions(form), stats })
  const items = readBatch(body, { format, maxInputs: maxInputs, envelope }, turns)
  return withReport(
    limitStoredSize(items, () => stats.bytesUnpacked),
    stats,
    envelope,
  )
}

/** Returns the options with which `readFeed` reads an upload. */
export function feedOptions(form: AnnotatedForm): ReadFeedOptions {
  if (form.kind === 'batch-map') {
    const { columns, encoding } = form
    return { format: form.format === 'ndjson' ? 'jsonl' : form.format, columns, encoding }
  }
  const { format, mapping, columns, records, encoding, entry, removedWhen, removedOnly } = form
  const recipe = form.recipe === undefined ? undefined : builtInRecipe(form.recipe)
  return { format, mapping, recipe, columns, records, encoding, entry, removedWhen, removedOnly }
}

/** Stored characters of each row of a concordance in addition to its text: it has no result. */
const CHARACTERS_PER_SET = 20

/** Yields the sets of a concordance as records. */
async function* concordanceRows(
  body: Body,
  { kind: _, maxBytes, recipe, ...form }: UploadForm & { readonly kind: 'concordance' },
  stats: FeedStats,
): AsyncGenerator<ReadItem> {
  const found = recipe === undefined ? undefined : builtInRecipe(recipe)
  try {
    for await (const row of readConcordanceRows(body, { ...form, recipe: found, stats, maxBytes })) {
      const { line } = row
      if ('set' in row) yield { line, record: { set: row.set.id, codes: row.set.codes } }
      else yield { line, error: { code: 'no_code', message: row.message } }
    }
  } catch (error) {
    throw withinLimit(error, maxBytes)
  }
}

/** Yields the items, then puts the format and the column report of the feed into the envelope. */
async function* withReport(
  items: AsyncIterable<InputItem>,
  stats: FeedStats,
  envelope: BatchEnvelope,
): AsyncGenerator<InputItem> {
  yield* items
  envelope.feed = defined({ format: stats.format, encoding: stats.encoding })
  if (stats.columns !== undefined) envelope.columns = shortReport(stats.columns)
}

/** Maximum characters of the columns in a report, which is stored with its job. */
const REPORT_CHARACTERS = 100_000

/** Returns a report whose further columns are only counted. */
function shortReport(report: ColumnReport): ColumnReport {
  let characters = 0
  const columns = report.columns.filter((column) => {
    characters += JSON.stringify(column).length
    return characters <= REPORT_CHARACTERS
  })
  return { ...report, columns, more: report.more + report.columns.length - columns.length }
}

async function* feedWithin(body: Body, bytesMost: number, options: ReadFeedOptions): AsyncGenerator<FeedItem> {
  try {
    yield* readFeed(body, { ...options, maxBytes: bytesMost })
  } catch (error) {
    throw withinLimit(error, bytesMost)
  }
}

function withinLimit(error: unknown, maxBytes: number): unknown {
  return error instanceof FeedError && error.code === 'document_too_large' ? payloadTooLarge(maxBytes) : error
}
