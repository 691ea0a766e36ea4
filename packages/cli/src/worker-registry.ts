import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'

/** Opens a registry in a thread that answers for it, as commands open it. */
export function openWorkerRegistry(storage: Storage): Promise<Registry> {
  return createRegistry({ storage, gazetteer: loadGazetteer() })
}
