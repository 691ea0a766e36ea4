import { createMemoryStorage } from '@utpid/adapter-memory'
import { LIMITS, type Storage } from '@utpid/core'
import {
  type AlertRow,
  type ChangeNumber,
  type CodeEntry,
  type Commit,
  type DetailsContent,
  emptyCommit,
  emptyGenerationRows,
  type Generation,
  type GenerationRows,
  type Ledger,
  type ModelVersionRow,
  type RegistryIndex,
  type SearchQuery,
  type StoredRecord,
} from '@utpid/core/storage'
import { testStorage } from '@utpid/storage-conformance'
import { stopAtFirstFailure } from './stop-at-first-failure.ts'

stopAtFirstFailure()

/** Returns a storage that is correct except for one method. */
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

/** Returns a storage whose generations are correct except for one method. */
function withGenerations(
  change: (generation: Generation, right: Storage) => Partial<Generation>,
): typeof createMemoryStorage {
  return (settings) => {
    const right = createMemoryStorage(settings)
    const faultyOne = (generation: Generation): Generation => overlaid(generation, change(generation, right))
    return {
      ...right,
      beginGeneration: async (plan) => faultyOne(await right.beginGeneration(plan)),
      resumeGeneration: async () => {
        const generation = await right.resumeGeneration()
        return generation === undefined ? undefined : faultyOne(generation)
      },
    }
  }
}

function putting(change: (rows: GenerationRows) => GenerationRows): typeof createMemoryStorage {
  return withGenerations((generation) => ({ put: (rows) => generation.put(change(rows)) }))
}

function searching(change: (query: SearchQuery) => SearchQuery): typeof createMemoryStorage {
  return faulty(({ index }) => ({ index: { search: (query) => index.search(change(query)) } }))
}

function byText<Row extends { readonly change: ChangeNumber }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (String(a.change) < String(b.change) ? -1 : 1))
}

function lastOfEach<Row, Id>(rows: readonly Row[], idOf: (row: Row) => Id): Row[] {
  return [...new Map(rows.map((row) => [idOf(row), row])).values()]
}

/** Returns a storage that changes alerts when it reads them. */
function readingAlerts(change: (row: AlertRow) => AlertRow): typeof createMemoryStorage {
  return faulty(({ ledger }) => ({
    ledger: {
      alerts: async (query) => {
        const { total, alerts } = await ledger.alerts(query)
        return { total, alerts: alerts.map(change) }
      },
    },
  }))
}

/**
 * Returns a storage that finds the codes of a supplier by scanning all records, and continues after the last returned
 * record.
 */
function walkingCodes(
  pick: (all: readonly StoredRecord[], supplier: string) => readonly StoredRecord[],
): typeof createMemoryStorage {
  return faulty(({ ledger }) => ({
    ledger: {
      scanCodes: async (supplier, after, limit) => {
        await ledger.scanCodes(supplier, undefined, limit)
        const entries = pick(await ledger.scanRecords(-1, LIMITS.rowsPerPage), supplier).map(
          ({ row }): CodeEntry => ({ code: row.record.code, recordId: row.id }),
        )
        const from = entries.findIndex(({ code }) => code === after) + 1
        return entries.slice(from, from + limit)
      },
    },
  }))
}

