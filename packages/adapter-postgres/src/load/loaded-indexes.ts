import type { ClientBase } from 'pg'

/** An index of a table. The index may belong to a constraint. */
export interface LoadedIndex {
  /** Name of the table, as the statements of a storage use it. */
  readonly table: string
  readonly name: string
  readonly create: string
}

interface IndexRow {
  readonly table: string
  readonly index: string
  readonly name: string
  readonly definition: string
  /** Definition of the constraint of the index. */
  readonly constraint: string | null
}

/** The server memory for sorting index entries in megabytes, shared by all sessions. */
const SORTING_MEGABYTES = 512
/**
 * The memory for building an inverted index in megabytes. It is small, since an inverted index that is built in one
 * pass has half-full pages.
 */
const INVERTED_INDEX_MEGABYTES = 64

/**
 * Drops the indexes and constraints of tables.
 *
 * @returns The dropped indexes.
 */
export async function dropIndexes(client: ClientBase, tables: readonly string[]): Promise<LoadedIndex[]> {
  const { rows } = await client.query<IndexRow>(
    `select given as table, format('%I.%I', n.nspname, c.relname) as index, quote_ident(c.relname) as name,
       pg_get_indexdef(i.indexrelid) as definition, pg_get_constraintdef(k.oid) as constraint
     from unnest($1::text[]) as given join pg_index i on i.indrelid = given::regclass
       join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
       left join pg_constraint k on k.conindid = i.indexrelid
     order by i.indexrelid`,
    [tables],
  )
  for (const { table, index, name, constraint } of rows) {
    await client.query(constraint === null ? `drop index ${index}` : `alter table ${table} drop constraint ${name}`)
  }
  return rows.map(({ table, name, definition, constraint }) => ({
    table,
    name,
    create: constraint === null ? definition : `alter table ${table} add constraint ${name} ${constraint}`,
  }))
}

/** @param sessions - The number of sessions that build indexes at the same time and share the memory. */
export async function buildIndex(client: ClientBase, { create }: LoadedIndex, sessions: number): Promise<void> {
  const megabytes = isInverted(create) ? INVERTED_INDEX_MEGABYTES : Math.floor(SORTING_MEGABYTES / sessions)
  await client.query(`set local maintenance_work_mem = '${megabytes}MB'; ${create}`)
}

/**
 * Returns whether an index is inverted (GIN). Its build uses no parallel workers and takes several times as long as the
 * build of a B-tree.
 */
export function isInverted(create: string): boolean {
  return create.includes('USING gin')
}
