import type { WorkerRegistryOptions } from '@utpid/adapter-folder'
import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'

/** Opens a registry in a worker thread, with the options of commands. */
export function openWorkerRegistry(storage: Storage, { schema }: WorkerRegistryOptions): Promise<Registry> {
  return createRegistry({ storage, schema, gazetteer: loadGazetteer() })
}
