import { hashText } from './repository.ts'

/** Encodes the 32-bit hashes of words for `readHashSet` of core. */
export function hashSet(words: readonly string[]): string {
  const hashes = [...new Set(words.map((word) => hashText(word)))].sort((a, b) => a - b)
  // The best number of low bits is the binary logarithm of the mean difference.
  const low = Math.max(0, Math.floor(Math.log2(2 ** 32 / hashes.length)))
  let bits = ''
  let before = -1
  for (const hash of hashes) {
    const difference = hash - before - 1
    before = hash
    const high = Math.floor(difference / 2 ** low)
    bits += `${'1'.repeat(high)}0${low === 0 ? '' : (difference % 2 ** low).toString(2).padStart(low, '0')}`
  }
  // Ones at the end never complete a difference.
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  const bytes = Buffer.from((whole.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return `${low}:${bytes.toString('base64')}`
}
