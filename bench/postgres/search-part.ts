import { createRegistry, type Registry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import type { Part, PartResult } from '../harness/part.ts'
import { quantile } from '../harness/quantile.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { filledSchema } from '../place/filled.ts'
import {
  type ClassedQuery,
  classedQueries,
  readVocabulary,
  SEARCH_CLASSES,
  type SearchClass,
} from './search-classes.ts'

const PER_CLASS = 200
const CONNECTIONS = 10
const P50_MS = 6
const P99_MS = 60
/** Queries with expansions need more lookups, so they have a higher limit. */
const EXPANDED_P99_MS = 100
const EXPANDED: readonly SearchClass[] = ['prefix', 'typo']

interface Asked {
  readonly milliseconds: number
  readonly exact: boolean
}

/** Runs sequential searches of a registry, with 20 products and their records a page. */
export const searchPart: Part = {
  name: 'search',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const schema = await filledSchema(context)
    const storage = await schema.open(CONNECTIONS)
    await using registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
    context.say('postgres: searches')
    const queries = classedQueries(await readVocabulary(storage, schema.records), PER_CLASS, context.seed)
    await askAll(registry, queries)
    const asked = await askAll(registry, queries)
    return { n: schema.records, rows: SEARCH_CLASSES.flatMap((kind) => rowsOf(kind, asked.get(kind) ?? [])) }
  },
}

async function askAll(registry: Registry, queries: readonly ClassedQuery[]): Promise<Map<SearchClass, Asked[]>> {
  const asked = new Map<SearchClass, Asked[]>(SEARCH_CLASSES.map((kind) => [kind, []]))
  for (const { kind, text, options } of queries) {
    const started = performance.now()
    const { exact } = await registry.search(text, options)
    asked.get(kind)?.push({ milliseconds: performance.now() - started, exact })
  }
  return asked
}

function rowsOf(kind: SearchClass, asked: readonly Asked[]): Row[] {
  const id = `search.${kind.replaceAll(' ', '-')}`
  const times = asked.map(({ milliseconds }) => milliseconds)
  const most = EXPANDED.includes(kind) ? EXPANDED_P99_MS : P99_MS
  const exact = asked.filter(({ exact: isExact }) => isExact).length / asked.length
  return [
    barRow(`${id}.p50`, `search, ${kind}, p50`, quantile(times, 0.5), 'ms', ['<=', P50_MS]),
    barRow(`${id}.p99`, '... p99', quantile(times, 0.99), 'ms', ['<=', most]),
    plainRow(`${id}.exact`, '... with an exact total', exact, 'fraction'),
  ]
}
