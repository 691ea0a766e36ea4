import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, LIMITS, type Registry, type SearchResult } from '@utpid/core'
import { restoreRegistry } from '@utpid/core/copy'
import { readLines } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { comparedSchema } from '../place/filled.ts'
import { drawnRecords, inputsOf } from './asked-inputs.ts'
import { type ClassedQuery, classedQueries, readVocabulary, SEARCH_CLASSES } from './search-classes.ts'

const CONNECTIONS = 10
const SEARCHES = 10_000
/** Totals up to this number should be exact. */
const EXACT_TO = 10_000

interface Compared {
  /** Whether products, their order, or the total differ. */
  readonly differs: boolean
  readonly exact: boolean
  readonly total: number
}

/** Sends the same queries to PostgreSQL and to an in-memory index. */
export const answersPart: Part = {
  name: 'answers',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const schema = await comparedSchema(context)
    const gazetteer = loadGazetteer()
    const storage = await schema.open(CONNECTIONS)
    await using registry = await createRegistry({ storage, gazetteer })
    const memory = createMemoryStorage()
    await restoreRegistry(memory, readLines(schema.file))
    await using oracle = await createRegistry({ storage: memory, gazetteer })
    context.say('postgres: comparing answers')
    const perClass = Math.ceil(SEARCHES / SEARCH_CLASSES.length)
    const queries = classedQueries(await readVocabulary(storage, schema.records), perClass, context.seed + 1)
    const searches: Compared[] = []
    for (const query of queries) searches.push(await compare(registry, oracle, query))
    const inexact = searches.filter(({ exact, total }) => !exact && total <= EXACT_TO)
    return {
      n: schema.records,
      rows: [
        plainRow('answers.searches', 'searches compared with the index in memory', searches.length, 'count'),
        barRow('answers.searches.differ', '... other ids, order or total', countOf(searches), 'count', ['=', 0]),
        plainRow(
          'answers.searches.inexact',
          `... no exact total, though it is ${EXACT_TO} or less`,
          inexact.length,
          'count',
        ),
        ...(await matchRows(
          registry,
          oracle,
          inputsOf(await drawnRecords(storage, LIMITS.inputsPerBatch, context.seed)),
        )),
      ],
    }
  },
}

function countOf(searches: readonly Compared[]): number {
  return searches.filter(({ differs }) => differs).length
}

async function compare(registry: Registry, oracle: Registry, { text, options }: ClassedQuery): Promise<Compared> {
  const asked = { ...options, limit: LIMITS.searchPageSize }
  const [own, other] = [await registry.search(text, asked), await oracle.search(text, asked)]
  const ids = ({ products }: SearchResult): string => products.map(({ utpid }) => utpid).join(' ')
  const fits = own.exact ? own.total === other.total : own.total <= other.total
  return { differs: ids(own) !== ids(other) || !fits, exact: own.exact, total: other.total }
}

async function matchRows(
  registry: Registry,
  oracle: Registry,
  inputs: readonly Readonly<Record<string, unknown>>[],
): Promise<PartResult['rows']> {
  const [own, other] = [await registry.mapBatch(inputs), await oracle.mapBatch(inputs)]
  const differ = own.filter((each, at) => JSON.stringify(each) !== JSON.stringify(other[at])).length
  return [
    plainRow('answers.matches', 'matches compared', own.length, 'count'),
    barRow('answers.matches.differ', '... another answer', differ, 'count', ['=', 0]),
  ]
}
