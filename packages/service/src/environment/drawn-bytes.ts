import { randomFillSync } from 'node:crypto'
import type { RandomBytes } from './random-bytes.ts'

const BLOCK_BYTES = 4_096
let block: Uint8Array | undefined
let used = 0

/** Returns random bytes for ids that are not secret. Bytes are drawn in blocks, since each draw is a system call. */
export const drawnBytes: RandomBytes = (size) => {
  if (block === undefined || used + size > BLOCK_BYTES) {
    block = randomFillSync(new Uint8Array(BLOCK_BYTES))
    used = 0
  }
  used += size
  return block.subarray(used - size, used)
}
