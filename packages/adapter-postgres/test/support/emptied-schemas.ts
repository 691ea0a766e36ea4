import { quoted } from '../../src/connection/schema-name.ts'
import { dropSchema, newSchemaName, withClient } from './test-schema.ts'

/** Resets a schema to its state after creation: empties all tables except the table of migrations. */
const EMPTY = `
  do $do$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = SCHEMA and tablename <> 'migrations' loop
      execute format('delete from %I.%I', SCHEMA, name);
    end loop;
    execute format('insert into %I.head (change, keys_since, serving) values (0, 0, 0)', SCHEMA);
  end $do$`

/** Empty schemas for tests. Emptying about forty tables after a test is far faster than creating and dropping them. */
export class EmptiedSchemas {
  readonly #made: string[] = []
  readonly #free: string[] = []

  /** Returns the name of a new schema or of an emptied schema. */
  async take(): Promise<string> {
    for (let schema = this.#free.pop(); schema !== undefined; schema = this.#free.pop()) {
      if (await emptied(schema)) return schema
    }
    const schema = newSchemaName()
    this.#made.push(schema)
    return schema
  }

  /** Gives back a schema whose storages are closed, for the next test. */
  giveBack(schema: string): void {
    this.#free.push(schema)
  }

  async drop(): Promise<void> {
    for (const schema of this.#made.splice(0)) await dropSchema(schema)
  }
}

/** @returns false if the second set of tables is active; the schema is then unchanged. */
async function emptied(schema: string): Promise<boolean> {
  return await withClient(async (client) => {
    const { rows } = await client.query<{ serving: number }>(`select serving from ${quoted(schema)}.head`)
    if (rows[0]?.serving !== 0) return false
    await client.query(EMPTY.replaceAll('SCHEMA', `'${schema.replaceAll("'", "''")}'`))
    return true
  })
}
