import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, RegistryOptions, Storage } from '@utpid/core'
import { createRegistry } from '../../src/registry/create-registry.ts'

export interface OpenRegistry {
  readonly registry: Registry
  readonly storage: Storage
}

/**
 * Opens a registry in memory. Each read of its clock advances the clock by a second. Its ids are 1, 2, 3 ... scrambled.
 */
export async function openRegistry(options: Partial<RegistryOptions> = {}): Promise<OpenRegistry> {
  const storage = options.storage ?? createMemoryStorage()
  let seconds = 0
  let drawn = 0
  const registry = await createRegistry({
    clock: () => Date.UTC(2026, 0, 1) + seconds++ * 1_000,
    random: () => (++drawn * 0x9e3779b97f4a7) % 2 ** 50,
    ...options,
    storage,
  })
  return { registry, storage }
}
