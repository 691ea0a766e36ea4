import type { WorkerRegistryOptions } from '@utpid/adapter-folder'
import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'

/** A registry with the schema of the main thread. */
export function openWorkerRegistry(storage: Storage, { schema }: WorkerRegistryOptions): Promise<Registry> {
  return createRegistry({ storage, schema, gazetteer: loadGazetteer() })
}
