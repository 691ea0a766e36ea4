import type { Registry, SearchOptions } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../../src/model/limits.ts'
import { openRegistry } from '../../support/open-registry.ts'

const HOTELS = [
  { code: 'whole', name: 'Grand Zephyr', location: { city: 'Lyon', country: 'FR', coordinates: [45.76, 4.84] } },
  {
    code: 'more',
    name: 'Grand Zephyr Hotel Marlowe',
    location: { city: 'Lyon', country: 'FR', coordinates: [45.75, 4.85] },
  },
  { code: 'place', name: 'Zephyr Pavane', location: { city: 'Grand', country: 'FR', coordinates: [48.38, 5.48] } },
  { code: 'vienna', name: 'Pension Oriel', location: { city: 'Wien', country: 'AT', coordinates: [48.21, 16.37] } },
  {
    code: 'airport',
    name: 'Larch Rondel',
    location: { city: 'Roissy-en-France', country: 'FR', coordinates: [49.0, 2.51] },
  },
  {
    code: 'tokyo',
    name: 'アパホテル新宿歌舞伎町タワー',
    location: { city: '東京', country: 'JP', coordinates: [35.69, 139.7] },
  },
  {
    code: 'brand',
    name: 'Solace',
    brand: 'Quillstone',
    location: { city: 'Nantes', country: 'FR', coordinates: [47.2, -1.55] },
  },
  {
    code: 'tour',
    name: 'Pavane Boat Tour',
    category: 'tour',
    location: { city: 'Lyon', country: 'FR', coordinates: [45.77, 4.83] },
  },
]

describe('search', () => {
  let registry: Registry

  /** Returns the codes of the found products, in order. */
  async function find(text: string, options?: SearchOptions): Promise<string[]> {
    const { products } = await registry.search(text, options)
    return products.map(({ records }) => records[0]?.record.code ?? '?')
  }

  beforeAll(async () => {
    registry = (await openRegistry({ gazetteer: loadGazetteer() })).registry
    await registry.import(HOTELS.map((hotel) => ({ supplier: 'alpha', category: 'hotel', ...hotel })))
    await registry.setSupplier({ id: 'zeta', name: 'Zeta Voyages' })
    await registry.import([
      { supplier: 'zeta', code: 'z', name: 'Marlowe Inn', category: 'hostel', location: { city: 'Nice' } },
    ])
  })

  test('the whole name comes first, then all words in the name, then name and place', async () => {
    expect(await find('grand zephyr')).toEqual(['whole', 'more', 'place'])
  })

  test('case, accents and order do not matter, generic words only rank', async () => {
    expect((await find('MARLÔWE Zéphyr grand'))[0]).toBe('more')
    expect(await find('hotel solace')).toEqual(['brand'])
  })

  test('a brand, a supplier and a kind are found by name', async () => {
    expect(await find('quillstone')).toEqual(['brand'])
    expect(await find('zeta')).toEqual(['z'])
    expect((await find('voyages marlowe'))[0]).toBe('z')
  })

  test('with few matches of all words, matches without one word come last', async () => {
    expect(await find('zephyr marlowe solace')).toEqual(['more'])
    expect(await find('zephyr pavane solace nowhere')).toEqual([])
    expect(await find('zephyr pavane', { limit: 1 })).toEqual(['place'])
    expect((await find('zephyr pavane', { limit: 2 }))[0]).toBe('place')
    expect(await find('nowhere')).toEqual([])
  })

  test('a city is found by any of its names, in any script', async () => {
    for (const name of ['Wien', 'Vienna', 'vienne', 'Вена', 'Bécs']) expect(await find(name)).toContain('vienna')
    expect(await find('oriel vienna')).toEqual(['vienna'])
  })

  test('a country is found by its names, an airport by its code', async () => {
    expect(await find('austria')).toEqual(['vienna'])
    expect(await find('Österreich pension')).toEqual(['vienna'])
    expect(await find('CDG')).toEqual(['airport'])
    expect(await find('larch cdg')).toEqual(['airport'])
  })

  test('scripts without spaces are found by any part of two characters or more', async () => {
    for (const text of ['新宿', '歌舞伎', '新宿歌舞伎町', 'アパ', 'タワー', '新宿歌', '新宿 タワー']) {
      expect(await find(text), text).toContain('tokyo')
    }
    expect(await find('新舞')).toEqual([])
    // A character with a diacritic is another letter.
    expect(await find('アハホテル')).toEqual([])
  })

  test('filters narrow, alone or with a text', async () => {
    expect((await find('', { country: 'fr' })).sort()).toEqual(['airport', 'brand', 'more', 'place', 'tour', 'whole'])
    expect(await find('zephyr', { city: 'GRAND' })).toEqual(['place'])
    expect(await find('pavane', { type: 'tour' })).toEqual(['tour'])
    expect((await find('pavane', { type: ['tours', 'hotel'] })).sort()).toEqual(['place', 'tour'])
    expect(await find('pavane', { type: 'lodging' })).toEqual(['place'])
    expect(await find('', { supplier: 'Zeta' })).toEqual(['z'])
    expect(await find('', { type: 'hotel,hostel', supplier: 'zeta' })).toEqual(['z'])
    expect(await find('zephyr', { verified: true })).toEqual([])
    expect((await find('zephyr', { verified: false })).length).toBe(3)
    expect(await find('zephyr', { country: 'Japan' })).toEqual([])
  })

  test('a text without a word finds nothing, no text and no filter is rejected', async () => {
    expect(await registry.search('!?')).toEqual({ total: 0, exact: true, products: [] })
    await expect(registry.search('  ')).rejects.toMatchObject({ code: 'validation_failed' })
  })

  test.each([
    [{ limit: 0 }, 'validation_failed'],
    [{ limit: LIMITS.searchPageSize + 1 }, 'validation_failed'],
    [{ offset: -1 }, 'validation_failed'],
    [{ offset: 0.5 }, 'validation_failed'],
    [{ country: 'Atlantis' }, 'validation_failed'],
    [{ type: null }, 'validation_failed'],
    [{ type: 5 }, 'validation_failed'],
    [{ type: [null] }, 'validation_failed'],
    [{ type: [] }, 'validation_failed'],
    [{ type: new Array(2) }, 'validation_failed'],
    [{ verified: 'yes' }, 'validation_failed'],
    [{ verified: 1 }, 'validation_failed'],
    [{ verified: null }, 'validation_failed'],
    [{ country: null }, 'validation_failed'],
    [{ supplier: ['s1'] }, 'validation_failed'],
    [{ city: 7 }, 'validation_failed'],
    [{ destination: {} }, 'validation_failed'],
    [{ near: null }, 'validation_failed'],
    [{ limit: null }, 'validation_failed'],
    [{ limit: '5' }, 'validation_failed'],
    [{ limit: Object.create(null) }, 'validation_failed'],
    [{ offset: Symbol('1') }, 'validation_failed'],
    [{ cursor: 5 }, 'validation_failed'],
    [{ offset: LIMITS.searchOffset, limit: 1 }, 'offset_too_large'],
  ])('options %o are refused', async (options, code) => {
    await expect(registry.search('zephyr', options as SearchOptions)).rejects.toMatchObject({ code })
  })

  test('a text that is too long is rejected', async () => {
    await expect(registry.search('a'.repeat(LIMITS.searchTextCharacters + 1))).rejects.toMatchObject({
      code: 'validation_failed',
    })
  })

  test('removed words are no longer found, and new words are', async () => {
    const { registry: own } = await openRegistry()
    const record = { supplier: 'a', code: '1', name: 'Oriel', category: 'hotel' }
    await own.upsert(record)
    await own.upsert({ ...record, name: 'Rondel' })
    expect((await own.search('oriel')).total).toBe(0)
    expect((await own.search('rondel')).total).toBe(1)
  })
})

