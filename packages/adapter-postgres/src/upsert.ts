import type { Transaction } from './transaction.ts'

/** A column that is written: its name and the type of its values, cast from text where PostgreSQL has no array of it. */
export interface Column {
  readonly name: string
  readonly type: string
}

const CAST_FROM_TEXT: readonly string[] = ['json', 'bigint[]', 'integer[]']

/**
 * Writes whole rows in one statement, in the place of those with the same key.
 *
 * @param columns - In the order of the values; written `name type`.
 * @param key - Names of columns that tell rows apart.
 */
export function upsert(
  transaction: Transaction,
  table: string,
  columns: readonly string[],
  key: readonly string[],
  rows: readonly (readonly unknown[])[],
): void {
  if (rows.length === 0) return
  const parsed = columns.map(parsedColumn)
  const names = parsed.map(({ name }) => name)
  const others = names.filter((name) => !key.includes(name))
  const update =
    others.length === 0 ? 'nothing' : `update set ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`
  transaction.send(
    `insert into ${table} (${names.join(', ')})
     select ${parsed.map(({ name, type }) => (isCast(type) ? `${name}::${type}` : name)).join(', ')} from ${unnest(parsed, 1)}
     on conflict (${key.join(', ')}) do ${update}`,
    columnValues(parsed, rows),
  )
}

/** Takes rows away by their key. */
export function remove(
  transaction: Transaction,
  table: string,
  key: readonly string[],
  rows: readonly (readonly unknown[])[],
): void {
  if (rows.length === 0) return
  const parsed = key.map(parsedColumn)
  const same = parsed.map(({ name }) => `gone.${name} = given.${name}`).join(' and ')
  transaction.send(`delete from ${table} as gone using ${unnest(parsed, 1)} where ${same}`, columnValues(parsed, rows))
}

/** Rows as a table of arrays called `given`, from a parameter on. */
export function unnest(columns: readonly Column[], first: number): string {
  const arrays = columns.map(({ type }, at) => `$${first + at}::${isCast(type) ? 'text' : type}[]`)
  return `unnest(${arrays.join(', ')}) as given(${columns.map(({ name }) => name).join(', ')})`
}

/** The values of each column. */
export function columnValues(columns: readonly Column[], rows: readonly (readonly unknown[])[]): unknown[][] {
  return columns.map((_, at) => rows.map((row) => row[at]))
}

export function parsedColumn(text: string): Column {
  const space = text.indexOf(' ')
  return { name: text.slice(0, space), type: text.slice(space + 1) }
}

function isCast(type: string): boolean {
  return CAST_FROM_TEXT.includes(type)
}
