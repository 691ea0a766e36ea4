import type { ExpandRequest, IndexProduct } from '@utpid/core/storage'
import { few, seededRandom } from '@utpid/testing'
import { expect, it } from 'vitest'
import { ROWS_PER_SKIP } from '../../src/index/columns/term-columns.ts'
import { TermIndex } from '../../src/index/plain/term-index.ts'
import { TermEngine } from '../../src/index/term-engine.ts'

const PRODUCTS = 12_000
const WORDS = 6_000

it('expands thousands of words like the plain index, in several segments with deleted rows and a write buffer', () => {
  const random = seededRandom(11)
  const letters = 'abcde'
  const words = Array.from({ length: WORDS }, () => {
    const length = 2 + Math.floor(random() * 7)
    return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('')
  })
  // A realistic distribution: few words have many products, and many words have the same small number, so that ties
  // matter.
  const word = (): string => words[Math.floor(WORDS * random() ** 4)] as string
  const productOf = (id: number, revision: number): IndexProduct => ({
    id,
    revision,
    rank: 3,
    terms: [...new Set(Array.from({ length: 4 }, () => `${random() < 0.8 ? 'name' : 'place'}:${word()}`))],
  })
  const engine = new TermEngine(512)
  const plain = new TermIndex()
  const put = (product: IndexProduct): void => {
    engine.put(product)
    plain.put(product)
  }
  const isAsPlain = (): void => {
    const asked = ['', ...letters, 'ab', 'cd', 'ea', 'abc', ...words.slice(0, few(60)), 'zz']
    for (const tag of ['name', 'place']) {
      for (const text of asked) {
        for (const limit of [1, 7, 50]) {
          const requests: ExpandRequest[] = [{ tag, word: text, by: 'prefix', limit }]
          if (text.length > 3) requests.push({ tag, word: text, by: 1, limit }, { tag, word: text, by: 2, limit })
          for (const request of requests) expect(engine.expand(request)).toEqual(plain.expand(request))
        }
      }
    }
  }
  for (let id = 1; id <= PRODUCTS; id++) put(productOf(id, 1))
  engine.flush()
  isAsPlain()
  // Deletes few rows first, then many.
  for (const id of [5, 900, 7_777]) {
    engine.remove(id)
    plain.remove(id)
  }
  const [most] = engine.expand({ tag: 'name', word: '', by: 'prefix', limit: 1 })
  expect(most?.products).toBeGreaterThan(3 * ROWS_PER_SKIP)
  isAsPlain()
  for (let at = 0; at < 1_500; at++) {
    const id = 1 + Math.floor(random() * PRODUCTS * 1.1)
    if (at % 4 === 0) {
      engine.remove(id)
      plain.remove(id)
    } else put(productOf(id, 2 + at))
    if (at === 600 || at === 1_200) engine.flush()
  }
  isAsPlain()
})
