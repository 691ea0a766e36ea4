import { isSameBytes, isSameData } from '../../encoding/same-data.ts'
import { CounterChanges } from '../../golden-record/counter-changes.ts'
import { WordChanges } from '../../golden-record/word-changes.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import { type Commit, emptyCommit } from '../../storage/commit.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { LedgerRow, LedgerRowKind } from '../../storage/ledger-row.ts'
import type { DetailsRow, ImportRow, RecordId, RecordRow, VerificationRow } from '../../storage/rows.ts'

/** The maximum number of rows in one commit. All of these rows may be records. */
const ROWS_PER_COMMIT = LIMITS.recordsPerCommit

/** The amounts to add to counters besides the amounts of the rows: with the first commit and with the last commit. */
export interface CounterNotes {
  readonly first: Readonly<Record<string, number>>
  readonly last: Readonly<Record<string, number>>
}

type RowOf<Kind extends LedgerRowKind> = Extract<LedgerRow, { readonly kind: Kind }>
type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/**
 * Writes rows of another ledger into this ledger, in as few commits as limits allow. Rows may repeat, since the
 * function does not write rows that are already present. It skips models and term-frequency versions, which are written
 * with the model version. It computes counters and words from the rows before and after.
 *
 * @param at - Time of the transactions, ISO 8601 UTC.
 * @param notes - Amounts that are written even if no row is written.
 * @throws RegistryError `supplier_code_taken` if two records have the same code or the same id, which means that the
 *   rows come from different ledgers.
 */
export async function writeRows(
  target: Ledger,
  rows: readonly LedgerRow[],
  at: string,
  notes: CounterNotes = { first: {}, last: {} },
): Promise<void> {
  const latest = new Map<string, LedgerRow>()
  for (const row of rows) if (row.kind !== 'modelVersion') latest.set(keyOf(row), row)
  const distinct = [...latest.values()]
  let from = 0
  do {
    const counterNotes = new CounterChanges()
    if (from === 0) counterNotes.addAll(notes.first)
    if (from + ROWS_PER_COMMIT >= distinct.length) counterNotes.addAll(notes.last)
    const commit = await writingCommit(target, distinct.slice(from, from + ROWS_PER_COMMIT), at, counterNotes.finish())
    if (commit !== undefined) await target.commit(commit)
    from += ROWS_PER_COMMIT
  } while (from < distinct.length)
}

/** Returns the key of a row. If two rows have the same key, the later row applies. */
export function keyOf(row: LedgerRow): string {
  switch (row.kind) {
    case 'edges':
      return `edges ${row.record}`
    case 'judgement':
      return `judgement ${row.row.a} ${row.row.b}`
    case 'removed':
      return `product ${row.product}`
    case 'verifications':
      return `verifications ${row.product}`
    case 'decision':
      return `decision ${row.row.change}`
    case 'alias':
      return `alias ${row.row.alias}`
    case 'import':
      return `import ${row.row.supplier} ${row.row.change}`
    case 'modelVersion':
      return `scoring ${row.row.name}`
    default:
      return `${row.kind} ${row.row.id}`
  }
}

