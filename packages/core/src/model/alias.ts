import type { Utpid } from './utpid.ts'

/** An id of an earlier scheme. The alias permanently leads to its product. */
export interface Alias {
  readonly alias: string
  /** The UTPID to which the alias was assigned. `locate` finds the current product of this UTPID. */
  readonly utpid: Utpid
}
