import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../src/model/limits.ts'
import {
  readCursor,
  SEARCH_STAGES,
  type SearchCursor,
  writeCursor,
} from '../../../src/registry/search/search-cursor.ts'

const words = fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }).filter((word) => !word.includes(' '))
const cursors: fc.Arbitrary<SearchCursor> = fc.record({
  stage: fc.constantFrom(...SEARCH_STAGES),
  lists: fc.array(fc.array(words, { maxLength: 4 }), { maxLength: 4 }),
  after: fc.record({ tier: fc.nat(40), key: fc.maxSafeNat(), id: fc.maxSafeNat() }),
})
const question = JSON.stringify(['ritz', { any: ['name:ritz'] }])

describe('a cursor of a search', () => {
  test('returns its contents, in characters that a URL allows', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        const text = writeCursor(cursor, question)
        expect(text).toMatch(/^[\w-]+$/)
        expect(readCursor(text, () => question)).toEqual(cursor)
      }),
    )
  })

  test('is rejected when any character is changed, added or removed', () => {
    fc.assert(
      fc.property(cursors, fc.nat(), fc.constantFrom('A', 'z', '-', '=', ''), (cursor, place, character) => {
        const text = writeCursor(cursor, question)
        const at = place % text.length
        const damaged = text.slice(0, at) + character + text.slice(at + 1)
        if (damaged === text) return
        expect(() => readCursor(damaged, () => question)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }))
      }),
    )
  })

  test('is rejected for another query, including everything that affects the result', () => {
    const cursor: SearchCursor = { stage: 'expanded', lists: [['ritzy']], after: { tier: 0, key: 1, id: 2 } }
    const text = writeCursor(cursor, question)
    expect(() => readCursor(text, () => '["ritz paris"]')).toThrow('start again')
    expect(() => readCursor(text, (stage, lists) => JSON.stringify([stage, lists]))).toThrow('start again')
  })

  test.each([
    ['nothing', ''],
    ['a text that is no cursor', 'next'],
    ['JSON that is no list', Buffer.from('{"a":1}').toString('base64url')],
    ['a list of the wrong length', Buffer.from('[1,2,3]').toString('base64url')],
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0xfd]).toString('base64url')],
    ['a deep list', Buffer.from('['.repeat(9_000)).toString('base64url')],
    ['more characters than any cursor has', 'A'.repeat(LIMITS.cursorCharacters + 1)],
  ])('is refused when it is %s', (_, text) => {
    expect(() => readCursor(text, () => question)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }))
  })
})
