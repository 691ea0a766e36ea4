import { describe, expect, it } from 'vitest'
import { TermIndex } from '../../../src/index/plain/term-index.ts'

const PRODUCTS = 400
/** The number of rounds, which rebuilds the term table more than once. */
const ROUNDS = 70

function find(index: TermIndex, term: string): readonly number[] {
  return index.search({ tiers: [{ groups: [{ any: [term] }] }], filters: [], offset: 0, limit: 100 }).productIds
}

describe('the term index', () => {
  it('finds and expands the same after a rebuild of its table, and drops removed terms', () => {
    const index = new TermIndex()
    expect(index.expand({ tag: 'n', word: 'w', by: 'prefix', limit: 10 })).toEqual([])
    for (let round = 1; round <= ROUNDS; round++) {
      for (let id = 1; id <= PRODUCTS; id++) {
        index.put({ id, revision: round, rank: 0, terms: ['n:inn', `n:word${round}x${id}`, `w:inn ${round} ${id}`] })
      }
    }
    expect(find(index, `n:word${ROUNDS}x7`)).toEqual([7])
    expect(find(index, `n:word${ROUNDS - 1}x7`)).toEqual([])
    expect(find(index, 'n:inn')).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
    expect(index.expand({ tag: 'n', word: `word${ROUNDS}x40`, by: 'prefix', limit: 50 })).toEqual([
      { word: `word${ROUNDS}x400`, products: 1 },
    ])
    expect(index.expand({ tag: 'n', word: 'word69x7', by: 'prefix', limit: 50 })).toEqual([])
    expect(index.expand({ tag: 'n', word: 'imn', by: 1, limit: 50 })).toEqual([{ word: 'inn', products: PRODUCTS }])
  })

  it('keeps the newer of two rows of one product, in any order', () => {
    const index = new TermIndex()
    index.put({ id: 1, revision: 2, rank: 0, terms: ['n:new'] })
    index.put({ id: 1, revision: 1, rank: 0, terms: ['n:old'] })
    expect([find(index, 'n:new'), find(index, 'n:old')]).toEqual([[1], []])
  })

  it('reuses a free row for another product, without data of the first', () => {
    const index = new TermIndex()
    index.put({ id: 1, revision: 5, rank: 9, terms: ['n:ritz'], point: [1, 2, 3] })
    index.remove(1)
    index.put({ id: 2, revision: 1, rank: 0, terms: ['n:inn'] })
    const near = { center: [1, 2, 3] as const, squaredRadius: 100 }
    expect(find(index, 'n:ritz')).toEqual([])
    expect(index.search({ tiers: [{ groups: [] }], filters: [], near, offset: 0, limit: 9 }).productIds).toEqual([])
    expect(find(index, 'n:inn')).toEqual([2])
  })
})
