import { createMemoryStorage } from '@utpid/adapter-memory'
import {
  type Commit,
  emptyCommit,
  emptyGenerationRows,
  type Generation,
  type GenerationRows,
  type Ledger,
  LIMITS,
  type RegistryIndex,
  type SearchQuery,
  type Storage,
} from '@utpid/core'
import { testStorage } from '@utpid/storage-conformance'

/** A storage that is right but for one method. */
function faulty(
  change: (right: Storage) => { ledger?: Partial<Ledger>; index?: Partial<RegistryIndex> },
): typeof createMemoryStorage {
  return (settings) => {
    const right = createMemoryStorage(settings)
    const { ledger = {}, index = {} } = change(right)
    return { ...right, ledger: overlaid(right.ledger, ledger), index: overlaid(right.index, index) }
  }
}

function overlaid<Target extends object>(target: Target, methods: Partial<Target>): Target {
  return new Proxy(target, {
    get(_, name: string & keyof Target) {
      const method = methods[name] ?? target[name]
      return typeof method === 'function' ? method.bind(target) : method
    },
  })
}

function committing(right: Storage, change: (commit: Commit) => Commit): { ledger: Partial<Ledger> } {
  return { ledger: { commit: (commit) => right.ledger.commit(change(commit)) } }
}

/** A storage whose generations are right but for one method. */
function withGenerations(
  change: (generation: Generation, right: Storage) => Partial<Generation>,
): typeof createMemoryStorage {
  return (settings) => {
    const right = createMemoryStorage(settings)
    const beginGeneration = async (indexVersion: string): Promise<Generation> => {
      const generation = await right.beginGeneration(indexVersion)
      return overlaid(generation, change(generation, right))
    }
    return { ...right, beginGeneration }
  }
}

function putting(change: (rows: GenerationRows) => GenerationRows): typeof createMemoryStorage {
  return withGenerations((generation) => ({ put: (rows) => generation.put(change(rows)) }))
}

function searching(change: (query: SearchQuery) => SearchQuery): typeof createMemoryStorage {
  return faulty(({ index }) => ({ index: { search: (query) => index.search(change(query)) } }))
}

