import { parseSupplierId } from '@utpid/core'
import { type ReadFeedOptions, readFeed } from '../feed/read-feed.ts'
import { FeedError } from '../item/feed-error.ts'
import { foldKey } from '../mapping/field-key.ts'
import type { ConcordanceSet, Recipe } from '../recipe/recipe.ts'
import type { FeedSource } from '../source/open-source.ts'
import { Concordance } from './concordance.ts'

/** Options of {@link readConcordance}. */
export interface ConcordanceOptions
  extends Pick<
    ReadFeedOptions,
    'format' | 'columns' | 'encoding' | 'records' | 'entry' | 'stats' | 'signal' | 'onBytes' | 'maxBytes'
  > {
  /** A recipe with a concordance. Default: a code in each row, in the columns of {@link CONCORDANCE_COLUMNS}. */
  readonly recipe?: Recipe | undefined
  /** The supplier of rows that name none. Default: a row without a supplier is an error. */
  readonly supplier?: string | undefined
}

/** A concordance with the rows that could not be read. */
export interface ReadConcordance {
  readonly concordance: Concordance
  /** The number of rows. */
  readonly rows: number
  /** Rows that have no set, no supplier or no code, and lines that cannot be read. */
  readonly failures: readonly UnusedRow[]
}

/** A row of a concordance that has no code. */
export interface UnusedRow {
  readonly line: number
  /** One sentence for people. */
  readonly message: string
}

/** The names of the columns of a concordance with one code in each row, most specific first. */
export const CONCORDANCE_COLUMNS = {
  id: ['setId', 'giataId', 'masterId', 'masterCode', 'contextSource', 'id'],
  supplier: ['supplier', 'provider', 'providerCode', 'source', 'context'],
  code: ['supplierCode', 'hotelCode', 'contextDestination', 'code'],
} as const

/** One row of a concordance: its set, or the reason why it has none. */
export type ConcordanceFileRow = { readonly line: number; readonly set: ConcordanceSet } | UnusedRow

/**
 * Yields the rows of a concordance: one set in each row, by a recipe, or one code in each row of a table with the columns
 * `id`, `provider` and `code`. Memory does not depend on the number of rows.
 *
 * @throws {FeedError} if the source cannot be read, or `invalid_recipe` if the recipe has no concordance.
 */
export async function* readConcordanceRows(
  source: FeedSource,
  options: ConcordanceOptions = {},
): AsyncGenerator<ConcordanceFileRow> {
  const { recipe, supplier, ...reading } = options
  if (recipe !== undefined && recipe.file.concordance === undefined) {
    throw new FeedError('invalid_recipe', `The recipe ${recipe.name} has no concordance.`)
  }
  const read: { set: ConcordanceSet | string } = { set: '' }
  const toRecord = (row: Record<string, unknown>): Record<string, unknown> => {
    const set = recipe === undefined ? setOfTable(row, supplier) : (recipe.toSet(row) ?? NO_CODES)
    read.set = typeof set === 'string' ? set : checked(set)
    // The reader checks that rows are records.
    return { code: '-' }
  }
  const useOf = recipe?.useOf ?? (() => undefined)
  for await (const item of readFeed(source, { ...reading, recipe: { ...recipe, toRecord, useOf } })) {
    const { line } = item
    if ('error' in item) yield { line, message: item.error.message }
    else if (typeof read.set === 'string') yield { line, message: read.set }
    else yield { line, set: read.set }
  }
}

/**
 * Reads a whole concordance into memory, some 200 bytes for each code; see {@link readConcordanceRows}.
 *
 * @throws {FeedError} as {@link readConcordanceRows}.
 */
export async function readConcordance(source: FeedSource, options: ConcordanceOptions = {}): Promise<ReadConcordance> {
  const concordance = new Concordance()
  const failures: UnusedRow[] = []
  let rows = 0
  for await (const row of readConcordanceRows(source, options)) {
    rows++
    if ('set' in row) concordance.add(row.set)
    else failures.push(row)
  }
  return { concordance, rows, failures }
}

const NO_CODES = 'The row has no codes of suppliers.'

function setOfTable(row: Record<string, unknown>, given: string | undefined): ConcordanceSet | string {
  const columns = new Map(Object.entries(row).map(([name, value]) => [foldKey(name), textOf(value)]))
  const cellOf = (names: readonly string[]): string => {
    const name = names.map(foldKey).find((each) => (columns.get(each) ?? '') !== '')
    return name === undefined ? '' : (columns.get(name) ?? '')
  }
  const id = cellOf(CONCORDANCE_COLUMNS.id)
  const supplier = cellOf(CONCORDANCE_COLUMNS.supplier) || given
  const code = cellOf(CONCORDANCE_COLUMNS.code)
  if (id === '') return 'The row has no id of a set.'
  if (supplier === undefined) return 'The row has no supplier.'
  return code === '' ? 'The row has no code.' : { id, codes: [{ supplier, code }] }
}

/** Returns a set with suppliers as the registry stores them, or the reason why the set is wrong. */
function checked({ id, codes }: ConcordanceSet): ConcordanceSet | string {
  const known: { supplier: string; code: string }[] = []
  for (const { supplier, code } of codes) {
    const parsed = parseSupplierId(supplier)
    if (parsed === undefined) return `"${supplier}" is not a valid supplier.`
    known.push({ supplier: parsed, code })
  }
  return { id, codes: known }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
