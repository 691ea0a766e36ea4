import { loadGazetteer } from '@utpid/gazetteer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Gazetteer } from '../../../src/geo/gazetteer.ts'
import { destinationsIn } from '../../../src/registry/search/search-destinations.ts'

/** Returns the real gazetteer, but with one name moved to another city. */
function renamed(name: string, city: string): Gazetteer {
  const gazetteer = loadGazetteer()
  return {
    version: 'renamed',
    cities: () => gazetteer.cities(),
    citiesByName: (each, country) => gazetteer.citiesByName(each === name ? city : each, country),
    citiesNear: (...near) => gazetteer.citiesNear(...near),
    airports: () => gazetteer.airports(),
    airport: (iata) => gazetteer.airport(iata),
    airportsNear: (...near) => gazetteer.airportsNear(...near),
  }
}

function termsIn(text: string, gazetteer: Gazetteer | undefined): unknown {
  const { byWord, spans } = destinationsIn(text, gazetteer)
  return { byWord: [...byWord], spans }
}

describe('the destinations in a text', () => {
  test('are those of this gazetteer, whatever others returned for the same words', () => {
    const gazetteers = [loadGazetteer(), renamed('alt wien', 'Linz'), renamed('alt wien', 'Graz'), undefined]
    for (let round = 0; round < 2; round++) {
      const terms = gazetteers.map((each) => destinationsIn('Alt Wien', each).byWord.get('alt') ?? [])
      expect(terms.map((of) => of.includes('city:linz'))).toEqual([false, true, false, false])
      expect(terms.map((of) => of.includes('city:graz'))).toEqual([false, false, true, false])
      expect(terms.map((of) => of.includes('city:alt wien'))).toEqual([true, true, true, true])
    }
  })

  test('are the same when they are remembered, and when what is around them is another text', () => {
    const word = fc.constantFrom('hotel', 'new', 'york', 'wien', 'austria', 'cdg', 'usa', '東京', 'st', "l'europe")
    const texts = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), (asked) => {
        const gazetteer = loadGazetteer()
        const afresh = asked.map((text) => termsIn(text, renamed('', '')))
        expect(asked.map((text) => termsIn(text, gazetteer))).toEqual(afresh)
        expect(asked.map((text) => termsIn(text, gazetteer))).toEqual(afresh)
      }),
    )
  })

  test('a word has those of every name that it is part of, and a name of several words stands together', () => {
    const { byWord, spans } = destinationsIn('Hotel New York', loadGazetteer())
    expect(byWord.get('york')).toEqual(expect.arrayContaining(['city:york', 'city:new york']))
    expect(byWord.get('hotel')).not.toContain('city:new york')
    expect(spans).toContainEqual(['new', 'york'])
  })
})
