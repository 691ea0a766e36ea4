import { randomFillSync } from 'node:crypto'
import type { RandomBytes } from './random-bytes.ts'

const DRAWN = 4_096
let drawn: Uint8Array | undefined
let used = 0

/** Random bytes for ids that are not secret. They are drawn in blocks, since each draw is a system call. */
export const drawnBytes: RandomBytes = (size) => {
  if (drawn === undefined || used + size > DRAWN) {
    drawn = randomFillSync(new Uint8Array(DRAWN))
    used = 0
  }
  used += size
  return drawn.subarray(used - size, used)
}
