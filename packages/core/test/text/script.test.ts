import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bigrams,
  isSpaceless,
  scriptGroupsOf,
  scriptsOf,
  scriptsOfGroups,
  splitAtScriptChange,
} from '../../src/text/script.ts'

describe('scripts without spaces', () => {
  test.each([
    ['ホテル', true],
    ['北京', true],
    ['호텔', true],
    ['โรงแรม', true],
    ['hotel', false],
    ['гостиница', false],
    ['12', false],
  ])('%s: %s', (text, spaceless) => {
    expect(isSpaceless(text)).toBe(spaceless)
  })

  test('a word is cut where the script changes, and nothing of it is lost', () => {
    expect(splitAtScriptChange('東横inn新宿3')).toEqual(['東横', 'inn', '新宿', '3'])
    expect(splitAtScriptChange('ホテルニューオータニ')).toEqual(['ホテルニューオータニ'])
    expect(splitAtScriptChange('佐々木ホテル')).toEqual(['佐々木', 'ホテル'])
    const word = fc.string({ unit: fc.constantFrom(...'東京ホテルーの々호텔ห้องab12é'), minLength: 1 })
    fc.assert(fc.property(word, (each) => splitAtScriptChange(each).join('') === each))
  })

  test('pairs of characters overlap, by character and not by half of one', () => {
    expect(bigrams('東京都')).toEqual(['東京', '京都'])
    expect(bigrams('𠮷野')).toEqual(['𠮷野'])
    expect(bigrams('東')).toEqual(['東'])
    expect(bigrams('')).toEqual([])
  })
})

describe('the scripts of a text', () => {
  test.each([
    ['Hôtel', 'ritz', true],
    ['東横', 'アパ', true],
    ['東横', '上海大酒店', true],
    ['東横 Inn', 'Toyoko', true],
    ['Космос', 'Гостиница', true],
    ['Космос', 'Kosmos', false],
    ['Ερμής', 'Гермес', false],
    ['فندق', 'מלון', false],
    ['리츠', 'リッツ', false],
    ['โรงแรม', 'ໂຮງແຮມ', false],
    ['होटल', 'হোটেল', false],
    // Cherokee, a script without a name in this table.
    ['ᏣᎳᎩ', 'Ritz', false],
    ['ᏣᎳᎩ', 'ᏣᎳᎩ', true],
  ])('%s and %s have one in common: %s', (a, b, isShared) => {
    expect((scriptsOf(a) & scriptsOf(b)) !== 0).toBe(isShared)
  })

  test('figures and signs belong to none', () => {
    for (const text of ['12', '', '&', '12-14', 'ー']) expect(scriptsOf(text)).toBe(0)
  })
})

test('scripts of texts side by side are told from what is known of each', () => {
  const parts = [
    'hotel',
    '12',
    'ルネス',
    '上海',
    '〇',
    'हो',
    '\u093f',
    'ⴰ',
    'é',
    'ー',
    'بيت',
    '롯데',
    '\ud83d',
    'Ω',
    '',
  ]
  const part = fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary', maxLength: 4 }))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (texts) => {
      const together = texts.reduce((writings, text) => writings | scriptGroupsOf(text), 0)
      expect(scriptsOfGroups(together)).toBe(scriptsOf(texts.join(' ')))
    }),
    runs(3_000),
  )
})

test('no script without spaces is passed over because its letters come too early', () => {
  const pattern =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
  const wrong: string[] = []
  for (let code = 0; code <= 0x1_ffff; code++) {
    const text = `a${String.fromCodePoint(code)}`
    if (isSpaceless(text) !== pattern.test(text)) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})
