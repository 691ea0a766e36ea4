import { LIMITS, type Storage } from '@utpid/core'
import { importsOf } from './imports-of.ts'

/** The maximum number of terms to search for. They are spread evenly over all terms. */
const MAX_TERMS = 100

/** Returns all content of a storage, except its change feed and the times of its clock. */
export async function rowsIn({ ledger, index }: Storage): Promise<unknown> {
  const products = await all(
    (after) => ledger.scanProducts(after, LIMITS.rowsPerPage),
    (row) => row.id,
  )
  const records = await all(
    (after) => ledger.scanRecords(after, LIMITS.rowsPerPage),
    ({ row }) => row.id,
  )
  const lineage = await all(
    (after) => ledger.scanLineage(after, LIMITS.rowsPerPage),
    (row) => row.id,
  )
  const ids = records.map(({ row }) => row.id)
  const terms = [...new Set(products.flatMap((row) => row.terms))].sort()
  const asked = terms.filter((_, at) => at % Math.ceil(terms.length / MAX_TERMS) === 0)
  const codes = await ledger.scanCodes('alpha', undefined, LIMITS.rowsPerPage)
  const search = (term: string): unknown =>
    index.search({ tiers: [{ groups: [{ any: [term] }] }], filters: [], offset: 0, limit: 100 })
  return {
    head: await ledger.head(),
    records: records.map(({ row, link }) => ({ row: { ...row, features: textOf(row.features) }, link })),
    details: await inChunks(ids, (chunk) => ledger.details(chunk)),
    products,
    lineage,
    edges: await inChunks(ids, (chunk) => ledger.edges(chunk)),
    judgements: await inChunks(ids, (chunk) => ledger.judgements(chunk)),
    verifications: await inChunks(
      products.map(({ id }) => id),
      (chunk) => ledger.verifications(chunk),
    ),
    alerts: await ledger.scanAlerts(undefined, LIMITS.rowsPerPage),
    decisions: await ledger.scanDecisions(0, LIMITS.rowsPerPage),
    aliases: await ledger.scanAliases(undefined, LIMITS.rowsPerPage),
    codes: codes.length < LIMITS.rowsPerPage ? new Map(codes.map(({ code, recordId }) => [code, recordId])) : 'many',
    concordances: await ledger.scanConcordances(undefined, LIMITS.rowsPerPage),
    imports: await importsOf(ledger),
    suppliers: await ledger.suppliers(),
    modelVersions: await ledger.modelVersions(),
    counters: await ledger.counters(),
    words: await ledger.commonWords(1),
    at: await index.at(),
    found: await inTurn(asked, search),
    expanded: await index.expand({ tag: 'n', word: 'z', by: 'prefix', limit: 50 }),
    candidates: await inChunks(records, async (chunk) => {
      const lookups = chunk.map(({ row }) => ({ keys: row.keys }))
      const { skippedKeys, ...columns } = await index.candidates(lookups, LIMITS.recordsPerKey)
      return [
        {
          skippedKeys,
          columns: Object.entries(columns)
            .sort()
            .map(([name, column]) => `${name} ${textOf(column)}`),
        },
      ]
    }),
  }
}

/** Converts a column to text, since texts are compared far faster than elements. */
function textOf(column: Iterable<number>): string {
  return [...column].join(' ')
}

async function all<Row>(page: (after: number) => Promise<Row[]>, idOf: (row: Row) => number): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const last = rows.at(-1)
    const next = await page(last === undefined ? -1 : idOf(last))
    rows.push(...next)
    if (next.length < LIMITS.rowsPerPage) return rows
  }
}

async function inChunks<Item, Answer>(
  items: readonly Item[],
  ask: (chunk: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let from = 0; from < items.length; from += LIMITS.idsPerRead) {
    answers.push(...(await ask(items.slice(from, from + LIMITS.idsPerRead))))
  }
  return answers
}

async function inTurn<Item>(items: readonly Item[], ask: (item: Item) => unknown): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const item of items) answers.push(await ask(item))
  return answers
}
