import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64, encodeBase64 } from '../../src/encoding/base64.ts'

test('bytes survive encoding, in the text that other programs read', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      const text = encodeBase64(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64'))
      expect(decodeBase64(text)).toEqual(bytes)
    }),
  )
})

test.each(['A', 'AAA', 'AA=A', '====', 'A===', 'AB==', 'AAB=', 'AA-_', 'AA A', 'AAé=', 'AAAA='])(
  '"%s" was never encoded and is rejected',
  (text) => {
    expect(decodeBase64(text)).toBeUndefined()
  },
)
