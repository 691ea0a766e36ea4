import { create, insert, search } from '@orama/orama'
import { fold } from '@utpid/core/scoring'
import { PAGE, type SearchEngine } from './search-engine.ts'

/**
 * Opens Orama: one typo in any word, and names boosted. Orama itself folds only Latin letters, so it gets folded text.
 */
export function openOrama(): SearchEngine {
  const database = create({
    schema: { name: 'string', names: 'string', city: 'string', category: 'string', country: 'enum' },
    components: {
      tokenizer: {
        language: 'english',
        normalizationCache: new Map(),
        tokenize: (text: string) => [...new Set(text.split(' ').filter(Boolean))],
      },
    },
  })
  return {
    add: async ({ id, name, names, city, category, country }) => {
      await insert(database, { id, name: fold(name), names: fold(names), city: fold(city), category, country })
    },
    search: async (text, country) => {
      const { hits, count } = await search(database, {
        term: fold(text),
        limit: PAGE,
        tolerance: 1,
        boost: { name: 2 },
        ...(country === undefined ? {} : { where: { country: { eq: country } } }),
      })
      return { ids: hits.map(({ id }) => id), total: count }
    },
  }
}
