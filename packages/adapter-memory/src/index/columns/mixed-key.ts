import { mix32 } from '@utpid/core/storage'

const TWO_32 = 0x1_0000_0000

/** The number of bits of a 53-bit key above its lower 32 bits. */
export const HIGH_BITS = 21
const HIGH_RANGE = 0x20_0000
/** The target number of keys in a bucket. */
const KEYS_PER_BUCKET = 16

export function lowOf(key: number): number {
  return key >>> 0
}

/**
 * Returns the upper 21 bits of a key, mixed with a hash of the lower 32 bits. In many keys, the unmixed bits are a
 * place: all keys of one city would fill one bucket. The mix is reversible: both parts together still identify the key.
 */
export function highOf(key: number): number {
  const low = key >>> 0
  return (((key - low) / TWO_32) ^ mix32(low)) & (HIGH_RANGE - 1)
}

/** Returns the number of upper bits that select a bucket for this many entries, 0 to {@link HIGH_BITS}. */
export function bucketBitsFor(entries: number): number {
  const bits = Math.max(0, Math.ceil(Math.log2(entries / KEYS_PER_BUCKET + 1)))
  // Adds one bit for the maximum number of buckets. The upper bits then need not be stored, which saves memory.
  return bits >= HIGH_BITS - 1 ? HIGH_BITS : bits
}
