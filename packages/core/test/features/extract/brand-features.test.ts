import { describe, expect, test } from 'vitest'
import { brandOfField, isSubBrand, recogniseBrand } from '../../../src/features/extract/brand-features.ts'
import { BRANDS } from '../../../src/features/extract/brand-list.ts'
import { nameWords } from '../../../src/text/name-words.ts'

function brandIn(name: string): string | undefined {
  return recogniseBrand(nameWords(name))?.id
}

describe('brands', () => {
  test('every name of every brand is recognized, in a name and in its own field', () => {
    for (const [id, names] of BRANDS) {
      for (const name of names.split('|')) {
        expect(brandIn(name), name).toBe(id)
        expect(brandOfField(name), name).toBe(id)
      }
    }
  })

  test.each([
    ['Ibis Budget Lyon Centre', 'ibis-budget'],
    ['Hôtel Ibis Vellour Rondel', 'ibis'],
    ['Best Western Premier Opéra', 'best-western-premier'],
    ['BW Premier Collection Astoria', 'bw-premier-collection'],
    ['St Christophers Inn Gare du Nord', 'st-christophers-inn'],
    ["St. Christopher's Inn Berlin", 'st-christophers-inn'],
    ['Center Parcs Les Bois Francs', 'center-parcs'],
    ['Hotel du Parc', undefined],
    ['', undefined],
  ])('%j: %s', (name, id) => {
    if (id === undefined) expect(brandIn(name)).toBeUndefined()
    else expect(BRANDS.map(([each]) => each)).toContain(brandIn(name))
    expect(brandIn(name)).toBe(id)
  })

  test('of two brands the longer brand counts, with its position in the name', () => {
    expect(recogniseBrand(nameWords('Hotel Ibis Budget Lyon'))).toMatchObject({ id: 'ibis-budget', at: 1, count: 2 })
  })

  test('an unknown brand keeps its words', () => {
    expect(brandOfField('Chez Nous Hôtels')).toBe('chez-nous-hotels')
  })

  test('a sub-brand starts with the words of the other brand, symmetrically', () => {
    expect(isSubBrand('ibis', 'ibis-budget')).toBe(true)
    expect(isSubBrand('ibis-budget', 'ibis')).toBe(true)
    expect(isSubBrand('ibis', 'ibiza')).toBe(false)
    expect(isSubBrand('ibis', 'ibis')).toBe(false)
  })
})
