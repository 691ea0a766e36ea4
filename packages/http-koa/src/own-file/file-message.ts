import type { RowResult } from '@utpid/feed'
import type { AnnotatedForm } from '../uploads/upload-form.ts'

/** The file that a thread reads. */
export interface FileToAnnotate {
  /** Path of a copy of the kept file. */
  readonly path: string
  readonly form: AnnotatedForm
}

/** The result of one row, with its line if the results have lines. */
export interface LineResult {
  readonly line: number | undefined
  readonly result: RowResult
}

/** Messages to the thread: results in the order of the rows (none: all were sent), or that bytes were taken. */
export type FileRequest = { readonly results: readonly LineResult[] } | { readonly taken: true }

/** Messages of the thread: it needs results, bytes of the copy, the end of the copy, or an error. */
export type FileMessage =
  | { readonly wants: true }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly end: true }
  | { readonly fault: string }