/** Returns the transaction that writes some rows; undefined if all rows are already present and there are no notes. */
async function writingCommit(
  target: Ledger,
  rows: readonly LedgerRow[],
  at: string,
  counterNotes: Readonly<Record<string, number>>,
): Promise<Commit | undefined> {
  const hasNotes = Object.keys(counterNotes).length > 0
  if (rows.length === 0 && !hasNotes) return undefined
  const { change: base } = await target.head()
  const commit: Writable<Commit> = emptyCommit(at, base)
  const counters = new CounterChanges()
  const words = new WordChanges()
  const ofKind = <Kind extends LedgerRowKind>(kind: Kind): RowOf<Kind>[] =>
    rows.filter((row): row is RowOf<Kind> => row.kind === kind)

  await addRecords(target, ofKind('record'), commit, counters, words)
  await addProducts(target, ofKind('product'), ofKind('removed'), commit, counters)
  await addEdges(target, ofKind('edges'), commit)
  await addVerifications(target, ofKind('verifications'), commit)
  await addAlerts(target, ofKind('alert'), commit, counters)
  const suppliers = ofKind('supplier')
  const known = new Map(suppliers.length === 0 ? [] : (await target.suppliers()).map((row) => [row.id, row]))
  commit.suppliers = suppliers.flatMap(({ row }) => (isSameData(known.get(row.id), row) ? [] : [row]))
  const imports = await newImports(target, ofKind('import'))
  if (imports.length > 0) commit.imports = imports
  const lineage = ofKind('lineage').map(({ row }) => row)
  const formerLineage = await readInChunks(lineage, (chunk) => target.lineage(chunk.map(({ id }) => id)))
  commit.lineage = lineage.filter((row, each) => !isSameData(formerLineage[each], row))
  const decisions = ofKind('decision').map(({ row }) => row)
  const formerDecisions = await readInChunks(decisions, (chunk) => target.decisions(chunk.map((row) => row.change)))
  commit.decisions = decisions.filter((row, each) => !isSameData(formerDecisions[each], row))
  const aliases = ofKind('alias').map(({ row }) => row)
  const formerAliases = await readInChunks(aliases, (chunk) => target.byAlias(chunk.map(({ alias }) => alias)))
  commit.aliases = aliases.filter(({ productId }, each) => formerAliases[each] !== productId)
  const judgements = ofKind('judgement').map(({ row }) => row)
  const formerJudgements = await readInChunks(judgements, (chunk) => target.judgements(chunk.map(({ a }) => a)))
  commit.judgements = judgements.filter(
    (row, each) => !(formerJudgements[each] ?? []).some((one) => isSameData(one, row)),
  )

  await addConcordances(target, ofKind('concordance'), commit, counters)

  counters.addAll(counterNotes)
  commit.counters = counters.finish()
  commit.words = words.finish()
  return isEmpty(commit) && !hasNotes ? undefined : commit
}

async function addRecords(
  target: Ledger,
  rows: readonly RowOf<'record'>[],
  commit: Writable<Commit>,
  counters: CounterChanges,
  words: WordChanges,
): Promise<void> {
  const former = await readInChunks(rows, (chunk) => target.getRecords(chunk.map(({ row }) => row.id)))
  const holders = await readInChunks(rows, (chunk) => target.bySupplierCode(chunk.map(({ row }) => row.record)))
  const claimed = new Map<string, RecordId>()
  const written: Commit['records'][number][] = []
  const details: DetailsRow[] = []
  const links: Commit['links'][number][] = []
  const unlinked: RecordId[] = []
  for (const [each, { row, link, details: content }] of rows.entries()) {
    const before = former[each]
    const { supplier, code } = row.record
    const holder = holders[each] ?? claimed.get(`${supplier}\n${code}`) ?? row.id
    claimed.set(`${supplier}\n${code}`, row.id)
    const others = before?.row.record
    if (holder !== row.id || (others !== undefined && (others.supplier !== supplier || others.code !== code))) {
      throw new RegistryError(
        'supplier_code_taken',
        `Record ${row.id} has code "${code}" of ${supplier}, but ${holder === row.id ? `it is ${others?.code} of ${others?.supplier}` : `record ${holder} has it`}: these rows do not come from one registry.`,
      )
    }
    if (before === undefined || !isSameVersion(before.row, row)) {
      written.push(row)
      if (content !== undefined) details.push({ recordId: row.id, content })
      else if (before?.row.detailed === true) details.push({ recordId: row.id })
    } else if (isSameData(before.link, link)) continue
    if (before?.link !== undefined) {
      counters.record(before.row, -1)
      words.record(before.row, -1)
    }
    if (link !== undefined) {
      links.push(link)
      counters.record(row, 1)
      words.record(row, 1)
    } else if (before?.link !== undefined) unlinked.push(row.id)
  }
  commit.records = written
  commit.details = details
  commit.links = links
  commit.unlinked = unlinked
  const revisions = rows.map(({ row }, each) => [row.id, former[each]?.row.revision ?? 0] as const)
  commit.preconditions = { ...commit.preconditions, records: revisions }
}

/**
 * Compares all fields of two record rows, not only the revision. A reindex changes keys and features without a new
 * revision, and so may a change of the former product of an inactive record. Other details give another revision.
 */
