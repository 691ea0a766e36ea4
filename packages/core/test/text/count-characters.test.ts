import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasMoreCharacters } from '../../src/text/count-characters.ts'

it('counts code points, as JSON Schema does', () => {
  expect(hasMoreCharacters('🏨🏨', 2)).toBe(false)
  expect(hasMoreCharacters('🏨🏨', 1)).toBe(true)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 20 }), (text, most) => {
      expect(hasMoreCharacters(text, most)).toBe([...text].length > most)
    }),
    runs(200),
  )
})
