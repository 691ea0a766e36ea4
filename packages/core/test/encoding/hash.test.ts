import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashText, hashText53, hashTextHex, hashTexts, mix32 } from '../../src/encoding/hash.ts'

/** Computes FNV-1a literally, byte by byte, as an oracle. */
function byteByByte(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (const byte of Buffer.from(text, 'utf16le')) hash = Math.imul(hash ^ byte, 0x01000193)
  return mix32(hash)
}

describe('hashes', () => {
  test('are stored on disk and never change', () => {
    expect([hashText(''), hashText('hotel'), hashText('ホテル'), hashText('hotel', 1)]).toMatchInlineSnapshot(`
      [
        2872998923,
        4158739199,
        3401246925,
        3479922701,
      ]
    `)
    expect([hashText53(''), hashText53('hotel'), hashText53('hotel', 1)]).toMatchInlineSnapshot(`
      [
        400435558906891,
        8728833698124543,
        246616207091725,
      ]
    `)
    expect([hashTextHex(''), hashTextHex('hotel')]).toMatchInlineSnapshot(`
      [
        "c3da2b1313ce30fe",
        "ba368f0cd64c7302",
      ]
    `)
  })

  test('are FNV-1a over the bytes of UTF-16, for any text', () => {
    const text = fc.string({ unit: fc.oneof(fc.nat(0x17f), fc.nat(0xffff)).map((unit) => String.fromCharCode(unit)) })
    fc.assert(
      fc.property(text, text, fc.nat(0xffffffff), (first, second, seed) => {
        const hash = byteByByte(first + second, seed)
        expect(hashText(first + second, seed)).toBe(hash)
        expect(hashTexts(first, second, seed)).toBe(hash)
        const high = byteByByte(first + second, seed ^ 0x9e3779b9) & 0x1fffff
        expect(hashText53(first + second, seed)).toBe(high * 2 ** 32 + hash)
      }),
    )
  })

  test('stay in range and distinguish ten thousand texts', () => {
    const seen = new Set<number>()
    for (let number = 0; number < 10_000; number++) {
      const hash = hashText53(`text ${number}`)
      expect(Number.isSafeInteger(hash) && hash >= 0).toBe(true)
      seen.add(hash)
      expect(hashText(`text ${number}`)).toBeLessThan(2 ** 32)
    }
    expect(seen.size).toBe(10_000)
  })
})
