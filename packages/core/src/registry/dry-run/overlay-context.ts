import { CleanProducts } from '../../golden-record/clean-products.ts'
import { RegistryError } from '../../model/registry-error.ts'
import { checkedLedger } from '../../storage/ledger/checked-ledger.ts'
import { overlayStorage, type StorageOverlay } from '../../storage/overlay/overlay-storage.ts'
import { IdSet } from '../context/id-set.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { WriteQueue } from '../context/write-queue.ts'
import { RecordSuppliers } from '../records/record-suppliers.ts'

/** A context whose writes stay in memory. */
export interface OverlayContext {
  readonly onOverlay: RegistryContext
  readonly overlay: StorageOverlay
  /** The ids that only the overlay has. */
  readonly minted: IdSet
}

/**
 * Returns a context on the current state of a registry, which keeps its writes in memory.
 *
 * @param maxRecords - The maximum number of new or changed records in memory.
 */
export async function overlayContext(context: RegistryContext, maxRecords: number): Promise<OverlayContext> {
  const overlay = await overlayStorage(context.storage, maxRecords)
  const { storage } = overlay
  const minted = new IdSet()
  return {
    overlay,
    minted,
    // The context has its own caches, since the overlay has rows that the registry does not have.
    onOverlay: {
      ...context,
      random: () => {
        const id = context.random()
        minted.add(id)
        return id
      },
      storage,
      ledger: checkedLedger(storage.ledger, storage.place),
      index: storage.index,
      active: { ...context.active, cleanProducts: new CleanProducts() },
      suppliers: new Map(context.suppliers),
      recordSuppliers: new RecordSuppliers(),
      writes: new WriteQueue(),
    },
  }
}

/** Rows of the registry that changed between two reads may contradict rows of the overlay. */
export function dryRunFailure(error: unknown, { state }: StorageOverlay): unknown {
  if (!state.hasOtherWrites || !(error instanceof RegistryError) || error.code !== 'storage_corrupt') return error
  return new RegistryError('revision_conflict', 'The registry changed during the dry run. Repeat the dry run.', {
    cause: error,
  })
}
