import type { Commit } from '@utpid/core/storage'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { quoted } from '../../src/connection/schema-name.ts'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { newProduct } from '../support/sample-step.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'

/** Creates a transaction that is large enough to empty the pending lists. */
function largeStep(): Commit {
  const steps = Array.from({ length: 120 }, (_, at) => newProduct(at + 1))
  return {
    ...newProduct(1),
    records: steps.flatMap(({ records }) => records),
    links: steps.flatMap(({ links }) => links),
    products: steps.flatMap(({ products }) => products),
    lineage: steps.flatMap(({ lineage }) => lineage),
    preconditions: { records: [], products: [], keys: [] },
  }
}

it('a role without ownership writes a large transaction, and leaves the pending lists to PostgreSQL', async () => {
  const [schema, role] = [newSchemaName(), `utpid_writer_${newSchemaName().slice(-16)}`]
  const connectionString = await testServer()
  const owner = await openPostgresStorage({ connectionString, schema })
  await withClient(async (client) => {
    await client.query(`create role ${role} login`)
    await client.query(`grant usage on schema ${quoted(schema)} to ${role}`)
    await client.query(`grant select, insert, update, delete on all tables in schema ${quoted(schema)} to ${role}`)
  })
  const pool = new pg.Pool({ connectionString, max: 1 })
  onTestFinished(async () => {
    await owner.close()
    await pool.end()
    await dropSchema(schema)
    await withClient(async (client) => void (await client.query(`drop role ${role}`)))
  })
  const writer = await openPostgresStorage({ pool, schema })
  // Sets the role after opening, on the only connection: only the owner may create tables.
  await pool.query(`set role ${role}`)
  expect(await writer.ledger.commit(largeStep())).toEqual({ change: 1, repeated: false })
  await writer.close()
  expect((await owner.ledger.head()).change).toBe(1)
})
