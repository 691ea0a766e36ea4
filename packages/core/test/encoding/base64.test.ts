import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64, encodeBase64 } from '../../src/encoding/base64.ts'

test('bytes come back as they were, in the text that every other program reads', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      const text = encodeBase64(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64'))
      expect(decodeBase64(text)).toEqual(bytes)
    }),
  )
})

test.each(['A', 'AAA', 'AA=A', '====', 'A===', 'AB==', 'AAB=', 'AA-_', 'AA A', 'AAé=', 'AAAA='])(
  '"%s" is not what was encoded, so it is refused',
  (text) => {
    expect(decodeBase64(text)).toBeUndefined()
  },
)
