import type { IndexGeneration, MakeIndexGeneration } from '@utpid/adapter-memory/engine'
import type { SnapshotFile } from '../checkpoint/read-snapshot.ts'
import { restoreIndex } from '../checkpoint/restore-index.ts'
import type { OnSnapshot } from '../checkpoint/snapshot-event.ts'
import { RefusedSnapshot } from '../checkpoint/snapshot-format.ts'
import type { AboutRegistry } from '../folder/registry-folder.ts'
import type { DurableLedger } from '../ledger/durable-ledger.ts'

export interface OpenIndexOptions {
  /** Undefined when there is none, or none that can be read. */
  readonly snapshot: SnapshotFile | undefined
  readonly about: AboutRegistry
  readonly ledger: DurableLedger
  readonly makeIndex: MakeIndexGeneration
  /** Looks through the whole file of the ledger, where that was left to the snapshot. */
  readonly walkLedger: () => Promise<void>
  readonly tell: OnSnapshot
  /** What becomes of a snapshot that is refused, for the message; a new one is written beside the ledger unless given. */
  readonly instead?: string
}

export interface OpenedIndex {
  readonly index: IndexGeneration
  /** So many rows of it are in no snapshot. */
  readonly rows: number
}

/** Makes the index of its snapshot and the changes since, or, where that cannot be, of the ledger. */
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
  instead = 'a new snapshot follows by itself',
): Parameters<OnSnapshot>[0] {
  return {
    kind: 'refused',
    reason,
    message: `The snapshot of the index is not used: ${message}. The index was made anew of the ledger, which takes longer; ${instead}.`,
  }
}
