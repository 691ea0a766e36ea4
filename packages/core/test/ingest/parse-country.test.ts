import { expect, test } from 'vitest'
import { isCountryCode, parseCountry } from '../../src/ingest/parse-country.ts'

test.each([
  ['FR', 'FR'],
  ['fr', 'FR'],
  [' fra ', 'FR'],
  ['France', 'FR'],
  ['FRANCE', 'FR'],
  ['Frankreich', 'FR'],
  ['Francia', 'FR'],
  ['UK', 'GB'],
  ['United Kingdom', 'GB'],
  ['EL', 'GR'],
  ['Ελλάδα', 'GR'],
  ['日本', 'JP'],
  ['Deutschland', 'DE'],
  ['NA', 'NA'],
  ['Namibia', 'NA'],
  ["Côte d'Ivoire", 'CI'],
  ['Qwzyx', undefined],
  ['XX', undefined],
  ['', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
])('%j is %s', (text, code) => {
  expect(parseCountry(text)).toBe(code)
})

test('accepts only assigned codes', () => {
  expect(isCountryCode('FR')).toBe(true)
  expect(isCountryCode('fr')).toBe(false)
  expect(isCountryCode('ZZ')).toBe(false)
})
