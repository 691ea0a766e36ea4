import { randomFillSync } from 'node:crypto'
import type { RandomBytes } from './random-bytes.ts'

const DRAWN = 4_096
let drawn: Uint8Array | undefined
let used = 0

/** Random bytes for ids that are no secret, drawn for many at once: each drawing is a call of the system. */
export const drawnBytes: RandomBytes = (size) => {
  if (drawn === undefined || used + size > DRAWN) {
    drawn = randomFillSync(new Uint8Array(DRAWN))
    used = 0
  }
  used += size
  return drawn.subarray(used - size, used)
}