describe('pages of a search', () => {
  test('have no gaps or repetitions, and the same total', async () => {
    const { registry } = await openRegistry()
    const word = (at: number): string =>
      `${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + Math.floor(at / 26))}xq`
    await registry.import(
      Array.from({ length: 90 }, (_, at) => ({
        supplier: 'a',
        code: `c${at}`,
        // Each tier has some products: exact name, longer name, part of the name with the city.
        name: at % 5 === 0 ? 'Zephyr Bay' : at % 2 === 0 ? `Zephyr Bay ${word(at)}` : `Zephyr ${word(at)}`,
        category: 'hotel',
        location: {
          city: at % 2 === 0 ? word(at) : 'Bay',
          coordinates: [(at % 9) * 8 - 36, Math.floor(at / 9) * 16 - 80],
        },
        ...(at % 7 === 0 ? { phone: `+33 1 40 20 50 ${10 + at}` } : {}),
      })),
    )
    const whole = await registry.search('zephyr bay', { limit: 100 })
    expect(whole.total).toBe(90)
    const utpids = whole.products.map(({ utpid }) => utpid)
    expect(new Set(utpids).size).toBe(90)
    for (const limit of [1, 7, 20, 40]) {
      const paged: string[] = []
      for (let offset = 0; offset < 90; offset += limit) {
        const page = await registry.search('zephyr bay', { limit, offset })
        expect(page).toMatchObject({ total: 90, exact: true })
        paged.push(...page.products.map(({ utpid }) => utpid))
      }
      expect(paged).toEqual(utpids)
    }
    expect((await registry.search('zephyr bay', { offset: 90 })).products).toEqual([])
  })
})
