import { SERVICE_TABLES } from '@utpid/service'
import { PROBE_MS, type RowWrite, WatchedStore } from '@utpid/service/internal'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgresServiceStore } from '../../src/service.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'

const ROW: RowWrite = { table: 'quotas', key: 'a/2026-11', row: { used: 1 } as never }

it('a probe detects a read-only database, and its return to accepting writes', async () => {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  const inner = await openPostgresServiceStore({ connectionString: await testServer(), schema }, SERVICE_TABLES)
  onTestFinished(() => inner.close())
  let now = 0
  const store = new WatchedStore(inner, () => now)
  await store.write([ROW])
  const sql = (text: string): Promise<unknown> => withClient(async (client) => client.query(text))
  await sql(`create function "${schema}".refuse() returns trigger language plpgsql as
    $$ begin raise exception 'No space is left.' using errcode = '53100'; end $$`)
  for (const table of ['service_quotas', 'service_key_uses']) {
    await sql(
      `create trigger refuse before insert or update on "${schema}".${table} execute function "${schema}".refuse()`,
    )
  }
  await expect(store.write([ROW])).rejects.toMatchObject({ code: 'storage_full' })
  expect(await store.read('quotas', ['a/2026-11'])).toHaveLength(1)
  await expect(store.check()).rejects.toMatchObject({ code: 'storage_full' })
  for (const table of ['service_quotas', 'service_key_uses']) await sql(`drop trigger refuse on "${schema}".${table}`)
  await expect(store.check()).rejects.toMatchObject({ code: 'storage_full' })
  now += PROBE_MS
  await store.check()
  expect(store.isFailing).toBe(false)
  expect(await store.range('key_uses', { limit: 10 })).toEqual([])
})
