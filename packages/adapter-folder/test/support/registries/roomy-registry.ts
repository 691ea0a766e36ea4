import { resourceLimits } from 'node:worker_threads'
import type { Registry, Storage } from '@utpid/core'
import { openWorkerRegistry as openAnywhere } from './worker-registry.ts'

/** The minimum young generation of a thread in megabytes, above every default. With less, opening fails. */
const YOUNG_MEGABYTES = 192

export function openWorkerRegistry(storage: Storage): Promise<Registry> {
  const { maxYoungGenerationSizeMb = 0 } = resourceLimits
  if (maxYoungGenerationSizeMb < YOUNG_MEGABYTES)
    throw new Error(`The young generation has ${maxYoungGenerationSizeMb} MB.`)
  return openAnywhere(storage)
}
