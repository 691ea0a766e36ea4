import type { BatchEnvelope, InputItem } from '@utpid/service/reading'
import type { UploadForm } from './upload-form.ts'

/**
 * Messages to a thread: the start of an upload, its next bytes (absent: end of body), or the receipt of a message with
 * items. Each message has the number of its upload: a reader requests one chunk ahead, so bytes may arrive after their
 * upload has ended.
 */
export type ReaderRequest =
  | { readonly begin: StartedUpload }
  | { readonly number: number; readonly bytes: Uint8Array | undefined }
  | { readonly taken: true }

export interface StartedUpload {
  /** Number of the upload in this thread. */
  readonly number: number
  readonly form: UploadForm
  /** Fields of a batch other than its inputs. */
  readonly envelope: BatchEnvelope
  /** Progress shared between threads, see {@link READ_COUNT} and {@link LAST_LINE}. */
  readonly progress: Int32Array
}

/** Index of the count of records read. If a thread is busy and this count does not change, the thread hangs. */
export const READ_COUNT = 0
/** Index of the last line or input read. */
export const LAST_LINE = 1

/** Messages of a thread: the thread needs bytes, the thread has read items, or the upload has ended. */
export type ReaderMessage =
  | { readonly wants: true }
  | { readonly items: readonly InputItem[] }
  | { readonly end: BatchEnvelope }
  | { readonly refused: RejectedUpload }
  | { readonly fault: string }

/** A `CodedError` as plain data, since class instances cannot be sent to another thread. */
export interface RejectedUpload {
  readonly code: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}
