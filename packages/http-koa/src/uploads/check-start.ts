import { RegistryError } from '@utpid/core'
import { readUpload } from './read-upload.ts'
import type { UploadForm } from './upload-form.ts'

const LINE_FEED = 0x0a
const QUOTE = 0x22
/** Values of `details.reason` in errors of the first lines which prove that the whole body is invalid. */
const REASONS: ReadonlySet<unknown> = new Set([
  'unsupported_format',
  'unsupported_compression',
  'wrong_format',
  'no_usable_column',
  'no_header',
  'unknown_encoding',
  'unknown_column',
  'column_name_too_long',
  'header_too_large',
])

/**
 * Rejects a body early if its first lines prove that the body is no feed. Other faults are found later, when the body
 * is read.
 *
 * @param start - First bytes of the body, few enough to read on the main thread.
 * @throws `validation_failed`
 */
export async function checkStart(start: Uint8Array, form: UploadForm): Promise<void> {
  if (form.kind === 'batch-map' && form.format !== 'csv') return
  const lines = start.subarray(0, start.lastIndexOf(LINE_FEED) + 1)
  const quotes = lines.reduce((count, byte) => count + (byte === QUOTE ? 1 : 0), 0)
  // A quoted column name may contain a line end; do not cut the text there.
  if (lines.length === 0 || quotes % 2 === 1) return
  const items = readUpload(piecesOf(lines), form, {}, { yieldIfDue: async () => undefined })
  try {
    await items.next()
  } catch (error) {
    if (error instanceof RegistryError && REASONS.has(error.details.reason)) throw error
  } finally {
    await items.return(undefined)
  }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
