import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'

/** The registry of most thread tests. */
export function openWorkerRegistry(storage: Storage): Promise<Registry> {
  return createRegistry({ storage, gazetteer: loadGazetteer() })
}
