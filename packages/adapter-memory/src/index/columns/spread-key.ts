import { mix32 } from '@utpid/core/adapter'

const TWO_32 = 0x1_0000_0000

/** What 53 bits have above 32. */
export const HIGH_BITS = 21
const HIGHS = 0x20_0000
/** About so many keys a bucket. */
const KEYS_PER_BUCKET = 16

/** The lower 32 bits of a key. */
export function lowOf(key: number): number {
  return key >>> 0
}

/**
 * The upper 21 bits of a key, spread. As they are they are a place for many keys, so that a city would fill one bucket;
 * mixed with a hash of the lower 32 they are even, and both together still are the key and no other.
 */
export function highOf(key: number): number {
  const low = key >>> 0
  return (((key - low) / TWO_32) ^ mix32(low)) & (HIGHS - 1)
}

/** How many of the upper bits number the buckets of so many entries, 0 to {@link HIGH_BITS}. */
export function bucketBitsFor(entries: number): number {
  const bits = Math.max(0, Math.ceil(Math.log2(entries / KEYS_PER_BUCKET + 1)))
  // With one bit more there are as many buckets as can be, and the upper bits of a key need not be kept: that is less.
  return bits >= HIGH_BITS - 1 ? HIGH_BITS : bits
}
