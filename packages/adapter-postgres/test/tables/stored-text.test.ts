import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeText, encodeText, textKey, textOf, wholeText } from '../../src/tables/stored-text.ts'

const units = fc
  .array(fc.oneof(fc.constantFrom(0, 1, 2, 0xd83d, 0xde00, 0xdbff, 0xdfff, 0x78, 0x23), fc.nat(0xffff)))
  .map((codes) => String.fromCharCode(...codes))

it('can be stored by PostgreSQL and decoded without loss', () => {
  fc.assert(
    fc.property(units, (text) => {
      const stored = encodeText(text)
      expect(stored.isWellFormed() && !stored.includes('\0')).toBe(true)
      expect(decodeText(stored)).toBe(text)
    }),
  )
})

it('has a different key for every text, of limited length', () => {
  const long = 'ア'.repeat(700)
  const texts = [long, `${long}x`, long.slice(0, 600), long.slice(0, 601), '😀'.repeat(400)]
  const keys = texts.map(textKey)
  expect(new Set(keys).size).toBe(texts.length)
  for (const key of keys) expect(Buffer.byteLength(key)).toBeLessThan(2_700)
  const back = texts.map((text, at) => {
    const whole = wholeText(text)
    return textOf(keys[at] as string, whole === null ? null : (JSON.parse(whole) as string))
  })
  expect(back).toEqual(texts)
})
