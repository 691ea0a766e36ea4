import type { Registry } from '@utpid/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../../src/model/limits.ts'
import { openRegistry } from '../../support/open-registry.ts'

/** Made-up words with a common prefix. There are more than one expansion may use. */
const WORDS = Array.from(
  { length: 70 },
  (_, at) => `quill${String.fromCharCode(97 + (at % 26), 97 + (at % 7))}${'xyz'[at % 3]}`,
)

const recordOf = (name: string, at: number): object => ({
  supplier: 'alpha',
  code: `c${at}`,
  name,
  category: 'hotel',
  location: { coordinates: [-60 + at, -130] },
})

describe('paging a search by cursor', () => {
  let registry: Registry

  beforeAll(async () => {
    registry = (await openRegistry()).registry
    await registry.import([...new Set(WORDS)].map(recordOf))
  })

  test("keeps the words of the first page's expansion, although others become more frequent", async () => {
    const first = await registry.search('quil', { limit: 20 })
    expect(first.total).toBe(LIMITS.wordsPerExpansion)
    const codes = first.products.map(({ records }) => records[0]?.record.code)
    // Now the most frequent words are twenty words of which no page had a product.
    const late = WORDS.slice(-10).flatMap((word) => [word, word])
    await registry.import(late.map((word, at) => recordOf(`${word} ${at}`, 100 + at)))
    for (let { next } = first; next !== undefined; ) {
      const page = await registry.search('quil', { limit: 20, cursor: next })
      codes.push(...page.products.map(({ records }) => records[0]?.record.code))
      next = page.next
    }
    const untouched = codes.filter((code) => Number(code?.slice(1)) < 100)
    expect(new Set(untouched).size).toBe(untouched.length)
    expect(untouched.length).toBe(LIMITS.wordsPerExpansion)
  })

  test('keeps the stage of the first page, although more products match now', async () => {
    const { registry: own } = await openRegistry()
    await own.import(['Oriel Larch', 'Oriel Bay', 'Larch Inn', 'Larch Tor'].map(recordOf))
    const first = await own.search('oriel larch', { limit: 2 })
    expect(first.total).toBe(4)
    await own.import(['Oriel Larch Tor', 'Oriel Larch Zephyr'].map((name, at) => recordOf(name, 10 + at)))
    const second = await own.search('oriel larch', { limit: 2, cursor: first.next as string })
    expect(second.products).toHaveLength(2)
    expect(second.total).toBe(6)
    expect(second).not.toHaveProperty('next')
  })

  test('returns the complete total on every page, and no cursor on the last', async () => {
    const first = await registry.search('', { type: 'hotel', limit: 50 })
    expect(first.total).toBeGreaterThan(50)
    const second = await registry.search('', { type: 'hotel', limit: 100, cursor: first.next as string })
    expect(second.total).toBe(first.total)
    expect(second.products.length).toBe(first.total - 50)
    expect(second).not.toHaveProperty('next')
  })

  test('continues after an offset, too, and with another limit', async () => {
    const all = (await registry.search('', { type: 'hotel', limit: 30 })).products.map(({ utpid }) => utpid)
    const { next } = await registry.search('', { type: 'hotel', offset: 5, limit: 5 })
    const page = await registry.search('', { type: 'hotel', limit: 20, cursor: next as string })
    expect(page.products.map(({ utpid }) => utpid)).toEqual(all.slice(10))
  })

  test('rejects a cursor of another text or filter, a damaged cursor, and one with an offset', async () => {
    const { next: cursor = '' } = await registry.search('quil', { limit: 5 })
    const refused = { code: 'invalid_cursor', message: expect.stringContaining('start again') }
    await expect(registry.search('quill', { cursor })).rejects.toMatchObject(refused)
    await expect(registry.search('quil', { cursor, country: 'FR' })).rejects.toMatchObject(refused)
    await expect(registry.search('quil', { cursor, near: { coordinates: [0, 0] } })).rejects.toMatchObject(refused)
    await expect(registry.search('quil', { cursor: `${cursor.slice(0, -3)}AAA` })).rejects.toMatchObject(refused)
    await expect(registry.search('quil', { cursor: '' })).rejects.toMatchObject(refused)
    await expect(registry.search('quil', { cursor: 5 as never })).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(registry.search('quil', { cursor, offset: 0 })).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(registry.search('quil', { cursor, limit: 50 })).resolves.toMatchObject({ exact: true })
  })

  test.each<[string, number]>([
    ['ж', 0x430],
    ['寿', 0x6c34],
  ])('a cursor stays within its limit, however long the words are that "%s" begins', async (letter, first) => {
    const { registry: own } = await openRegistry()
    const word = (at: number): string => letter + String.fromCharCode(first + at).repeat(100)
    // Words are in names, places and brands, so that each kind of word matters.
    const records = Array.from({ length: 60 }, (_, at) => ({
      ...recordOf(word(at), at),
      brand: word(at),
      location: { city: word(at), coordinates: [-60 + at, -130] },
    }))
    await own.import(records)
    const { next = '' } = await own.search(letter, { limit: 5 })
    expect(next.length).toBeGreaterThan(LIMITS.expandedCharactersPerSearch)
    expect(next.length).toBeLessThanOrEqual(LIMITS.cursorCharacters)
    expect((await own.search(letter, { limit: 5, cursor: next })).products.length).toBeGreaterThan(0)
  })
})
