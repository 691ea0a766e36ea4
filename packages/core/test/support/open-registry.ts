import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, RegistryOptions, Storage } from '@utpid/core'
import { MIN_COUNTED_RECORDS } from '../../src/registry/context/term-frequency-state.ts'
import { createCountingRegistry } from '../../src/registry/create-registry.ts'

export interface OpenRegistry {
  readonly registry: Registry
  readonly storage: Storage
}

/** Options of a registry, and the number of records from which a count of words is due. */
export type OpenOptions = Partial<RegistryOptions> & { readonly minCountedRecords?: number }

/**
 * Opens a registry in memory. Each read of its clock advances the clock by a second. Its ids are 1, 2, 3 ... scrambled.
 */
export async function openRegistry({
  minCountedRecords = MIN_COUNTED_RECORDS,
  ...options
}: OpenOptions = {}): Promise<OpenRegistry> {
  const storage = options.storage ?? createMemoryStorage()
  let seconds = 0
  let drawn = 0
  const given = {
    clock: () => Date.UTC(2026, 0, 1) + seconds++ * 1_000,
    random: () => (++drawn * 0x9e3779b97f4a7) % 2 ** 50,
    ...options,
    storage,
  }
  const registry = await createCountingRegistry(given, minCountedRecords)
  return { registry, storage }
}
