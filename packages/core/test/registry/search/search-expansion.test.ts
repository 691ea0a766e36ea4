import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, SearchOptions } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { foundCodes } from '../../support/found-codes.ts'
import { openRegistry } from '../../support/open-registry.ts'

/** Name and city of each hotel, by code. All hotels are far from each other. */
const HOTELS: Readonly<Record<string, readonly [name: string, city: string]>> = {
  zephyr: ['Zephyr', 'Nantes'],
  zephyrine: ['Hotel Zephyrine', 'Nantes'],
  zephir: ['Zephir', 'Nantes'],
  quill: ['Quillstone Marina', 'Brest'],
  quell: ['Quellstone Marina', 'Brest'],
  larch: ['Larch 12', 'Brest'],
  larch14: ['Larch 14', 'Brest'],
  oriel: ['Oriel Rondel', 'Nantes'],
  marlowe: ['Marlowe Oriel Pavane', 'Brest'],
  saint: ['Saint Ondine', 'Dinan'],
  stella: ['Stella Ondine', 'Dinan'],
  ibisvale: ['Ibis Valetta Ondine', 'Dinan'],
  greek: ['Ξενοδοχείο Αστέρι', 'Αθήνα'],
  russian: ['Гостиница Рябинка', 'Казань'],
  chinese: ['星河大酒店', '广州'],
  korean: ['은하수호텔', '부산'],
  arabic: ['فندق النجمة', 'عمّان'],
  hebrew: ['מלון הכוכב', 'חיפה'],
  thai: ['โรงแรมดาวเหนือ', 'เชียงใหม่'],
  japanese: ['アパホテル新宿', '東京'],
}

let registry: Registry
const find = (text: string, options?: SearchOptions): Promise<string[]> => foundCodes(registry, text, options)

beforeAll(async () => {
  registry = (await openRegistry({ gazetteer: loadGazetteer() })).registry
  await registry.import(
    Object.entries(HOTELS).map(([code, [name, city]], at) => ({
      supplier: 'alpha',
      code,
      name,
      category: 'hotel',
      // All points are at sea and far apart, so that no country or airport is derived.
      location: { city, coordinates: [-50 + at, -130] },
    })),
  )
})

describe('words that a text starts or misspells', () => {
  test('come after exact words: the word, then longer words, then misspelt words', async () => {
    expect(await find('zephyr')).toEqual(['zephyr', 'zephyrine', 'zephir'])
    // Only the last word may be a prefix. Products that miss a word come last.
    expect((await find('zephyr nantes')).slice(0, 2)).toEqual(['zephyr', 'zephir'])
    expect((await find('nantes zephyr')).slice(0, 3)).toEqual(['zephyr', 'zephyrine', 'zephir'])
  })

  test('a last word is found from its first letters on', async () => {
    for (const text of ['qui', 'quills', 'quillstone mar', 'quillstone mar ', 'marina quill']) {
      expect((await find(text))[0], text).toBe('quill')
    }
    expect(await find('zephyri')).toContain('zephyrine')
    expect(await find('dina')).toEqual(['saint', 'stella', 'ibisvale'].sort(byOrderOf(await find('dinan'))))
  })

  function byOrderOf(codes: readonly string[]): (a: string, b: string) => number {
    return (a, b) => codes.indexOf(a) - codes.indexOf(b)
  }

  test('an abbreviation also matches as a prefix', async () => {
    const found = await find('ondine st')
    expect(found[0]).toBe('saint')
    expect(found).toContain('stella')
  })

  test.each([
    ['one letter replaced', 'orjel rondel', 'oriel'],
    ['one letter left out', 'oriel rondl', 'oriel'],
    ['one letter too many', 'marlowee pavane', 'marlowe'],
    ['two letters swapped', 'pavnae marlowe', 'marlowe'],
    ['two typos in a long word', 'quilstine marina', 'quill'],
    ['a typo and an unfinished word', 'orile ron', 'oriel'],
    ['a typo in the city', 'oriel nantse', 'oriel'],
    ['accents that nobody types', 'Zéphyriné', 'zephyrine'],
  ])('%s does not prevent a product from being found', async (_, text, code) => {
    expect((await find(text))[0]).toBe(code)
  })

  test('short words and numbers are never misspelt', async () => {
    expect(await find('larch 13')).toEqual(await find('larch'))
    expect((await find('larch 12'))[0]).toBe('larch')
    expect(await find('ibos')).toContain('ibisvale')
    expect(await find('ibo')).toEqual([])
  })

  test('are not used when exact results fill a page', async () => {
    expect((await registry.search('zephyr', { limit: 1 })).total).toBe(1)
    expect((await registry.search('zephyr', { limit: 2 })).total).toBe(3)
  })
})

describe('other scripts', () => {
  test.each([
    ['Greek, without its accents', 'αστερι', 'greek'],
    ['Greek, unfinished', 'αστέ', 'greek'],
    ['Greek, misspelt, with its city', 'αστέρη αθηνα', 'greek'],
    ['Cyrillic', 'рябинка', 'russian'],
    ['Cyrillic, unfinished', 'гостиница ряби', 'russian'],
    ['Cyrillic, misspelt', 'рябинкка казань', 'russian'],
    ['Chinese, a part of a word', '星河', 'chinese'],
    ['Chinese, with its city', '星河 广州', 'chinese'],
    ['Chinese, a first character', '星', 'chinese'],
    ['Chinese, with half of the kind of place', '星河大酒', 'chinese'],
    ['Japanese, across scripts', 'アパホテル 新宿', 'japanese'],
    ['Japanese, a part of a word', 'アパ', 'japanese'],
    ['Korean, a part of a word', '은하', 'korean'],
    ['Korean, with half of the kind of place', '은하수호', 'korean'],
    ['Korean, with its city', '은하수 부산', 'korean'],
    ['Arabic', 'النجمة', 'arabic'],
    ['Arabic, unfinished', 'فندق النج', 'arabic'],
    ['Hebrew', 'הכוכב', 'hebrew'],
    ['Hebrew, with its city', 'הכוכב חיפה', 'hebrew'],
    ['Hebrew, unfinished', 'מלון הכו', 'hebrew'],
    ['Thai, a part of a word', 'ดาวเหนือ', 'thai'],
    ['Thai, with its city', 'ดาว เชียงใหม่', 'thai'],
  ])('%s', async (_, text, code) => {
    expect((await find(text))[0]).toBe(code)
  })

  test('a city in one script finds what a record has in another', async () => {
    expect(await find('Tokyo')).toContain('japanese')
    expect(await find('Athens')).toContain('greek')
    expect(await find('Казань')).toEqual(await find('Kazan'))
    expect(await find('Guangzhou 星河')).toEqual(['chinese'])
  })
})

test.each([
  ['nothing is written like its words', 'Xqvwkj Ondine', 2],
  ['its only word cannot be missed', 'Zephyr', 2],
  ['nothing is written like its only word', 'Xqvwkj', 1],
  ['its words are written in other ways, and one may be missed', 'Zephyrin Ondine', 3],
])('a search asks the index only for what brings more: %s', async (_why, text, searches) => {
  const storage = createMemoryStorage()
  const asked = vi.spyOn(storage.index, 'search')
  const { registry: own } = await openRegistry({ storage })
  await own.import([{ supplier: 'alpha', code: 'one', name: 'Zephyrine Ondine', category: 'hotel' }])
  asked.mockClear()
  await own.search(text)
  expect(asked).toHaveBeenCalledTimes(searches)
})
