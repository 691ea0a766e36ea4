import type { ClientBase } from 'pg'

const COLUMNS = `
  select c.relname as name, c.relkind as kind,
    string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when co.collname is null or co.collname = 'default' then '' else ' collate ' || quote_ident(co.collname) end
      || case when a.attnotnull then ' not null' else '' end, E',\n  ' order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_collation co on co.oid = a.attcollation
  where n.nspname = $1 and c.relkind in ('r', 'v')
  group by c.relname, c.relkind order by c.relname`
const INDEXES = `select indexdef from pg_indexes where schemaname = $1 order by indexname`
const VIEWS = `select viewname, definition from pg_views where schemaname = $1 order by viewname`
const OTHERS = `
  select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and relkind not in ('r', 'v', 'i', 't') order by 1`

/** Describes a schema as text: tables with columns and indexes, views, and all other objects. */
export async function describeSchema(client: ClientBase, schema: string): Promise<string> {
  const bare = (sql: string): string =>
    sql
      .replaceAll(/"[^"]*"\./g, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  const tables = await client.query<{ name: string; kind: string; columns: string }>(COLUMNS, [schema])
  const indexes = await client.query<{ indexdef: string }>(INDEXES, [schema])
  const views = await client.query<{ viewname: string; definition: string }>(VIEWS, [schema])
  const others = await client.query<{ relname: string }>(OTHERS, [schema])
  return [
    ...tables.rows.filter(({ kind }) => kind === 'r').map(({ name, columns }) => `table ${name} (\n  ${columns}\n);\n`),
    ...indexes.rows.map(({ indexdef }) => `${bare(indexdef)};`),
    '',
    ...views.rows.map(({ viewname, definition }) => `view ${viewname} as ${bare(definition)}`),
    ...others.rows.map(({ relname }) => `other ${relname};`),
    '',
  ].join('\n')
}
