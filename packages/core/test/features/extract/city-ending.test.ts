import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutCityEnding } from '../../../src/features/extract/city-ending.ts'

/**
 * A regular expression as an oracle for the ending of a city. It is correct, but its time is quadratic in the length.
 */
const PATTERN =
  /(?<=^\p{Script=Han}{2,})市(?:\p{Script=Han}+[区區])?$|(?<=^東京)都(?:\p{Script=Han}+区)?$|(?<=^\p{Script=Hangul}{2,}?)(?:특별시|광역시|시)$/u

test.each([
  ['横浜市青葉区', '横浜'],
  ['東京都港区', '東京'],
  ['東京都', '東京'],
  ['津市', '津市'],
  ['서울특별시', '서울'],
  ['성남시', '성남'],
  ['市原市', '市原'],
  ['paris', 'paris'],
])('%s is called %s', (word, name) => expect(withoutCityEnding(word)).toBe(name))

test('every word loses the ending that the regular expression matches', () => {
  const character = fc.constantFrom(...'市区區東京都横浜𠮷시특별광역서울a')
  fc.assert(
    fc.property(fc.array(character, { maxLength: 8 }), (characters) => {
      const word = characters.join('')
      expect(withoutCityEnding(word)).toBe(word.replace(PATTERN, ''))
    }),
    runs(5_000),
  )
})

test('a word of endings takes linear time', () => {
  const begun = process.cpuUsage()
  for (const word of [`市區${'市東'.repeat(100_000)}역`, `${'시'.repeat(200_000)}x`]) withoutCityEnding(word)
  // A quadratic algorithm would take minutes.
  expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000)
})
