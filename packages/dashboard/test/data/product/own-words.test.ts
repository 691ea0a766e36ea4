import { expect, test } from 'vitest'
import { ownWords } from '../../../src/data/product/own-words.ts'

test.each([
  ['LE ROCROY HÔTEL PARIS', 'hotel', 'Paris', ['rocroy']],
  ['Novotel Paris Gare de Lyon', 'hotel', 'Paris', ['novotel', 'gare', 'lyon']],
  ['Hotel São Paulo', 'hotel', 'Sao Paulo', []],
  ['Ferienwohnung Müller', 'vacation_rental', undefined, ['ferienwohnung', 'muller']],
  ['東京ホテル', 'hotel', '東京', ['東京ホテル']],
])('the words of %s that find products of like name', (name, category, city, words) => {
  expect(ownWords({ name, category, location: { ...(city === undefined ? {} : { city }) } })).toEqual(words)
})