const FAULTS: Readonly<Record<string, typeof createMemoryStorage>> = {
  'ignores keys that were expected': faulty((right) =>
    committing(right, (commit) => ({ ...commit, expect: { ...commit.expect, keys: [] } })),
  ),
  'ignores revisions of products': faulty((right) =>
    committing(right, (commit) => ({ ...commit, expect: { ...commit.expect, products: [] } })),
  ),
  'forgets tokens': faulty((right) => committing(right, ({ token: _, ...commit }) => commit)),
  'loses verifications': faulty((right) => committing(right, (commit) => ({ ...commit, verifications: [] }))),
  'loses words': faulty((right) => committing(right, (commit) => ({ ...commit, words: {} }))),
  'scans in descending order': faulty(({ ledger }) => ({
    ledger: { scanRecords: async (after, limit) => (await ledger.scanRecords(after, limit)).reverse() },
  })),
  'answers keys that are too common': faulty(({ index }) => ({
    index: { candidates: (probes, recordsPerKey) => index.candidates(probes, recordsPerKey + 1) },
  })),
  'takes all tiers for one': searching((query) => {
    const anyOfAll = query.tiers.flatMap(({ groups }) => groups.flatMap(({ any }) => any))
    return { ...query, tiers: query.tiers.length === 1 ? query.tiers : [{ groups: [{ any: anyOfAll }] }] }
  }),
  'filters only the first tier': searching(({ tiers: [first, ...others], filters, ...query }) => ({
    ...query,
    filters: others.length === 0 ? filters : [],
    tiers: [{ ...first, groups: [...(first?.groups ?? []), ...filters] }, ...others],
  })),
  'leaves out the edge of a circle': searching(({ near, ...query }) =>
    near === undefined ? query : { ...query, near: { ...near, reach: Math.max(0, near.reach - 1) } },
  ),
  'orders a circle by rank': faulty(({ index }) => ({
    index: {
      search: async ({ near, ...query }) => {
        const inside = await index.search({ ...query, ...(near === undefined ? {} : { near }), offset: 0, limit: 100 })
        if (near === undefined) return index.search(query)
        const ranked = await index.search({ ...query, offset: 0, limit: 100 })
        const ids = ranked.productIds.filter((id) => inside.productIds.includes(id))
        return { ...inside, productIds: ids.slice(query.offset, query.offset + query.limit) }
      },
    },
  })),
  'begins a page with the last product of the one before': searching(({ after, ...query }) =>
    after === undefined ? query : { ...query, after: { ...after, id: after.id - 1 } },
  ),
  'goes on in the next tier only': searching(({ after, ...query }) =>
    after === undefined ? query : { ...query, after: { ...after, key: -1 } },
  ),
  'names a next page that is empty': faulty(({ index }) => ({
    index: {
      search: async (query) => {
        const answer = await index.search(query)
        const id = answer.productIds.at(-1)
        return id === undefined ? answer : { next: { tier: 0, key: 0, id }, ...answer }
      },
    },
  })),
  'counts what comes after': faulty(({ index }) => ({
    index: {
      search: async (query) => {
        const answer = await index.search(query)
        return query.after === undefined ? answer : { ...answer, total: answer.total - 1 }
      },
    },
  })),
  'takes two typos for one': faulty(({ index }) => ({
    index: { expand: (request) => index.expand({ ...request, by: request.by === 'prefix' ? 'prefix' : 2 }) },
  })),
  'ignores the index version that a step expects': faulty((right) =>
    committing(right, ({ expect: { indexVersion: _, ...expect }, ...commit }) => ({ ...commit, expect })),
  ),
  'switches over steps that came between': withGenerations((generation, { ledger }) => ({
    switchTo: async (commit) => generation.switchTo({ ...commit, base: (await ledger.head()).change }),
  })),
  'fills what is missing when it switches': withGenerations((generation, { ledger }) => ({
    switchTo: async (commit) => {
      const records = await ledger.scanRecords(-1, LIMITS.rowsPerPage)
      const products = await ledger.scanProducts(-1, LIMITS.rowsPerPage)
      const put = await generation.getRecords(records.map(({ row }) => row.id))
      const known = await generation.getProducts(products.map(({ id }) => id))
      await generation.put({
        ...emptyGenerationRows(),
        records: records.filter((_, at) => put[at] === undefined),
        products: products.filter((_, at) => known[at] === undefined),
      })
      return generation.switchTo(commit)
    },
  })),
  'switches without what was expected': withGenerations((generation) => ({
    switchTo: ({ expect: _, ...commit }) =>
      generation.switchTo({ ...commit, expect: { records: [], products: [], keys: [] } }),
  })),
  'loses the edges of a generation': putting((rows) => ({ ...rows, edges: [] })),
  'loses the words of a generation': putting((rows) => ({ ...rows, words: {} })),
  'keeps products that ended in a generation': putting((rows) => ({ ...rows, endedProducts: [] })),
  'keeps a generation that was discarded': withGenerations(() => ({ discard: async () => {} })),
  'shows edges of a generation before the switch': withGenerations((generation, { ledger }) => ({
    put: async (rows) => {
      await generation.put(rows)
      const { change: base } = await ledger.head()
      await ledger.commit({ ...emptyCommit('2026-03-01T12:00:00.000Z', base), edges: rows.edges })
    },
  })),
  'forgets to switch the index version': (settings) => {
    const right = createMemoryStorage(settings)
    return { ...right, beginGeneration: () => right.beginGeneration('0-none') }
  },
  'answers after it was closed': (settings) => ({ ...createMemoryStorage(settings), close: async () => {} }),
}

for (const [name, createStorage] of Object.entries(FAULTS)) testStorage({ name, createStorage })
testStorage({ name: 'promises more than it can', createStorage: createMemoryStorage, capabilities: { durable: true } })
testStorage({ name: 'is right', createStorage: createMemoryStorage })
