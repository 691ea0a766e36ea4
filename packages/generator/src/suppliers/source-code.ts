import { hashNumbers } from '../random/random.ts'

const ROUNDS = 4

/**
 * Returns a permutation of the 32-bit integers, by a Feistel network (Luby and Rackoff, 1988).
 *
 * The permutation maps (product, copy) to a supplier's number and back. Codes are therefore unique without a table, and
 * reveal nothing about the product. The truth of a million records needs no memory.
 */
export function permute(value: number, ...key: readonly number[]): number {
  let left = value >>> 16
  let right = value & 0xffff
  for (let round = 0; round < ROUNDS; round++) {
    const next = left ^ (hashNumbers(...key, round, right) & 0xffff)
    left = right
    right = next
  }
  return ((left << 16) | right) >>> 0
}

/** Inverts {@link permute} with the same key. */
export function unpermute(value: number, ...key: readonly number[]): number {
  let left = value >>> 16
  let right = value & 0xffff
  for (let round = ROUNDS - 1; round >= 0; round--) {
    const next = right ^ (hashNumbers(...key, round, left) & 0xffff)
    right = left
    left = next
  }
  return ((left << 16) | right) >>> 0
}
