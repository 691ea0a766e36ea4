import { setImmediate } from 'node:timers/promises'
import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'

/** Of threads that give way in the middle of a batch, as those of the command do. */
export function openWorkerRegistry(storage: Storage): Promise<Registry> {
  return createRegistry({ storage, gazetteer: loadGazetteer(), yield: async () => void (await setImmediate()) })
}
