import type { ClientBase } from 'pg'

/** Statements that take away what finds the rows of a table, and that make it again. */
export interface Indexes {
  readonly drop: readonly string[]
  readonly create: readonly string[]
}

interface IndexRow {
  readonly place: string
  readonly index: string
  readonly name: string
  readonly definition: string
  /** Of the constraint that the index belongs to. */
  readonly constraint: string | null
}

/** Indexes and keys of tables, as they are there now. */
export async function indexesOf(client: ClientBase, tables: readonly string[]): Promise<Indexes> {
  const { rows } = await client.query<IndexRow>(
    `select i.indrelid::regclass::text as place, c.relnamespace::regnamespace || '.' || quote_ident(c.relname) as index, quote_ident(c.relname) as name,
       pg_get_indexdef(i.indexrelid) as definition, pg_get_constraintdef(k.oid) as constraint
     from pg_index i join pg_class c on c.oid = i.indexrelid left join pg_constraint k on k.conindid = i.indexrelid
     where i.indrelid = any($1::regclass[]) order by i.indexrelid`,
    [tables],
  )
  return {
    drop: rows.map(({ place, index, name, constraint }) =>
      constraint === null ? `drop index ${index}` : `alter table ${place} drop constraint ${name}`,
    ),
    create: rows.map(({ place, name, definition, constraint }) =>
      constraint === null ? definition : `alter table ${place} add constraint ${name} ${constraint}`,
    ),
  }
}
