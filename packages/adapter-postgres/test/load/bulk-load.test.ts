import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Storage } from '@utpid/core'
import { restoreRegistry } from '@utpid/core/copy'
import { exportedRows, FEW_HOTELS, sampleRegistry } from '@utpid/storage-conformance'
import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'

async function openEmpty(): Promise<{ storage: Storage; schema: string }> {
  const schema = newSchemaName()
  const storage = await openPostgresStorage({ connectionString: await testServer(), schema })
  onTestFinished(async () => {
    await storage.close()
    await dropSchema(schema)
  })
  return { storage, schema }
}

it('leaves the same indexes as in every other schema', async () => {
  const rows = await exportedRows(await sampleRegistry(createMemoryStorage()))
  const { storage, schema } = await openEmpty()
  await restoreRegistry(storage, rows)
  await withClient(async (client) => {
    const { rows: indexes } = await client.query('select indexname from pg_indexes where schemaname = $1', [schema])
    const fresh = await openEmpty()
    const { rows: others } = await client.query('select indexname from pg_indexes where schemaname = $1', [
      fresh.schema,
    ])
    const names = (all: readonly { indexname: string }[]): string[] => all.map(({ indexname }) => indexname).sort()
    expect(names(indexes)).toEqual(names(others))
  })
  const registry = await createRegistry({ storage })
  expect((await registry.import(FEW_HOTELS)).unchanged).toBe(FEW_HOTELS.length)
})

it('counts and spells terms like commits', async () => {
  const rows = await exportedRows(await sampleRegistry(createMemoryStorage()))
  const [loaded, written] = [await openEmpty(), await openEmpty()]
  await restoreRegistry(loaded.storage, rows)
  const { beginLoad: _beginLoad, ...byCommits } = written.storage
  await restoreRegistry(byCommits, rows)
  await withClient(async (client) => {
    const all = async (schema: string, table: string): Promise<unknown[]> =>
      (await client.query(`select * from "${schema}".${table} order by hash`)).rows
    for (const table of ['terms', 'spellings']) {
      const expected = await all(written.schema, table)
      expect(expected.length).toBeGreaterThan(FEW_HOTELS.length / 3)
      expect(await all(loaded.schema, table)).toEqual(expected)
    }
  })
})

it('ignores the time limit for queries', async () => {
  const { schema } = await openEmpty()
  const url = new URL(await testServer())
  url.searchParams.set('options', '-c statement_timeout=1000')
  const storage = await openPostgresStorage({ connectionString: url.href, schema })
  onTestFinished(() => storage.close())
  const watching = (work: (holder: pg.ClientBase, client: pg.ClientBase) => Promise<void>): Promise<void> =>
    withClient((holder) => withClient((client) => work(holder, client)))
  await watching(async (holder, client) => {
    await holder.query(`begin; lock table "${schema}".links`)
    const load = storage.beginLoad?.()
    const waitsLong = async (): Promise<boolean> => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'truncate%' and query like $1
           and clock_timestamp() - query_start > interval '1500 ms'`,
        [`%${schema}%`],
      )
      return rowCount === 1
    }
    let isWaiting = true
    const settled = load?.then(
      () => undefined,
      () => undefined,
    )
    void settled?.then(() => {
      isWaiting = false
    })
    while (isWaiting && !(await waitsLong()));
    await holder.query('rollback')
    await (await load)?.abandon()
  })
})
