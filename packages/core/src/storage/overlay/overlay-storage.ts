import { RegistryError } from '../../model/registry-error.ts'
import type { Storage } from '../storage.ts'
import { OverlayIndex } from './overlay-index.ts'
import { OverlayLedger, type OverlayState } from './overlay-ledger.ts'

/** A storage that reads through to another storage and keeps writes in memory. */
export interface StorageOverlay {
  readonly storage: Storage
  readonly state: OverlayState
}

/**
 * Creates a storage overlay: it reads through to a base storage, keeps writes in memory and never writes to the base.
 * It serves imports only: it neither searches nor scans.
 *
 * @param maxRecords - The maximum number of new or changed records in memory.
 */
export async function overlayStorage(base: Storage, maxRecords: number): Promise<StorageOverlay> {
  const index = new OverlayIndex(base.index)
  const overlay = new OverlayLedger(base.ledger, await base.ledger.head(), index, maxRecords)
  const { capabilities, place } = base
  return {
    storage: {
      capabilities: { ...capabilities, sharedWriters: false },
      ...(place === undefined ? {} : { place }),
      ledger: overlay.ledger,
      index,
      setIndexVersion: unavailable,
      setModelVersion: unavailable,
      setNextChange: unavailable,
      beginGeneration: unavailable,
      resumeGeneration: unavailable,
      close: async () => undefined,
    },
    get state() {
      return overlay.state
    },
  }
}

async function unavailable(): Promise<never> {
  throw new RegistryError('read_only', 'A dry run writes nothing.')
}
