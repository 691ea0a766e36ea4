import type { Registry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { beforeAll, describe, expect, test } from 'vitest'
import { foundCodes } from '../../support/found-codes.ts'
import { openRegistry } from '../../support/open-registry.ts'

const HOTELS = [
  { code: 'wien', name: 'Oriel', location: { city: 'Wien', country: 'AT', coordinates: [48.21, 16.37] } },
  { code: 'graz', name: 'Larch', location: { city: 'Graz', region: 'Steiermark', country: 'AT' } },
  { code: 'roissy', name: 'Rondel', location: { city: 'Roissy-en-France', country: 'FR', coordinates: [49.0, 2.51] } },
  { code: 'nyc', name: 'Pavane', location: { city: 'New York', region: 'New York', country: 'US' } },
  { code: 'tokyo', name: 'Zephyr', location: { city: '東京', country: 'JP' } },
  { code: 'nowhere', name: 'Wien' },
]

describe('a destination', () => {
  let registry: Registry

  beforeAll(async () => {
    registry = (await openRegistry({ gazetteer: loadGazetteer() })).registry
    await registry.import(HOTELS.map((hotel) => ({ supplier: 'alpha', category: 'hotel', ...hotel })))
  })

  test.each([
    ['a city', 'Graz', ['graz']],
    ['a city by another name', 'Vienna', ['wien']],
    ['a city in another script', 'Вена', ['wien']],
    ['a city as one writes it at home', '東京', ['tokyo']],
    ['a city by its name abroad', 'Tokyo', ['tokyo']],
    ['a city of several words', 'new york', ['nyc']],
    ['a region', 'steiermark', ['graz']],
    ['a country', 'Austria', ['graz', 'wien']],
    ['a country by its code', 'at', ['graz', 'wien']],
    ['an airport', 'CDG', ['roissy']],
    ['an airport in lower case', ' vie ', ['wien']],
    ['a city with its country', 'Vienna, Austria', ['wien']],
    ['a city in the wrong country', 'Vienna, France', []],
    ['nothing that is known', 'Atlantis', []],
    ['no word at all', '!?', []],
  ])('is %s', async (_, destination, codes) => {
    expect((await foundCodes(registry, '', { destination })).sort()).toEqual(codes)
  })

  test('narrows a text, and is no part of a name', async () => {
    expect(await foundCodes(registry, 'larch', { destination: 'Austria' })).toEqual(['graz'])
    expect(await foundCodes(registry, 'wien', { destination: 'Austria' })).toEqual(['wien'])
  })

  test('a city as a filter accepts all of its names, too', async () => {
    expect(await foundCodes(registry, '', { city: 'Vienna' })).toEqual(['wien'])
    expect(await foundCodes(registry, '', { city: 'Austria' })).toEqual([])
  })

  test('without a gazetteer is what records say', async () => {
    const { registry: plain } = await openRegistry()
    await plain.import(HOTELS.map((hotel) => ({ supplier: 'alpha', category: 'hotel', ...hotel })))
    expect(await foundCodes(plain, '', { destination: 'wien' })).toEqual(['wien'])
    expect(await foundCodes(plain, '', { destination: 'Vienna' })).toEqual([])
    expect((await foundCodes(plain, '', { destination: 'Austria' })).sort()).toEqual(['graz', 'wien'])
  })

  test('codes of countries that people say are destinations in a text', async () => {
    expect(await foundCodes(registry, 'pavane usa')).toEqual(['nyc'])
  })
})

describe('a destination that names a country', () => {
  let registry: Registry

  beforeAll(async () => {
    registry = (await openRegistry({ gazetteer: loadGazetteer() })).registry
    const hotels = [
      { code: 'albany', name: 'Quartz', location: { city: 'Albany', region: 'New York', country: 'US' } },
      { code: 'ohio', name: 'Ember', location: { city: 'Lebanon', region: 'Ohio', country: 'US' } },
      { code: 'beirut', name: 'Solace', location: { city: 'Beirut', country: 'LB' } },
      { code: 'atlanta', name: 'Larkspur', location: { city: 'Atlanta', region: 'Georgia', country: 'US' } },
      { code: 'sanjuan', name: 'Marlowe', location: { city: 'San Juan', region: 'Puerto Rico', country: 'US' } },
      { code: 'kowloon', name: 'Quill', location: { city: 'Hong Kong', country: 'CN' } },
      { code: 'misiones', name: 'Pavane', location: { city: 'Puerto Rico', region: 'Misiones', country: 'AR' } },
      { code: 'roissy', name: 'Rondel', location: { city: 'Roissy-en-France', country: 'FR' } },
      { code: 'frankfurt', name: 'Oriel', location: { city: 'Frankfurt', country: 'DE', coordinates: [50.04, 8.56] } },
    ]
    await registry.import(hotels.map((hotel) => ({ supplier: 'alpha', category: 'hotel', ...hotel })))
  })

  test.each([
    ['a country, and no city that was once called so', 'Albania', []],
    ['a country, and no city that shares its name', 'Lebanon', ['beirut']],
    ['a city that shares the name of a country, with its own', 'Lebanon, United States', ['ohio']],
    ['a region that shares the name of a country, behind a city', 'Atlanta, Georgia', ['atlanta']],
    ['a territory whose suppliers write the code of its state', 'Puerto Rico', ['sanjuan']],
    ['the same where they write it as the city', 'Hong Kong', ['kowloon']],
    ['a country, and an airport of the same code', 'FRA', ['frankfurt', 'roissy']],
  ])('finds %s', async (_, destination, codes) => {
    expect((await foundCodes(registry, '', { destination })).sort()).toEqual(codes)
  })
})
