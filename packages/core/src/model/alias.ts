import type { Utpid } from './utpid.ts'

/** An id of an earlier scheme. It leads to its product permanently. */
export interface Alias {
  readonly alias: string
  /** The UTPID it was assigned to. `locate` follows it to the current product. */
  readonly utpid: Utpid
}
