import { expect, test } from 'vitest'
import { parseRecord } from '../../src/ingest/parse-record.ts'
import { inferCategory } from '../../src/ingest/repairs/infer-category.ts'

test.each<[string, string | undefined]>([
  ['Hôtel de la Tour Eiffel', 'hotel'],
  ['Hotel Restaurant Sonne', 'hotel'],
  ['Airport Hotel Ibiza', 'hotel'],
  ['Hotel Museum', 'hotel'],
  ['Ibis Budget Lyon', 'hotel'],
  ['グランドホテル', 'hotel'],
  ['Ξενοδοχείο Αθηνά', 'hotel'],
  ['Aparthotel Adagio', 'apartment_hotel'],
  ['Camping du Lac', 'campsite'],
  ['Backpackers Hostel Oslo', 'hostel'],
  ['Ferienwohnung Meier', 'apartment'],
  ['Musée du Louvre', 'attraction'],
  ['Aéroport de Nantes', 'airport'],
  ['Transfer from CDG to Hotel Ritz', 'transfer'],
  ['Guided tour of the old town', 'tour'],
  // Names of houses that prove nothing.
  ['Villa Medici', undefined],
  ['Résidence La Tour', undefined],
  ['Hostel and Apartments', undefined],
  ['Bellevue', undefined],
  ['Munich Airport', undefined],
])('the name %s proves the category %s', (name, category) => {
  expect(inferCategory(name)).toBe(category)
})

test('the default of the supplier precedes the name, and a stated category precedes both', () => {
  const options = { defaultCategory: (supplier: string) => (supplier === 'beds' ? 'hostel' : undefined) }
  const parse = (record: object): unknown => {
    const parsed = parseRecord({ code: '1', name: 'Hotel Ritz', ...record }, options)
    const codes = parsed.repairs.map(({ code }) => code)
    return ['record' in parsed ? parsed.record.category : undefined, codes]
  }
  expect(parse({ supplier: 'beds' })).toEqual(['hostel', ['category_inferred']])
  expect(parse({ supplier: 'other' })).toEqual(['hotel', ['category_inferred']])
  expect(parse({ supplier: 'beds', category: 'villa' })).toEqual(['villa', []])
  expect(parse({ supplier: 'other', name: 'Bellevue' })).toEqual([undefined, []])
})
