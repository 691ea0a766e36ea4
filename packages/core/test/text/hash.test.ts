import { describe, expect, test } from 'vitest'
import { hashText, hashText53, hashTextHex } from '../../src/text/hash.ts'

describe('hashes', () => {
  test('lie on disk and never change', () => {
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

  test('stay in range and tell ten thousand texts apart', () => {
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
