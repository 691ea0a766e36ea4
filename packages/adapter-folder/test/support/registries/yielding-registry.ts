import { setImmediate } from 'node:timers/promises'
import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'

/** A registry module for threads that yield in the middle of a batch, like the threads of the command. */
export function openWorkerRegistry(storage: Storage): Promise<Registry> {
  return createRegistry({ storage, gazetteer: loadGazetteer(), yield: async () => void (await setImmediate()) })
}