function isSameVersion(a: RecordRow, b: RecordRow): boolean {
  if (a.revision !== b.revision || a.formerProduct !== b.formerProduct) return false
  return isSameData(a.keys, b.keys) && isSameBytes(a.features, b.features)
}

async function addProducts(
  target: Ledger,
  active: readonly RowOf<'product'>[],
  removed: readonly RowOf<'removed'>[],
  commit: Writable<Commit>,
  counters: CounterChanges,
): Promise<void> {
  const ids = [...active.map(({ row }) => row.id), ...removed.map(({ product }) => product)]
  const former = await readInChunks(ids, (chunk) => target.getProducts(chunk))
  const products = active.flatMap(({ row }, each) => (isSameData(former[each], row) ? [] : [row]))
  const written = new Set(products.map(({ id }) => id))
  for (const row of products) counters.product(row, 1)
  const removedProducts: number[] = []
  for (const [each, before] of former.entries()) {
    if (before === undefined) continue
    if (each >= active.length) removedProducts.push(before.id)
    if (each >= active.length || written.has(before.id)) counters.product(before, -1)
  }
  commit.products = products
  commit.removedProducts = removedProducts
  const revisions = former.flatMap((before) => (before === undefined ? [] : [[before.id, before.revision] as const]))
  commit.preconditions = { ...commit.preconditions, products: revisions }
}

async function addEdges(target: Ledger, rows: readonly RowOf<'edges'>[], commit: Writable<Commit>): Promise<void> {
  const former = await readInChunks(rows, (chunk) => target.edges(chunk.map(({ record }) => record)))
  commit.edges = rows.flatMap(({ record, rows: edges }, each) => {
    const before = (former[each] ?? []).filter(({ a }) => a === record)
    const gone = before.filter(({ b }) => !edges.some((edge) => edge.b === b))
    return [
      ...edges.filter((edge) => !before.some((one) => isSameData(one, edge))),
      ...gone.map(({ a, b }) => ({ a, b, removed: true as const })),
    ]
  })
}

/** Adds the verifications after the stored verifications. A product's list of verifications only grows. */
async function addVerifications(
  target: Ledger,
  rows: readonly RowOf<'verifications'>[],
  commit: Writable<Commit>,
): Promise<void> {
  const former = await readInChunks(rows, (chunk) => target.verifications(chunk.map(({ product }) => product)))
  commit.verifications = rows.flatMap(({ rows: history }, each): readonly VerificationRow[] =>
    history.slice(former[each]?.length ?? 0),
  )
}

/** Returns the import rows that the ledger does not have. Import rows never change. */
async function newImports(target: Ledger, rows: readonly RowOf<'import'>[]): Promise<ImportRow[]> {
  const added: ImportRow[] = []
  for (const { row } of rows) {
    const [stored] = await target.imports(row.supplier, row.change + 1, 1)
    if (stored?.change !== row.change) added.push(row)
  }
  return added
}

async function addAlerts(
  target: Ledger,
  rows: readonly RowOf<'alert'>[],
  commit: Writable<Commit>,
  counters: CounterChanges,
): Promise<void> {
  const former = await readInChunks(rows, (chunk) => target.getAlerts(chunk.map(({ row }) => row.id)))
  commit.alerts = rows.flatMap(({ row }, each) => {
    const before = former[each]
    if (isSameData(before, row)) return []
    if (before !== undefined) counters.alerts(before.status, -1)
    counters.alerts(row.status, 1)
    return [row]
  })
}

async function addConcordances(
  target: Ledger,
  rows: readonly RowOf<'concordance'>[],
  commit: Writable<Commit>,
  counters: CounterChanges,
): Promise<void> {
  const former = await readInChunks(rows, (chunk) => target.concordances(chunk.map(({ row }) => row.id)))
  commit.concordances = rows.flatMap(({ row }, each) => {
    const before = former[each]
    if (isSameData(before?.content, row.content)) return []
    counters.concordances(before, -1)
    counters.concordances(row, 1)
    return [row]
  })
}

function isEmpty(commit: Commit): boolean {
  return Object.values(commit).every((part) => !Array.isArray(part) || part.length === 0)
}
