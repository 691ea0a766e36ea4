import type { Registry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { beforeAll, describe, expect, test } from 'vitest'
import { foundCodes } from './support/found-codes.ts'
import { openRegistry } from './support/open-registry.ts'

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

  test('a city as a filter goes by any of its names, too', async () => {
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
