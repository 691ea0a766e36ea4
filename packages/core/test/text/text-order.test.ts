import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareText } from '../../src/text/text-order.ts'

describe('the order of texts', () => {
  it('is the order of their UTF-8 bytes', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'z', 'é', 'ア', '\ue000', '\uffff', '😀', '𠀀') })
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
      runs(500),
    )
  })
})
