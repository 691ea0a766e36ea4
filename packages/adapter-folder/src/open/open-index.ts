import type { CreateIndexGeneration, IndexGeneration } from '@utpid/adapter-memory/engine'
import type { OnCheckpoint } from '../checkpoint/checkpoint-event.ts'
import { RejectedCheckpoint } from '../checkpoint/checkpoint-format.ts'
import type { CheckpointFile } from '../checkpoint/read-checkpoint.ts'
import { restoreIndex } from '../checkpoint/restore-index.ts'
import type { Manifest } from '../folder/registry-folder.ts'
import type { DurableLedger } from '../ledger/durable-ledger.ts'

export interface OpenIndexOptions {
  /** The readable checkpoint, if any. */
  readonly checkpoint: CheckpointFile | undefined
  readonly about: Manifest
  readonly ledger: DurableLedger
  readonly makeIndex: CreateIndexGeneration
  /** Checks the whole ledger file, if opening skipped this check because of the checkpoint. */
  readonly checkLedger: () => Promise<void>
  readonly onEvent: OnCheckpoint
  /** The end of the message about a rejected checkpoint. Default: a new checkpoint will be written. */
  readonly advice?: string
}

export interface OpenedIndex {
  readonly index: IndexGeneration
  /** The number of index rows that are not in a checkpoint. */
  readonly rows: number
}

/** Builds the index from its checkpoint and later changes, or, if that fails, from the ledger. */
export async function openIndex({
  checkpoint,
  about,
  ledger,
  makeIndex,
  checkLedger,
  onEvent,
  advice,
}: OpenIndexOptions): Promise<OpenedIndex> {
  if (checkpoint !== undefined) {
    try {
      const index = makeIndex()
      const rows = await restoreIndex(checkpoint, about, ledger, index)
      onEvent({ kind: 'opened', change: checkpoint.contents.change, bytes: checkpoint.size, rows })
      index.maintain()
      return { index, rows }
    } catch (error) {
      if (!(error instanceof RejectedCheckpoint)) throw error
      onEvent(rejectionEvent(error, advice))
      await checkLedger()
    }
  }
  const index = makeIndex()
  index.load(ledger.indexRecords(), ledger.indexProducts())
  const { records, products } = ledger.tables.table
  return { index, rows: records.entries + products.entries }
}

export function rejectionEvent(
  { reason, message }: RejectedCheckpoint,
  advice = 'a new checkpoint will be written',
): Parameters<OnCheckpoint>[0] {
  return {
    kind: 'rejected',
    reason,
    message: `The index checkpoint is not used: ${message}. The index was rebuilt from the ledger, which takes longer; ${advice}.`,
  }
}
