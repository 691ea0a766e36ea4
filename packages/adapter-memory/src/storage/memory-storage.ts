import type { Storage } from '@utpid/core'
import { Lifetime, retentionSettings } from '@utpid/core/storage'
import type { CreateIndexGeneration } from '../index/index-generation.ts'
import { MemoryIndex } from '../index/memory-index.ts'
import { GenerationSlot, OpenGeneration } from '../index/open-generation.ts'
import { MapGeneration } from '../ledger/map-generation.ts'
import { MapLedger } from '../ledger/map-ledger.ts'
import { indexFactory, type MemoryStorageOptions } from './storage-options.ts'

export type { MemoryStorageOptions } from './storage-options.ts'

/**
 * Creates a registry storage in the memory of this process. The registry is lost when the process exits.
 *
 * @throws `validation_failed` if an option is out of range.
 */
export function createMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  return memoryStorage(options, indexFactory(options, 'plain'))
}

/** Creates a storage like {@link createMemoryStorage}, but with any index, for tests. */
export function memoryStorage(options: MemoryStorageOptions, createIndex: CreateIndexGeneration): Storage {
  const lifetime = new Lifetime()
  const index = new MemoryIndex(lifetime, createIndex())
  index.mergeWhenIdle()
  const ledger = new MapLedger(lifetime, retentionSettings(options), index)
  const door = new GenerationSlot()
  return {
    capabilities: { durable: false, sharedWriters: false, exactTotals: true },
    ledger,
    index,
    setIndexVersion: async (indexVersion) => ledger.setIndexVersion(indexVersion),
    setModelVersion: async (modelVersion, rows) => ledger.setModelVersion(modelVersion, rows),
    setNextChange: async (change) => {
      ledger.setNextChange(change)
      index.finishLoading(change)
    },
    onChange: (listener) => ledger.listeners.add(listener),
    beginGeneration: async (plan) => {
      lifetime.check()
      door.enter()
      door.dropSuspended()
      return new OpenGeneration(lifetime, door, new MapGeneration(ledger, plan), createIndex())
    },
    resumeGeneration: async () => {
      lifetime.check()
      door.enter()
      const kept = door.takeSuspended()
      if (kept !== undefined) return new OpenGeneration(lifetime, door, kept.tables, kept.index)
      door.leave()
      return undefined
    },
    close: async () => {
      lifetime.close()
      index.stop()
      door.close()
    },
  }
}
