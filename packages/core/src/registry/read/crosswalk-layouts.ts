import type { Supplier } from '../../model/supplier-record.ts'
import type { Utpid } from '../../model/utpid.ts'
import type { CrosswalkRow, CrosswalkStatus } from './list-crosswalk.ts'

/** The layouts of a crosswalk: `long` has a row for each code, `wide` a row for each product. */
export const CROSSWALK_LAYOUTS = ['long', 'wide'] as const

/** A layout of a crosswalk. */
export type CrosswalkLayout = (typeof CROSSWALK_LAYOUTS)[number]

/** A product with the codes of each supplier. */
export interface WideCrosswalkRow {
  readonly utpid: Utpid
  readonly name: string
  readonly city?: string
  /** The ISO 3166-1 alpha-2 code of the country. */
  readonly country?: string
  readonly status: CrosswalkStatus
  /** The codes by the id of their supplier, ascending. */
  readonly codes: Readonly<Record<string, readonly string[]>>
}

const LONG_COLUMNS = [
  'utpid',
  'supplier',
  'code',
  'name',
  'city',
  'country',
  'confidence',
  'status',
  'method',
  'since',
] as const
const WIDE_COLUMNS = ['utpid', 'name', 'city', 'country'] as const
/** The separator of several codes of one supplier. A backslash precedes a separator or backslash inside a code. */
const CODE_SEPARATOR = '|'

/** Joins the rows of each product, which must be adjacent, as in the result of `crosswalk`. */
export async function* wideCrosswalk(rows: AsyncIterable<CrosswalkRow>): AsyncGenerator<WideCrosswalkRow, void> {
  let first: CrosswalkRow | undefined
  let codes: Map<string, string[]> = new Map()
  for await (const row of rows) {
    if (first !== undefined && first.utpid !== row.utpid) {
      yield wideRow(first, codes)
      codes = new Map()
      first = undefined
    }
    first ??= row
    const known = codes.get(row.supplier)
    if (known === undefined) codes.set(row.supplier, [row.code])
    else known.push(row.code)
  }
  if (first !== undefined) yield wideRow(first, codes)
}

function wideRow(
  { utpid, name, city, country, status }: CrosswalkRow,
  codes: ReadonlyMap<string, readonly string[]>,
): WideCrosswalkRow {
  return {
    utpid,
    name,
    ...(city === undefined ? {} : { city }),
    ...(country === undefined ? {} : { country }),
    status,
    codes: Object.fromEntries(codes),
  }
}

/**
 * Yields a crosswalk as the cells of a table, beginning with the names of the columns. The wide layout has one column
 * for each active supplier; several codes are joined with `|`. Missing values are empty. A supplier that arrives during
 * the call has no column.
 *
 * @param suppliers - All suppliers of the registry. Only the wide layout uses them.
 */
export async function* crosswalkTable(
  rows: AsyncIterable<CrosswalkRow>,
  layout: CrosswalkLayout,
  suppliers: readonly Supplier[],
): AsyncGenerator<readonly (string | number)[], void> {
  if (layout === 'long') {
    yield LONG_COLUMNS
    for await (const row of rows) yield LONG_COLUMNS.map((column) => row[column] ?? '')
    return
  }
  const ids = suppliers.flatMap(({ id, deactivatedAt }) => (deactivatedAt === undefined ? [id] : []))
  yield [...WIDE_COLUMNS, ...ids]
  for await (const row of wideCrosswalk(rows)) {
    yield [...WIDE_COLUMNS.map((column) => row[column] ?? ''), ...ids.map((id) => joinedCodes(row.codes[id]))]
  }
}

function joinedCodes(codes: readonly string[] = []): string {
  return codes.map((code) => code.replace(/[\\|]/g, (sign) => `\\${sign}`)).join(CODE_SEPARATOR)
}
