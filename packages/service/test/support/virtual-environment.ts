import { createHash } from 'node:crypto'
import type { ServiceEnvironment } from '../../src/environment/environment.ts'

/** A manual clock, and deterministic bytes. */
export interface VirtualEnvironment extends ServiceEnvironment {
  time: number
}

export function virtualEnvironment(time: number = Date.UTC(2026, 10, 22, 12), seed = 'seed'): VirtualEnvironment {
  let drawn = 0
  return {
    time,
    now() {
      return this.time
    },
    random(bytes) {
      const blocks = Array.from({ length: Math.ceil(bytes / 32) }, () =>
        createHash('sha256').update(`${seed} ${drawn++}`).digest(),
      )
      return Buffer.concat(blocks).subarray(0, bytes)
    },
  }
}
