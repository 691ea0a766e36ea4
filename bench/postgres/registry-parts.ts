import { LIMITS } from '@utpid/core'
import { openRegistry } from '../feeds/registries.ts'
import { part } from '../harness/part.ts'
import { below, count, type Figure } from '../harness/row.ts'
import { median, paced, quantile, sum, timeEach } from '../harness/statistics.ts'
import { filledSchema } from '../place/filled.ts'
import { drawnRecords, inputsOf } from './drawn-records.ts'
import { classedQueries, readVocabulary, SEARCH_CLASSES, type SearchClass } from './search-classes.ts'
import { singleTransactions } from './single-transactions.ts'

const CONNECTIONS = 10
/** The minimum number of connections of a storage. The calls are sequential, so they use only one connection. */
const ONE_AT_A_TIME = 2
const PER_CLASS = 200
const WARM_UP = 500
const MATCHES = 2_000
const STATISTICS = 500
const COMMITS_PER_SECOND = 300
const COMMIT_SECONDS = 10
const GIGABYTE = 1e9
const MEGABYTE = 1e6

/** Measures the disk space of the tables and their indexes. */
export const sizePart = part('size', async (context) => {
  const schema = await filledSchema(context)
  const sizes = await schema.query<Readonly<Record<'name' | 'heap' | 'indexes', string>>>(
    `select relname as name, pg_table_size(c.oid) as heap, pg_indexes_size(c.oid) as indexes
     from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = $1 and relkind = 'r'
     order by pg_total_relation_size(c.oid) desc`,
    [schema.name],
  )
  const tables = sizes.map(({ name, heap, indexes }) => ({ name, heap: Number(heap), indexes: Number(indexes) }))
  const total = sum(tables.map(({ heap, indexes }) => heap + indexes))
  const rows = below('size', [
    ['restore', `restored ${count(schema.records)} records in`, schema.restoreSeconds, 's'],
    ['total', 'size of all tables and indexes', total / GIGABYTE, 'GB', '<= 10'],
    ...tables.flatMap(({ name, heap, indexes }): Figure[] => {
      if (heap + indexes < MEGABYTE) return []
      return [
        [name, `... ${name}`, heap / MEGABYTE, 'MB'],
        [`${name}.indexes`, '... its indexes', indexes / MEGABYTE, 'MB'],
      ]
    }),
  ])
  return { n: schema.records, rows }
})

/** Searches a registry, one search after another. Each search returns a page of 20 products with their records. */
export const searchPart = part('search', async (context) => {
  const schema = await filledSchema(context)
  const storage = await schema.open(CONNECTIONS)
  await using registry = await openRegistry(storage)
  context.say('postgres: searches')
  const queries = classedQueries(await readVocabulary(storage, schema.records), PER_CLASS, context.seed)
  for (const { text, options } of queries) await registry.search(text, options)
  const exact: boolean[] = []
  const times = await timeEach(queries, async ({ text, options }) => {
    exact.push((await registry.search(text, options)).exact)
  })
  const rows = SEARCH_CLASSES.flatMap((kind) => {
    const own = [...queries.keys()].filter((at) => queries[at]?.kind === kind)
    const ownTimes = own.map((at) => times[at] as number)
    const share = own.filter((at) => exact[at]).length / own.length
    return below(`search.${kind.replaceAll(' ', '-')}`, [
      ['p50', `search, ${kind}, p50`, quantile(ownTimes, 0.5), 'ms', '<= 6'],
      ['p99', '... p99', quantile(ownTimes, 0.99), 'ms', `<= ${maxP99(kind)}`],
      ['exact', '... with an exact total', share, 'fraction'],
    ])
  })
  return { n: schema.records, rows }
})

/** Returns the limit for p99. A prefix or a misspelt word needs more lookups, so such queries have a higher limit. */
function maxP99(kind: SearchClass): number {
  return kind === 'prefix' || kind === 'typo' ? 100 : 60
}

/** Measures how fast the registry looks up candidates, matches a full batch and single inputs, and reads statistics. */
export const matchPart = part('match', async (context) => {
  const schema = await filledSchema(context)
  const storage = await schema.open(CONNECTIONS)
  await using registry = await openRegistry(storage)
  context.say('postgres: matches')
  const drawn = await drawnRecords(storage, LIMITS.inputsPerBatch, context.seed)
  const inputs = inputsOf(drawn)
  for (const input of inputs.slice(0, WARM_UP)) await registry.match(input)
  const matches = await timeEach(inputs.slice(WARM_UP, WARM_UP + MATCHES), (input) => registry.match(input))
  const [batch = Number.NaN] = await timeEach([inputs], (all) => registry.mapBatch(all))
  const statistics = await timeEach(Array.from({ length: STATISTICS }), () => registry.stats())

  const alone = await schema.open(ONE_AT_A_TIME)
  const lookups = drawn.map(({ keys }) => ({ keys }))
  const chunks = Array.from({ length: Math.ceil(lookups.length / LIMITS.lookupsPerCall) }, (_, at) =>
    lookups.slice(at * LIMITS.lookupsPerCall, (at + 1) * LIMITS.lookupsPerCall),
  )
  const ask = (chunk: typeof lookups): Promise<unknown> => alone.index.candidates(chunk, LIMITS.recordsPerKey)
  await timeEach(chunks, ask)
  const perSecond = LIMITS.lookupsPerCall / (median(await timeEach(chunks, ask)) / 1_000)
  await alone.close()
  const rows = below('match', [
    ['candidates', 'candidates, one connection', perSecond, 'inputs/s', '>= 10000'],
    ['batch', `a batch of ${count(inputs.length)}`, batch / 1_000, 's', '<= 4'],
    ['p50', 'match, p50', quantile(matches, 0.5), 'ms', '<= 4'],
    ['p99', '... p99', quantile(matches, 0.99), 'ms', '<= 20'],
    ['statistics', 'statistics, p50', quantile(statistics, 0.5), 'ms', '<= 2'],
    ['statistics.p99', '... p99', quantile(statistics, 0.99), 'ms'],
  ])
  return { n: schema.records, rows }
})

/** Commits transactions of one record each at a steady rate. No commit waits for earlier commits. */
export const commitPart = part('commit', async (context) => {
  const schema = await filledSchema(context)
  const storage = await schema.open(CONNECTIONS)
  context.say('postgres: commits')
  const { ledger } = storage
  const transaction = await singleTransactions(ledger, context.seed)
  await Promise.all(Array.from({ length: COMMITS_PER_SECOND }, () => ledger.commit(transaction())))
  const running: Promise<number>[] = []
  for await (const due of paced(COMMITS_PER_SECOND, (at) => at < COMMITS_PER_SECOND * COMMIT_SECONDS)) {
    // Measure from the due time, since a late start also delays the caller.
    const written = ledger.commit(transaction()).then(() => performance.now() - due)
    // Avoids an unhandled rejection; the error is thrown below.
    written.catch(() => undefined)
    running.push(written)
  }
  const times = await Promise.all(running)
  await storage.close()
  const what = `commits of one record, ${COMMITS_PER_SECOND} a second, p50`
  return {
    n: schema.records,
    rows: [
      ['commit.p50', what, quantile(times, 0.5), 'ms'],
      ['commit.p99', '... p99', quantile(times, 0.99), 'ms', '<= 20'],
    ],
  }
})
