import { quoted } from '../../src/connection/schema-name.ts'
import { dropSchema, newSchemaName, withClient } from './test-schema.ts'

/** Empties every table of a schema but the one of migrations, as they were when they were made. */
const EMPTY = `
  do $do$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = SCHEMA and tablename <> 'migrations' loop
      execute format('delete from %I.%I', SCHEMA, name);
    end loop;
    execute format('insert into %I.head (change, keys_since, serving) values (0, 0, 0)', SCHEMA);
  end $do$`

/**
 * Schemas for tests that each need an empty one: making and dropping some forty tables takes far longer than emptying
 * those of a test that is over.
 */
export class EmptiedSchemas {
  readonly #made: string[] = []
  readonly #free: string[] = []

  /** A name of no schema yet, or of one that is empty. */
  async take(): Promise<string> {
    for (let schema = this.#free.pop(); schema !== undefined; schema = this.#free.pop()) {
      if (await emptied(schema)) return schema
    }
    const schema = newSchemaName()
    this.#made.push(schema)
    return schema
  }

  /** Gives back one whose storages are closed. */
  giveBack(schema: string): void {
    this.#free.push(schema)
  }

  async drop(): Promise<void> {
    for (const schema of this.#made.splice(0)) await dropSchema(schema)
  }
}

/** @returns false for one that was switched to its other set of tables, and stays as it is. */
async function emptied(schema: string): Promise<boolean> {
  return await withClient(async (client) => {
    const { rows } = await client.query<{ serving: number }>(`select serving from ${quoted(schema)}.head`)
    if (rows[0]?.serving !== 0) return false
    await client.query(EMPTY.replaceAll('SCHEMA', `'${schema.replaceAll("'", "''")}'`))
    return true
  })
}
