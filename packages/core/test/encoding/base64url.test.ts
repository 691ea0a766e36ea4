import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64url, toBase64url } from '../../src/encoding/base64url.ts'

test('encodes bytes like Node, and decodes them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = toBase64url(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
      expect(fromBase64url(text)).toEqual(bytes)
    }),
  )
})

test('an invalid text is undefined: foreign characters, padding, an impossible length or rest', () => {
  for (const text of ['A', 'AAAAA', 'AA==', 'A+A/', 'AB', 'AAB', 'ÄA', 'A A']) {
    expect(fromBase64url(text), text).toBeUndefined()
  }
})
