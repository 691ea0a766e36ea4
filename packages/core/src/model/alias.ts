import type { Utpid } from './utpid.ts'

/** An id of an earlier scheme that a product answers to for ever. */
export interface Alias {
  readonly alias: string
  /** The UTPID it was given to; `locate` follows it to the product that answers today. */
  readonly utpid: Utpid
}
