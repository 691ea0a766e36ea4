import { createHash, timingSafeEqual } from 'node:crypto'

/** The stored hash of a key, session or invitation. Their texts are long and random, so a fast hash is safe. */
export function hashSecret(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
