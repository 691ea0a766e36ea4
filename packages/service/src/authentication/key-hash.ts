import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Returns the stored hash of the secret of a key, session or invitation. Secrets are long and random, so a fast hash is
 * safe.
 */
export function hashSecret(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
