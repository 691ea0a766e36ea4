import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeBase64 } from '../../src/encoding/base64.ts'
import { readHashSet } from '../../src/encoding/hash-set.ts'
import { COMMON_PLACE_WORDS, PLACE_WORDS } from '../../src/text/generated/place-words.ts'

function written(hashes: readonly number[], low: number): string {
  let before = -1
  const bits = hashes
    .map((hash) => {
      const difference = hash - before - 1
      before = hash
      const high = '1'.repeat(Math.floor(difference / 2 ** low))
      return `${high}0${low === 0 ? '' : (difference % 2 ** low).toString(2).padStart(low, '0')}`
    })
    .join('')
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  const bytes = Uint8Array.from(whole.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  return `${low}:${encodeBase64(bytes)}`
}

test('a set is read from the differences of its hashes', () => {
  expect([...readHashSet(written([0, 1, 7, 300], 3))]).toEqual([0, 1, 7, 300])
  expect([...readHashSet(written([0, 5], 0))]).toEqual([0, 5])
  expect([...readHashSet(written([], 20))]).toEqual([])
})

test('any hashes are decoded unchanged', () => {
  const hash = fc.integer({ min: 0, max: 0xffff_ffff })
  fc.assert(
    fc.property(fc.uniqueArray(hash), fc.integer({ min: 26, max: 31 }), (hashes, low) => {
      const sorted = hashes.sort((a, b) => a - b)
      expect([...readHashSet(written(sorted, low))]).toEqual(sorted)
    }),
  )
})

test('the sets of place words have thousands of hashes of 32 bits', () => {
  for (const coded of [PLACE_WORDS, COMMON_PLACE_WORDS]) {
    const hashes = [...readHashSet(coded)]
    expect(hashes.length).toBeGreaterThan(1_000)
    expect(hashes.every((hash) => Number.isInteger(hash) && hash >= 0 && hash <= 0xffff_ffff)).toBe(true)
  }
})
