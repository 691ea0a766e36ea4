import type { ChangeNumber } from '@utpid/core/storage'
import type { CheckpointRefusal } from './checkpoint-format.ts'

/** An event of an index checkpoint. A lost checkpoint costs only time: the ledger has all data. */
export type CheckpointEvent =
  /** The index was read from the checkpoint. `rows` index rows changed later and were read from the ledger. */
  | { readonly kind: 'opened'; readonly change: ChangeNumber; readonly bytes: number; readonly rows: number }
  /** The checkpoint was rejected, and the index was built from the ledger. */
  | { readonly kind: 'rejected'; readonly reason: CheckpointRefusal; readonly message: string }
  | { readonly kind: 'written'; readonly change: ChangeNumber; readonly bytes: number }
  /** The checkpoint could not be written. The previous one stays. */
  | { readonly kind: 'failed'; readonly message: string; readonly error: unknown }

/** Called for each checkpoint that is read, written or rejected. */
export type OnCheckpoint = (event: CheckpointEvent) => void
