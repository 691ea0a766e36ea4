import fc from 'fast-check'
import { expect, it } from 'vitest'
import { misspelt } from '../../feeds/typed-words.ts'
import { seededRandom } from '../../harness/seeded-random.ts'
import { drawQueries, SEARCH_KINDS } from '../../speed/inputs/draw-queries.ts'
import type { SearchDocument } from '../../speed/inputs/search-document.ts'
import { BASELINES, openBaseline } from '../../speed/inputs/search-engines.ts'

const DOCUMENTS: readonly SearchDocument[] = [
  ['Hotel Silberner Biber', 'Wien', 'AT'],
  ['Pension Aurelia', 'Graz', 'AT'],
  ['Grand Hotel Oriel', 'Paris', 'FR'],
].map(([name = '', city = '', country = ''], at) => ({
  id: `p${at}`,
  name,
  names: '',
  city,
  country,
  category: 'hotel',
}))

it('draws the same queries for one seed, as many of each kind', () => {
  const queries = drawQueries(DOCUMENTS, 5, 7)
  expect(drawQueries(DOCUMENTS, 5, 7)).toEqual(queries)
  expect(SEARCH_KINDS.map((kind) => queries.filter((query) => query.kind === kind).length)).toEqual(
    SEARCH_KINDS.map(() => 5),
  )
  expect(queries.every(({ text }) => text !== '')).toBe(true)
})

it('misspells a word by a letter left out or two swapped, and keeps the first', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{5,12}$/), fc.nat(), (word, seed) => {
      const typed = misspelt(word, seededRandom(seed))
      expect(typed[0]).toBe(word[0])
      const isSwapped = [...typed].sort().join() === [...word].sort().join()
      expect(isSwapped || typed.length === word.length - 1).toBe(true)
    }),
  )
})

it.each(BASELINES)('%s finds a document by its words and by a beginning', async (name) => {
  const engine = openBaseline(name)
  for (const document of DOCUMENTS) await engine.add(document)
  expect((await engine.search('silberner biber'))[0]).toBe('p0')
  expect(await engine.search('aurel')).toEqual(['p1'])
})
