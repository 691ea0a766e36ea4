import { expect, test } from 'vitest'
import { parseCategory } from '../../src/ingest/parse-category.ts'

test.each([
  ['Hotel', 'hotel', true],
  ['HÔTELS', 'hotel', true],
  ['Youth Hostel', 'hostel', true],
  ["Chambres d'hôtes", 'guesthouse', true],
  ['apartment_hotel', 'apartment_hotel', true],
  ['Ferienwohnung', 'apartment', true],
  ['Guided Tour', 'tour', true],
  ['Airport Transfer', 'transfer', true],
  ['Restaurant, Hôtellerie', 'hotel', true],
  ['Museum > Hotel', 'hotel', true],
  ['other', 'other', true],
  ['Igloo Village', 'igloo_village', false],
  ['constructor', 'constructor', false],
  ['!!!', 'other', false],
  [`${'long '.repeat(50)}`, 'long_'.repeat(13).slice(0, 64), false],
])('%j is %s', (text, slug, known) => {
  const parsed = parseCategory(text)
  expect(parsed.category.slug).toBe(slug)
  expect(parsed.known).toBe(known)
})

test('a slug that is cut after a word is parsed unchanged', () => {
  const { category } = parseCategory(`${'a'.repeat(63)} sauna`)
  expect(category.slug).toBe('a'.repeat(63))
  expect(parseCategory(category.slug).category.slug).toBe(category.slug)
})
