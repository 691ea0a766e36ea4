import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64url, toBase64url } from '../../src/encoding/base64url.ts'

test('bytes are written as Node writes them, and read back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = toBase64url(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
      expect(fromBase64url(text)).toEqual(bytes)
    }),
  )
})

test('a text that was never written is undefined: foreign characters, padding, a length or rest that cannot be', () => {
  for (const text of ['A', 'AAAAA', 'AA==', 'A+A/', 'AB', 'AAB', 'ÄA', 'A A']) {
    expect(fromBase64url(text), text).toBeUndefined()
  }
})
