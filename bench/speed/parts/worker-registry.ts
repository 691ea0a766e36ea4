import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'

/** Opens a registry in a thread that answers for it, as it is opened in the process. */
export function openWorkerRegistry(storage: Storage): Promise<Registry> {
  return createRegistry({ storage, gazetteer: loadGazetteer() })
}
