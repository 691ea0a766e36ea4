import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { write } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

/** Tests that each counter and word count is the sum of its amounts in all transactions. */
export function testCounters(bench: StorageBench): void {
  describe('counters and words', () => {
    it('are sums by name, and a counter of 0 is removed', async () => {
      const storage = await bench.open()
      await write(storage, { counters: { 'products.FR': 3, records: 10, 'confidence.19': 1 } })
      await write(storage, { counters: { 'products.FR': -1, records: 5, constructor: 2 } })
      await write(storage, { counters: { 'products.FR': 4, 'confidence.19': -1, nothing: 0 } })
      expect([...(await storage.ledger.counters())]).toEqual([
        ['constructor', 2],
        ['products.FR', 6],
        ['records', 15],
      ])
    })

    it('count exactly beyond 32 bits', async () => {
      const storage = await bench.open()
      await write(storage, { counters: { large: 2 ** 52 }, words: { hotel: 2 ** 40 } })
      await write(storage, { counters: { large: 1 }, words: { hotel: 1 } })
      expect((await storage.ledger.counters()).get('large')).toBe(2 ** 52 + 1)
      expect(await storage.ledger.words(['hotel'])).toEqual([2 ** 40 + 1])
    })

    it('return words in input order', async () => {
      const storage = await bench.open()
      const long = 'ex'.repeat(1_000)
      await write(storage, { words: { hôtel: 1, hotel: 2, アパ: 3, constructor: 4, [long]: 5, [`${long}!`]: 6 } })
      await write(storage, { words: { hotel: 7, アパ: -3 } })
      const asked = ['アパ', 'constructor', 'hotel', 'hôtel', 'hotel', 'toString', long, `${long}!`, '']
      expect(await storage.ledger.words(asked)).toEqual([0, 4, 9, 1, 9, 0, 5, 6, 0])
    })

    it('distinguish words that differ only in half a character', async () => {
      const storage = await bench.open()
      await write(storage, { words: { 'x\ud83d': 1, 'x\ud83e': 2, 'x\ufffd': 4 } })
      expect(await storage.ledger.words(['x\ufffd', 'x\ud83e', 'x\ud83d', 'x'])).toEqual([4, 2, 1, 0])
    })

    it('return the words with a minimum number of records, with their counts', async () => {
      const storage = await bench.open()
      const many = Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`w${at}`, (at % 3) + 1]))
      await write(storage, { words: { hôtel: 1, hotel: 2, アパ: 3, constructor: 4, gone: 5 } })
      await write(storage, { words: { gone: -5, hotel: 7 } })
      expect(await storage.ledger.commonWords(3)).toEqual(
        new Map([
          ['hotel', 9],
          ['アパ', 3],
          ['constructor', 4],
        ]),
      )
      expect((await storage.ledger.commonWords(1)).size).toBe(4)
      expect((await storage.ledger.commonWords(10)).size).toBe(0)
      await write(storage, { words: many })
      expect((await storage.ledger.commonWords(3)).size).toBe(4_003)
      for (const wrong of [0, 1.5, Number.NaN]) {
        await expectError('validation_failed', () => storage.ledger.commonWords(wrong))
      }
    })

    it('lose no amounts under concurrent commits', async () => {
      const storage = await bench.open()
      const steps = Array.from({ length: 50 }, (_, at) =>
        write(storage, { counters: { sum: at, [`c${at}`]: 1 }, words: { inn: 1 } }),
      )
      await Promise.all(steps)
      const counters = await storage.ledger.counters()
      expect(counters.get('sum')).toBe((49 * 50) / 2)
      expect(counters.size).toBe(51)
      expect(await storage.ledger.words(['inn'])).toEqual([50])
    })
  })
}
