import { createHash, timingSafeEqual } from 'node:crypto'

/** What is kept of a key, a session or an invitation in place of its text: long and random, it needs no slow hash. */
export function hashSecret(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Whether two hashes are equal, in a time that does not tell where they differ. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
