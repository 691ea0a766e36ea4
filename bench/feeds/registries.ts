import { setImmediate } from 'node:timers/promises'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { PRODUCT_ID_LIMIT } from '@utpid/core/storage'
import { loadGazetteer } from '@utpid/gazetteer'
import { seededRandom } from '../harness/seeded-random.ts'
import type { FeedRow } from './feed-rows.ts'

type RegistryOptions = Partial<Parameters<typeof createRegistry>[0]>

export interface FilledRegistry extends AsyncDisposable {
  readonly storage: Storage
  readonly registry: Registry
}

/** Pauses for other work of the process, as in commands and services. */
export const PAUSING = { yield: async (): Promise<void> => void (await setImmediate()) }

/** Opens a registry with the gazetteer. */
export async function openRegistry(storage: Storage, options: RegistryOptions = {}): Promise<Registry> {
  return await createRegistry({ storage, gazetteer: loadGazetteer(), ...options })
}

/** Imports rows into a new registry in memory. */
export async function inMemory(
  rows: readonly FeedRow[],
  importOptions: Parameters<Registry['import']>[1] = {},
  options: RegistryOptions = {},
): Promise<FilledRegistry> {
  const storage = createMemoryStorage()
  const registry = await openRegistry(storage, options)
  await registry.import(rows, importOptions)
  return { storage, registry, [Symbol.asyncDispose]: () => registry.close() }
}

/** Draws ids by a seed. Equally ranked products are ordered by id, so each run then gives the same order. */
export function seededIds(seed: number): () => number {
  const next = seededRandom(seed)
  return () => Math.floor(next() * PRODUCT_ID_LIMIT)
}
