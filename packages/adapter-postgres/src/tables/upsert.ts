import type { Transaction } from '../connection/transaction.ts'

/** A written column: its name and the type of its values. */
export interface Column {
  readonly name: string
  readonly type: string
}

/**
 * Types with values without line breaks. These values are sent as lines, which need no quoting. PostgreSQL casts each
 * line.
 */
const SENT_AS_LINES: readonly string[] = ['json', 'bytea', 'bigint[]', 'integer[]', 'text[]']
const QUOTED = /["\\]/
const EACH_QUOTED = /["\\]/g

/**
 * Writes complete rows in one statement. Replaces rows with the same key.
 *
 * @param columns - The columns in the order of the values, as `name type`.
 * @param key - The names of the key columns.
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
     select ${parsed.map(({ name, type }) => (isLines(type) ? `${name}::${type}` : name)).join(', ')} from ${unnest(parsed, 1)}
     on conflict (${key.join(', ')}) do ${update}`,
    columnValues(parsed, rows),
  )
}

/** Deletes rows by key. */
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

/** Returns SQL for a table `given` of rows. The columns are arrays in the parameters from number `first` on. */
export function unnest(columns: readonly Column[], first: number): string {
  const arrays = columns.map(({ type }, at) =>
    isLines(type) ? `string_to_array($${first + at}, chr(10), '')` : `$${first + at}::${type}[]`,
  )
  return `unnest(${arrays.join(', ')}) as given(${columns.map(({ name }) => name).join(', ')})`
}

/**
 * Returns the values of each column, in the format of {@link unnest}. This function formats the values, since the
 * driver would format each value slowly.
 */
export function columnValues(columns: readonly Column[], rows: readonly (readonly unknown[])[]): string[] {
  return columns.map(({ type }, at) => {
    const textIn = isLines(type) ? lineOf : elementOf
    let list = ''
    for (const [place, row] of rows.entries()) {
      if (place > 0) list += isLines(type) ? '\n' : ','
      list += textIn(row[at])
    }
    return isLines(type) ? list : `{${list}}`
  })
}

function lineOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof Uint8Array
    ? `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`
    : String(value)
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value !== 'string') return String(value)
  return QUOTED.test(value) ? `"${value.replace(EACH_QUOTED, '\\$&')}"` : `"${value}"`
}

export function parsedColumn(text: string): Column {
  const space = text.indexOf(' ')
  return { name: text.slice(0, space), type: text.slice(space + 1) }
}

function isLines(type: string): boolean {
  return SENT_AS_LINES.includes(type)
}
