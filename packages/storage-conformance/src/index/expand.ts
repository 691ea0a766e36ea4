import { LIMITS, type Storage } from '@utpid/core'
import type { ExpandRequest } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { sampleProduct, sampleStay, together, write } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

/** The product count of each word under the tag `n`. */
const WORDS: Readonly<Record<string, number>> = {
  hilton: 3,
  hiltop: 2,
  hilltop: 1,
  hiton: 2,
  hitlon: 2,
  milton: 5,
  hi: 1,
  hotel: 4,
  ostello: 1,
  アパ: 1,
  アパホテル: 2,
}

async function opened(bench: StorageBench): Promise<Storage> {
  const storage = await bench.open()
  const most = Math.max(...Object.values(WORDS))
  const stays = Array.from({ length: most }, (_, at) => {
    const terms = Object.entries(WORDS).flatMap(([word, products]) => (at < products ? [`n:${word}`] : []))
    return sampleStay(at, at, { product: { terms: [...terms, 'p:hiltown'].sort() } })
  })
  await write(storage, together(...stays))
  return storage
}

async function expanded(storage: Storage, request: Partial<ExpandRequest>): Promise<string> {
  const words = await storage.index.expand({ tag: 'n', word: '', by: 'prefix', limit: 50, ...request })
  return words.map(({ word, products }) => `${word} ${products}`).join(', ')
}

/** Tests that the index finds words by a prefix, or with one or two typos, ordered by product count. */
export function testExpand(bench: StorageBench): void {
  describe('expanding', () => {
    it.each<[string, Partial<ExpandRequest>, string]>([
      [
        'words that start with it, most products first, ties by word',
        { word: 'hi' },
        'hilton 3, hiltop 2, hitlon 2, hiton 2, hilltop 1',
      ],
      ['not the word itself', { word: 'hilton' }, ''],
      ['words of other scripts', { word: 'アパ' }, 'アパホテル 2'],
      ['no word of another tag', { tag: 'p', word: 'hil' }, 'hiltown 5'],
      ['nothing under an unknown tag', { tag: 'x', word: 'hi' }, ''],
      [
        'one typo: replaced, dropped, or neighbours swapped',
        { word: 'hilton', by: 1 },
        'milton 5, hiltop 2, hitlon 2, hiton 2',
      ],
      ['two typos', { word: 'hilton', by: 2 }, 'milton 5, hiltop 2, hitlon 2, hiton 2, hilltop 1'],
      ['a word without products', { word: 'hotell', by: 1 }, 'hotel 4'],
      ['nothing that is too different', { word: 'zzzzzz', by: 2 }, ''],
    ])('finds %s', async (_, request, expected) => {
      expect(await expanded(await opened(bench), request)).toBe(expected)
    })

    it('keeps the words with the most products when there are more than the limit', async () => {
      const storage = await opened(bench)
      expect(await expanded(storage, { word: 'hi', limit: 2 })).toBe('hilton 3, hiltop 2')
      expect(await expanded(storage, { word: 'hilton', by: 2, limit: 1 })).toBe('milton 5')
    })

    it('counts the current products, and removes a word with its last product', async () => {
      const storage = await opened(bench)
      await write(storage, {
        products: [sampleProduct(0, { revision: 2, terms: ['n:hiltonia'] })],
        removedProducts: [1],
      })
      expect(await expanded(storage, { word: 'hi' })).toBe('hilton 1, hiltonia 1')
      expect(await expanded(storage, { word: 'hiltom', by: 1 })).toBe('hilton 1')
      await write(storage, { removedProducts: [2] })
      expect(await expanded(storage, { word: 'hiltom', by: 1 })).toBe('')
    })

    it('rejects a limit out of range and an unsupported number of typos', async () => {
      const { index } = await bench.open()
      const request = { tag: 'n', word: 'hi', by: 'prefix', limit: 10 } as const
      await expectError('validation_failed', () => index.expand({ ...request, limit: LIMITS.wordsPerExpansion + 1 }))
      await expectError('validation_failed', () => index.expand({ ...request, limit: 0 }))
      await expectError('validation_failed', () => index.expand({ ...request, by: 3 as 2 }))
    })
  })
}