const FAULTS: Readonly<Record<string, typeof createMemoryStorage>> = {
  'ignores expected keys': faulty((right) =>
    committing(right, (commit) => ({ ...commit, preconditions: { ...commit.preconditions, keys: [] } })),
  ),
  'ignores revisions of products': faulty((right) =>
    committing(right, (commit) => ({ ...commit, preconditions: { ...commit.preconditions, products: [] } })),
  ),
  'ignores an expected unused alias': faulty((right) =>
    committing(right, ({ preconditions: { aliases: _, ...expect }, ...commit }) => ({
      ...commit,
      preconditions: expect,
    })),
  ),
  'lets a decision be undone twice': faulty((right) =>
    committing(right, ({ preconditions: { decisions: _, ...expect }, ...commit }) => ({
      ...commit,
      preconditions: expect,
    })),
  ),
  'forgets tokens': faulty((right) => committing(right, ({ idempotencyKey: _, ...commit }) => commit)),
  'loses verifications': faulty((right) => committing(right, (commit) => ({ ...commit, verifications: [] }))),
  'loses decisions': faulty((right) => committing(right, (commit) => ({ ...commit, decisions: [] }))),
  'keeps the first version of a decision': faulty((right) =>
    committing(right, (commit) => ({ ...commit, decisions: commit.decisions.filter(({ change }) => change === 0) })),
  ),
  'writes decisions of repeated transactions': faulty((right) => ({
    ledger: {
      commit: async (commit) => {
        const result = await right.ledger.commit(commit)
        const { change: base } = await right.ledger.head()
        if (result.repeated) await right.ledger.commit({ ...emptyCommit(commit.at, base), decisions: commit.decisions })
        return result
      },
    },
  })),
  'drops the previous state of a decision': faulty((right) =>
    committing(right, (commit) => ({
      ...commit,
      decisions: commit.decisions.map((row) => ({ ...row, before: row.before.map(({ pins: _, ...rest }) => rest) })),
    })),
  ),
  'keeps only the last of two new decisions': faulty((right) =>
    committing(right, (commit) => ({ ...commit, decisions: lastOfEach(commit.decisions, ({ change }) => change) })),
  ),
  'lists alerts with the unnumbered decision': readingAlerts((row) =>
    row.resolution?.by === 'person' ? { ...row, resolution: { by: 'person', decision: 0 } } : row,
  ),
  'numbers the decisions of a lineage by the base': faulty((right) =>
    committing(right, (commit) => ({
      ...commit,
      lineage: commit.lineage.map(({ decisions, ...row }) =>
        decisions === undefined ? row : { ...row, decisions: decisions.map((change) => change || commit.readVersion) },
      ),
    })),
  ),
  'scans only decisions that are not undone': faulty(({ ledger }) => ({
    ledger: {
      scanDecisions: async (after, limit) =>
        (await ledger.scanDecisions(after, limit)).filter(({ undoneBy }) => undoneBy === undefined),
    },
  })),
  'scans decisions always from the start': faulty(({ ledger }) => ({
    ledger: { scanDecisions: (_, limit) => ledger.scanDecisions(0, limit) },
  })),
  'sorts decisions as text': faulty(({ ledger }) => ({
    ledger: { scanDecisions: async (after, limit) => byText(await ledger.scanDecisions(after, limit)) },
  })),
  'omits decisions from the change feed': faulty(({ ledger }) => ({
    ledger: {
      changes: async (after, limit) =>
        (await ledger.changes(after, limit)).map((change) => ({ ...change, decisions: [] })),
    },
  })),
  'accepts a verified product without a method': faulty((right) =>
    committing(right, (commit) => ({
      ...commit,
      products: commit.products.map((row) => (row.verified ? { verifiedBy: 'manual' as const, ...row } : row)),
    })),
  ),
  'accepts an unverified product with a method': faulty((right) =>
    committing(right, (commit) => ({
      ...commit,
      products: commit.products.map((row) => {
        const { verifiedBy: _, ...rest } = row
        return row.verified ? row : rest
      }),
    })),
  ),
  'accepts an active record with a product that it left': faulty((right) =>
    committing(right, (commit) => ({
      ...commit,
      records: commit.records.map((row) => {
        const { formerProduct: _, ...rest } = row
        return row.deactivatedAt === undefined ? rest : row
      }),
    })),
  ),
  'drops the product that an inactive record left': faulty((right) =>
    committing(right, (commit) => ({
      ...commit,
      records: commit.records.map(({ formerProduct: _, ...row }) => row),
    })),
  ),
  'caches the absence of judgements for ever': faulty(({ ledger }) => {
    let none = false
    return {
      ledger: {
        judgements: async (ids) => {
          const judgements = none ? ids.map(() => []) : await ledger.judgements(ids)
          none ||= judgements.every((list) => list.length === 0)
          return judgements
        },
      },
    }
  }),
  'scans codes of active records only': walkingCodes((all, supplier) =>
    all.filter(({ row, link }) => row.record.supplier === supplier && link !== undefined),
  ),
  'scans codes of suppliers with the same prefix': walkingCodes((all, supplier) =>
    all.filter(({ row }) => supplier !== '' && row.record.supplier.startsWith(supplier)),
  ),
  'sorts codes by their last write': walkingCodes((all, supplier) =>
    all.filter(({ row }) => row.record.supplier === supplier).sort((a, b) => b.row.revision - a.row.revision),
  ),
  'scans codes always from the start': faulty(({ ledger }) => ({
    ledger: { scanCodes: (supplier, _, limit) => ledger.scanCodes(supplier, undefined, limit) },
  })),
  'cuts long codes': faulty(({ ledger }) => ({
    ledger: {
      scanCodes: async (supplier, after, limit) => {
        const entries = await ledger.scanCodes(supplier, after, limit)
        return entries.map(({ code, recordId }) => ({ code: code.slice(0, LIMITS.codeCharacters), recordId }))
      },
    },
  })),
  'reads codes as UTF-8': faulty(({ ledger }) => ({
    ledger: {
      scanCodes: async (supplier, after, limit) => {
        const entries = await ledger.scanCodes(supplier, after, limit)
        return entries.map(({ code, recordId }) => ({ code: code.toWellFormed(), recordId }))
      },
    },
  })),
  'loses words': faulty((right) => committing(right, (commit) => ({ ...commit, words: {} }))),
  'scans in descending order': faulty(({ ledger }) => ({
    ledger: { scanRecords: async (after, limit) => (await ledger.scanRecords(after, limit)).reverse() },
  })),
  'scans the lineage of active products only': faulty(({ ledger }) => ({
    ledger: {
      scanLineage: async (after, limit) =>
        (await ledger.scanLineage(after, limit)).filter(({ status }) => status === 'active'),
    },
  })),
  'scans open alerts only': faulty(({ ledger }) => ({
    ledger: {
      scanAlerts: async (after, limit) =>
        (await ledger.scanAlerts(after, limit)).filter(({ status }) => status === 'open'),
    },
  })),
  'scans aliases always from the start': faulty(({ ledger }) => ({
    ledger: { scanAliases: (_, limit) => ledger.scanAliases(undefined, limit) },
  })),
  'returns alerts in the order of ids': faulty(({ ledger }) => ({
    ledger: { getAlerts: (ids) => ledger.getAlerts([...ids].sort()) },
  })),
  'returns closed alerts as open': faulty(({ ledger }) => ({
    ledger: {
      openAlerts: async (ids) => {
        const { alerts } = await ledger.alerts({ order: 'informationGain', offset: 0, limit: LIMITS.rowsPerPage })
        return ids.map((id) => alerts.filter(({ products }) => products.includes(id)))
      },
    },
  })),
  'omits edges from the change feed': faulty(({ ledger }) => ({
    ledger: {
      changes: async (after, limit) => (await ledger.changes(after, limit)).map((change) => ({ ...change, edges: [] })),
    },
  })),
  'omits verifications from the change feed': faulty(({ ledger }) => ({
    ledger: {
      changes: async (after, limit) =>
        (await ledger.changes(after, limit)).map((change) => ({ ...change, verifications: [] })),
    },
  })),
  'continues one change too late': (settings) => {
    const right = createMemoryStorage(settings)
    return { ...right, setNextChange: (change) => right.setNextChange(change + 1) }
  },
  'returns records of keys above their limit': faulty(({ index }) => ({
    index: { candidates: (lookups, recordsPerKey) => index.candidates(lookups, recordsPerKey + 1) },
  })),
  'ignores the limit of a key': faulty(({ index }) => ({
    index: {
      candidates: (lookups, recordsPerKey) =>
        index.candidates(
          lookups.map(({ keys }) => ({ keys })),
          recordsPerKey,
        ),
    },
  })),
  'treats all tiers as one': searching((query) => {
    const anyOfAll = query.tiers.flatMap(({ groups }) => groups.flatMap(({ any }) => any))
    return { ...query, tiers: query.tiers.length === 1 ? query.tiers : [{ groups: [{ any: anyOfAll }] }] }
  }),
  'filters only the first tier': searching(({ tiers: [first, ...others], filters, ...query }) => ({
    ...query,
    filters: others.length === 0 ? filters : [],
    tiers: [{ ...first, groups: [...(first?.groups ?? []), ...filters] }, ...others],
  })),
  'omits the edge of a circle': searching(({ near, ...query }) =>
    near === undefined ? query : { ...query, near: { ...near, squaredRadius: Math.max(0, near.squaredRadius - 1) } },
  ),
  'sorts a circle by rank': faulty(({ index }) => ({
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
  'starts a page with the last product of the previous page': searching(({ after, ...query }) =>
    after === undefined ? query : { ...query, after: { ...after, id: after.id - 1 } },
  ),
  'continues in the next tier only': searching(({ after, ...query }) =>
    after === undefined ? query : { ...query, after: { ...after, key: -1 } },
  ),
  'returns an empty next page': faulty(({ index }) => ({
    index: {
      search: async (query) => {
        const answer = await index.search(query)
        const id = answer.productIds.at(-1)
        return id === undefined ? answer : { next: { tier: 0, key: 0, id }, ...answer }
      },
    },
  })),
  'counts only products after the position': faulty(({ index }) => ({
    index: {
      search: async (query) => {
        const answer = await index.search(query)
        return query.after === undefined ? answer : { ...answer, total: answer.total - 1 }
      },
    },
  })),
  'counts terms of one page only': faulty(({ index }) => ({
    index: {
      search: async (query) => {
        const { counts, ...answer } = await index.search(query)
        if (counts === undefined) return answer
        const products = counts.products.map((count) => Math.min(count, query.limit))
        return { ...answer, counts: { ...counts, products } }
      },
    },
  })),
  'counts terms that were not requested': searching((query) => ({ counted: ['n:ritz'], ...query })),
  'treats two typos as one': faulty(({ index }) => ({
    index: { expand: (request) => index.expand({ ...request, by: request.by === 'prefix' ? 'prefix' : 2 }) },
  })),
  'ignores the index version that a transaction expects': faulty((right) =>
    committing(right, ({ preconditions: { indexVersion: _, ...expect }, ...commit }) => ({
      ...commit,
      preconditions: expect,
    })),
  ),
  'swaps despite changes in between': withGenerations((generation, { ledger }) => ({
    swap: async (commit) => generation.swap({ ...commit, readVersion: (await ledger.head()).change }),
  })),
  'adds missing rows at the swap': withGenerations((generation, { ledger }) => ({
    swap: async (commit) => {
      const records = await ledger.scanRecords(-1, LIMITS.rowsPerPage)
      const products = await ledger.scanProducts(-1, LIMITS.rowsPerPage)
      const put = await generation.getRecords(records.map(({ row }) => row.id))
      const known = await generation.getProducts(products.map(({ id }) => id))
      await generation.put({
        ...emptyGenerationRows(),
        records: records.filter((_, at) => put[at] === undefined),
        products: products.filter((_, at) => known[at] === undefined),
      })
      return generation.swap(commit)
    },
  })),
  'swaps without checking preconditions': withGenerations((generation) => ({
    swap: ({ preconditions: _, ...commit }) =>
      generation.swap({ ...commit, preconditions: { records: [], products: [], keys: [] } }),
  })),
  'loses the edges of a generation': putting((rows) => ({ ...rows, edges: [] })),
  'loses the words of a generation': putting((rows) => ({ ...rows, words: {} })),
  'keeps inactive products in a generation': putting((rows) => ({ ...rows, removedProducts: [] })),
  'keeps a discarded generation': withGenerations(() => ({ discard: async () => {} })),
  'shows edges of a generation before the swap': withGenerations((generation, { ledger }) => ({
    put: async (rows) => {
      await generation.put(rows)
      const { change: base } = await ledger.head()
      await ledger.commit({ ...emptyCommit('2026-03-01T12:00:00.000Z', base), edges: rows.edges })
    },
  })),
  'does not swap the index version': (settings) => {
    const right = createMemoryStorage(settings)
    return { ...right, beginGeneration: () => right.beginGeneration({ indexVersion: '0-none' }) }
  },
  'loses the progress of a generation': putting(({ progress: _, ...rows }) => rows),
  'keeps the progress of a generation, but not its rows': (settings) => {
    const right = createMemoryStorage(settings)
    return {
      ...right,
      resumeGeneration: async () => {
        const kept = await right.resumeGeneration()
        if (kept === undefined) return undefined
        await kept.discard()
        const empty = await right.beginGeneration(kept.plan)
        await empty.put({ ...emptyGenerationRows(), progress: kept.progress ?? '' })
        return empty
      },
    }
  },
  'keeps the rows of a generation, but not its keys': withGenerations((generation) => {
    const begunWith = generation.progress
    return {
      candidates: (lookups, recordsPerKey) =>
        generation.candidates(begunWith === undefined ? lookups : lookups.map(() => ({ keys: [] })), recordsPerKey),
    }
  }),
  'keeps a generation without progress': withGenerations((generation) => ({
    suspend: async () => {
      if (generation.progress === undefined) await generation.put({ ...emptyGenerationRows(), progress: '' })
      await generation.suspend()
    },
  })),
  'resumes a discarded generation': withGenerations((generation) => ({
    discard: () => generation.suspend(),
  })),
  'resumes a generation repeatedly': (settings) => {
    const right = createMemoryStorage(settings)
    return {
      ...right,
      beginGeneration: async (plan) => (await right.resumeGeneration()) ?? right.beginGeneration(plan),
    }
  },
  'ignores the model version that a transaction expects': faulty((right) =>
    committing(right, ({ preconditions: { modelVersion: _, ...expect }, ...commit }) => ({
      ...commit,
      preconditions: expect,
    })),
  ),
  'compares model versions by their model only': faulty((right) =>
    committing(right, (commit) => {
      const { modelVersion } = commit.preconditions
      if (modelVersion === undefined) return commit
      return { ...commit, preconditions: { ...commit.preconditions, modelVersion: { ...modelVersion, tfVersion: 0 } } }
    }),
  ),
  'does not swap the model version': (settings) => {
    const right = createMemoryStorage(settings)
    return { ...right, beginGeneration: ({ modelVersion: _, ...plan }) => right.beginGeneration(plan) }
  },
  'loses the term-frequency version of a generation': (settings) => {
    const right = createMemoryStorage(settings)
    return { ...right, beginGeneration: ({ modelVersionRows: _, ...plan }) => right.beginGeneration(plan) }
  },
  'replaces all models and term-frequency versions by the last model version': (settings) => {
    const right = createMemoryStorage(settings)
    let names: readonly string[] = []
    const modelVersions = async (): Promise<ModelVersionRow[]> =>
      (await right.ledger.modelVersions()).filter(({ name }) => names.includes(name))
    const setModelVersion: Storage['setModelVersion'] = (modelVersion, rows) => {
      names = rows.map(({ name }) => name)
      return right.setModelVersion(modelVersion, rows)
    }
    return {
      ...right,
      setModelVersion: setModelVersion,
      ledger: overlaid(right.ledger, { modelVersions: modelVersions }),
    }
  },
  'treats the minimum number of groups as exclusive': faulty(({ ledger }) => ({
    ledger: { commonWords: (records) => ledger.commonWords(records + 1) },
  })),
  'keeps removed details': faulty(({ ledger }) => {
    const kept = new Map<number, DetailsContent>()
    return {
      ledger: {
        details: async (ids) => {
          const found = await ledger.details(ids)
          for (const [at, content] of found.entries()) if (content !== undefined) kept.set(ids[at] as number, content)
          return ids.map((id) => kept.get(id))
        },
      },
    }
  }),
  'accepts a record without its details': faulty((right) => ({
    ledger: {
      commit: async (commit) => {
        const changed = new Set(commit.details.map(({ recordId }) => recordId))
        const stored = await right.ledger.details(commit.records.map(({ id }) => id))
        const records = commit.records.map(({ detailed, ...row }, at) =>
          (changed.has(row.id) ? detailed : stored[at]) === undefined ? row : { ...row, detailed: true as const },
        )
        return right.ledger.commit({ ...commit, records })
      },
    },
  })),
  'responds after closing': (settings) => ({ ...createMemoryStorage(settings), close: async () => {} }),
}

/** Tests only every n-th fault; the short run sets this number. */
const STEP = Number(process.env.UTPID_FAULT_STEP ?? 1)

for (const [name, createStorage] of Object.entries(FAULTS).filter((_, at) => at % STEP === 0)) {
  testStorage({ name, createStorage, histories: 8 })
}
testStorage({
  name: 'promises a missing capability',
  createStorage: createMemoryStorage,
  capabilities: { durable: true },
})
testStorage({ name: 'is correct', createStorage: createMemoryStorage, histories: 8 })
