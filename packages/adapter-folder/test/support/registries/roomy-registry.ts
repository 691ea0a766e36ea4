import { resourceLimits } from 'node:worker_threads'
import type { Registry, Storage } from '@utpid/core'
import { openWorkerRegistry as openAnywhere } from './worker-registry.ts'

/** Opens nothing in a thread whose young generation is smaller than this, which is more than any has by itself. */
const YOUNG_MEGABYTES = 192

export function openWorkerRegistry(storage: Storage): Promise<Registry> {
  const { maxYoungGenerationSizeMb = 0 } = resourceLimits
  if (maxYoungGenerationSizeMb < YOUNG_MEGABYTES)
    throw new Error(`The young generation has ${maxYoungGenerationSizeMb} MB.`)
  return openAnywhere(storage)
}
