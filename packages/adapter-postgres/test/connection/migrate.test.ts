import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../src/connection/migrate.ts'
import { quoted } from '../../src/connection/schema-name.ts'
import { describeSchema } from '../support/describe-schema.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'

function newSchema(name = newSchemaName()): string {
  onTestFinished(() => dropSchema(name))
  return name
}

async function described(schema: string): Promise<string> {
  return await withClient((client) => describeSchema(client, schema))
}

it('creates the schema of schema.sql under any name, and changes nothing when repeated', async () => {
  const schema = newSchema(`a Strange name'; -- ${newSchemaName()}`)
  await withClient((client) => migrate(client, schema))
  const first = await described(schema)
  await expect(first).toMatchFileSnapshot('schema.sql')
  await withClient((client) => migrate(client, schema))
  expect(await described(schema)).toBe(first)
})

it('is safe when several start at once', async () => {
  const schema = newSchema()
  await Promise.all([1, 2, 3, 4].map(() => withClient((client) => migrate(client, schema))))
  expect(await described(schema)).toBe(readFileSync(new URL('schema.sql', import.meta.url), 'utf8'))
  await withClient(async (client) => {
    const { rows } = await client.query(`select count(*)::integer as heads from ${quoted(schema)}.head`)
    expect(rows).toEqual([{ heads: 1 }])
  })
})

it('continues where it was interrupted', async () => {
  const schema = newSchema()
  const whole = readFileSync(new URL('schema.sql', import.meta.url), 'utf8')
  await withClient(async (client) => {
    await client.query(`create schema ${quoted(schema)}`)
    // A view blocks a later statement, so that the migration fails in the middle.
    await client.query(`create view ${quoted(schema)}.spare_words as select 1 as one`)
    await expect(migrate(client, schema)).rejects.toThrow('spare_words')
    await client.query(`drop view ${quoted(schema)}.spare_words`)
    await migrate(client, schema)
  })
  expect(await described(schema)).toBe(whole)
})

it('fills the columns of decisions that an earlier version wrote', async () => {
  const schema = newSchema()
  await withClient(async (client) => {
    await migrate(client, schema)
    const table = `${quoted(schema)}.decisions`
    await client.query(`alter table ${table} drop column at, drop column actor, drop column kind`)
    await client.query(`delete from ${quoted(schema)}.migrations where name = '000012_decision_lists'`)
    const at = '2026-03-01T12:00:00.000Z'
    const rows = [
      { change: 1, kind: 'merge', actor: 'ines', at, before: [] },
      { change: 2, kind: 'pin', actor: 'bo', at, note: 'a \u0000 and \ud83d', before: [] },
      // JSON escapes each of these backslashes, so that the text looks like an escaped NUL.
      { change: 3, kind: 'pin', actor: 'bo', at, note: 'C:\\u0000\\x \ud83d \\\u0000', before: [] },
    ]
    for (const row of rows) {
      await client.query(`insert into ${table} (change, content) values ($1, $2)`, [row.change, JSON.stringify(row)])
    }
    await migrate(client, schema)
    const filled = await client.query(`select change::integer, at, actor, kind from ${table} order by change`)
    expect(filled.rows).toEqual(rows.map(({ change, at: time, actor, kind }) => ({ change, at: time, actor, kind })))
  })
  expect(await described(schema)).toBe(readFileSync(new URL('schema.sql', import.meta.url), 'utf8'))
})

it('rejects a schema of a newer version', async () => {
  const schema = newSchema()
  await withClient(async (client) => {
    await migrate(client, schema)
    await client.query(`insert into ${quoted(schema)}.migrations (name, run_on) values ('9999_later', now())`)
    await expect(migrate(client, schema)).rejects.toMatchObject({ code: 'storage_version' })
  })
})

it('leaves the connection unchanged', async () => {
  const schema = newSchema()
  await withClient(async (client) => {
    await client.query(`set statement_timeout = '77s'`)
    const settings = async (): Promise<unknown> =>
      (await client.query(`select current_setting('search_path'), current_setting('statement_timeout')`)).rows
    const before = await settings()
    await migrate(client, schema)
    expect(await settings()).toEqual(before)
  })
})

it('needs no create permission if everything exists', async () => {
  const schema = newSchema()
  const role = quoted(`${schema} reader`)
  await withClient(async (client) => {
    await migrate(client, schema)
    await client.query(`create role ${role}`)
    try {
      await client.query(`grant usage on schema ${quoted(schema)} to ${role}`)
      await client.query(`grant select on all tables in schema ${quoted(schema)} to ${role}`)
      await client.query(`set role ${role}`)
      await migrate(client, schema)
      await expect(migrate(client, `${schema} that is not there`)).rejects.toThrow('permission denied')
    } finally {
      await client.query('reset role')
      await client.query(`drop owned by ${role}`)
      await client.query(`drop role ${role}`)
    }
  })
})
