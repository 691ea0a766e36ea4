import type { BatchEnvelope, InputItem } from '@utpid/service/reading'
import type { UploadForm } from './upload-form.ts'

/**
 * What a thread is told: to read an upload, the next bytes of it (absent: its end), or that items were taken. By its number: a
 * piece may come when its upload is over, since readers ask for one ahead.
 */
export type ToldReader =
  | { readonly begin: BegunUpload }
  | { readonly number: number; readonly bytes: Uint8Array | undefined }
  | { readonly taken: true }

export interface BegunUpload {
  /** Of the uploads of this thread. */
  readonly number: number
  readonly form: UploadForm
  /** What came beside the inputs. */
  readonly envelope: BatchEnvelope
  /** Shared, see {@link MOVES} and {@link REACHED}. */
  readonly progress: Int32Array
}

/** Where a thread counts the records that it has read: one that reads none and is busy hangs. */
export const MOVES = 0
/** Where a thread notes the line, or the number of inputs, that it has read. */
export const REACHED = 1

/** What a thread says: that it wants bytes, what it has read, or how its upload ended. */
export type SaidReader =
  | { readonly wants: true }
  | { readonly items: readonly InputItem[] }
  | { readonly end: BatchEnvelope }
  | { readonly refused: RefusedUpload }
  | { readonly fault: string }

/** A `RegistryError`, which cannot be handed over as it is. */
export interface RefusedUpload {
  readonly code: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}
