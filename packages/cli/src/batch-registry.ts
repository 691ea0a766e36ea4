import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'

/** Opens a registry in a thread that matches batches, as commands open it. */
export function openBatchRegistry(storage: Storage): Promise<Registry> {
  return createRegistry({ storage, gazetteer: loadGazetteer() })
}
