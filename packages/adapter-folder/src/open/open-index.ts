import type { IndexGeneration, MakeIndexGeneration } from '@utpid/adapter-memory/engine'
import type { SnapshotFile } from '../checkpoint/read-snapshot.ts'
import { restoreIndex } from '../checkpoint/restore-index.ts'
import type { OnSnapshot } from '../checkpoint/snapshot-event.ts'
import { RefusedSnapshot } from '../checkpoint/snapshot-format.ts'
import type { AboutRegistry } from '../folder/registry-folder.ts'
import type { DurableLedger } from '../ledger/durable-ledger.ts'

export interface OpenIndexOptions {
  /** Undefined if there is no readable one. */
  readonly snapshot: SnapshotFile | undefined
  readonly about: AboutRegistry
  readonly ledger: DurableLedger
  readonly makeIndex: MakeIndexGeneration
  /** Checks the whole ledger file, if that was skipped because of the checkpoint. */
  readonly walkLedger: () => Promise<void>
  readonly tell: OnSnapshot
  /** End of the message about a rejected checkpoint. Default: a new one will be written. */
  readonly instead?: string
}

export interface OpenedIndex {
  readonly index: IndexGeneration
  /** Number of its rows that are not in a checkpoint. */
  readonly rows: number
}

/** Builds the index from its checkpoint and later changes, or, if that fails, from the ledger. */
export async function openIndex({
  snapshot,
  about,
  ledger,
  makeIndex,
  walkLedger,
  tell,
  instead,
}: OpenIndexOptions): Promise<OpenedIndex> {
  if (snapshot !== undefined) {
    try {
      const index = makeIndex()
      const rows = await restoreIndex(snapshot, about, ledger, index)
      tell({ kind: 'opened', change: snapshot.contents.change, bytes: snapshot.size, rows })
      index.tend()
      return { index, rows }
    } catch (error) {
      if (!(error instanceof RefusedSnapshot)) throw error
      tell(refusal(error, instead))
      await walkLedger()
    }
  }
  const index = makeIndex()
  index.load(ledger.indexRecords(), ledger.indexProducts())
  const { records, products } = ledger.tables.table
  return { index, rows: records.entries + products.entries }
}

export function refusal(
  { reason, message }: RefusedSnapshot,
  instead = 'a new checkpoint will be written',
): Parameters<OnSnapshot>[0] {
  return {
    kind: 'refused',
    reason,
    message: `The index checkpoint is not used: ${message}. The index was rebuilt from the ledger, which takes longer; ${instead}.`,
  }
}
