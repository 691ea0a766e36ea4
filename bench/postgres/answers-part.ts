import { createMemoryStorage } from '@utpid/adapter-memory'
import { LIMITS, type SearchResult } from '@utpid/core'
import { restoreRegistry } from '@utpid/core/copy'
import { readLines } from '@utpid/feed'
import { openRegistry } from '../feeds/registries.ts'
import { part } from '../harness/part.ts'
import { below } from '../harness/row.ts'
import { comparedSchema } from '../place/filled.ts'
import { drawnRecords, inputsOf } from './drawn-records.ts'
import { classedQueries, readVocabulary, SEARCH_CLASSES } from './search-classes.ts'

const CONNECTIONS = 10
const SEARCHES = 10_000
/** Totals up to this number should be exact. */
const EXACT_TO = 10_000

/** Sends the same queries to PostgreSQL and to an in-memory index. */
export const answersPart = part('answers', async (context) => {
  const schema = await comparedSchema(context)
  const storage = await schema.open(CONNECTIONS)
  await using registry = await openRegistry(storage)
  const memory = createMemoryStorage()
  await restoreRegistry(memory, readLines(schema.file))
  await using oracle = await openRegistry(memory)
  context.say('postgres: comparing answers')
  const perClass = Math.ceil(SEARCHES / SEARCH_CLASSES.length)
  const queries = classedQueries(await readVocabulary(storage, schema.records), perClass, context.seed + 1)
  let [differing, inexact] = [0, 0]
  for (const { text, options } of queries) {
    const asked = { ...options, limit: LIMITS.searchPageSize }
    const [own, other] = [await registry.search(text, asked), await oracle.search(text, asked)]
    if (differs(own, other)) differing++
    if (!own.exact && other.total <= EXACT_TO) inexact++
  }
  const inputs = inputsOf(await drawnRecords(storage, LIMITS.inputsPerBatch, context.seed))
  const [own, other] = [await registry.mapBatch(inputs), await oracle.mapBatch(inputs)]
  const otherMatches = own.filter((each, at) => JSON.stringify(each) !== JSON.stringify(other[at])).length
  const rows = below('answers', [
    ['searches', 'searches compared with the index in memory', queries.length, 'count'],
    ['searches.differ', '... other ids, order or total', differing, 'count', '= 0'],
    ['searches.inexact', `... no exact total, though it is ${EXACT_TO} or less`, inexact, 'count'],
    ['matches', 'matches compared', own.length, 'count'],
    ['matches.differ', '... another answer', otherMatches, 'count', '= 0'],
  ])
  return { n: schema.records, rows }
})

/** Returns whether products, their order, or the total differ. */
function differs(own: SearchResult, other: SearchResult): boolean {
  const ids = ({ products }: SearchResult): string => products.map(({ utpid }) => utpid).join(' ')
  const fits = own.exact ? own.total === other.total : own.total <= other.total
  return ids(own) !== ids(other) || !fits
}
