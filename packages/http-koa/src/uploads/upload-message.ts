import type { BatchEnvelope, InputItem } from '@utpid/service/reading'
import type { UploadForm } from './upload-form.ts'

/**
 * Requests to a thread: read an upload, the next bytes (absent: end of body), or items were taken. Each has the
 * upload's number: bytes may arrive after their upload has ended, since readers request one chunk ahead.
 */
export type ToldReader =
  | { readonly begin: BegunUpload }
  | { readonly number: number; readonly bytes: Uint8Array | undefined }
  | { readonly taken: true }

export interface BegunUpload {
  /** Number of the upload in this thread. */
  readonly number: number
  readonly form: UploadForm
  /** Fields of a batch other than its inputs. */
  readonly envelope: BatchEnvelope
  /** Shared, see {@link MOVES} and {@link REACHED}. */
  readonly progress: Int32Array
}

/** Index of the count of records read. A busy thread whose count does not change hangs. */
export const MOVES = 0
/** Index of the last line or input read. */
export const REACHED = 1

/** Messages of a thread: it needs bytes, it has read items, or its upload ended. */
export type SaidReader =
  | { readonly wants: true }
  | { readonly items: readonly InputItem[] }
  | { readonly end: BatchEnvelope }
  | { readonly refused: RefusedUpload }
  | { readonly fault: string }

/** A `RegistryError` as plain data, since class instances cannot be sent to another thread. */
export interface RefusedUpload {
  readonly code: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}
