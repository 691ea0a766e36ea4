import type { ChangeNumber } from '@utpid/core'
import type { SnapshotRefusal } from './snapshot-format.ts'

/** What became of the snapshot of an index. Only speed hangs on it: the ledger has everything. */
export type SnapshotEvent =
  /** The index was read from it; `rows` that have changed since were read from the ledger. */
  | { readonly kind: 'opened'; readonly change: ChangeNumber; readonly bytes: number; readonly rows: number }
  /** It is not used: the index was made of the ledger. */
  | { readonly kind: 'refused'; readonly reason: SnapshotRefusal; readonly message: string }
  | { readonly kind: 'written'; readonly change: ChangeNumber; readonly bytes: number }
  /** It could not be written; the one before stays. */
  | { readonly kind: 'failed'; readonly message: string; readonly error: unknown }

/** Told of each snapshot that is read, written or refused. */
export type OnSnapshot = (event: SnapshotEvent) => void
