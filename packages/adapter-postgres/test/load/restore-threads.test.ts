import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Storage } from '@utpid/core'
import { restoreRegistry } from '@utpid/core/copy'
import { linesWithDuplicates } from '@utpid/storage-conformance'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { tablesOf } from '../../src/tables/tables.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'

let lines: string[]

beforeAll(async () => {
  lines = await linesWithDuplicates(createMemoryStorage())
}, 60_000)

async function openEmpty(restoreThreads: number): Promise<{ storage: Storage; schema: string }> {
  const schema = newSchemaName()
  const storage = await openPostgresStorage({ connectionString: await testServer(), schema, restoreThreads })
  onTestFinished(async () => {
    await storage.close()
    await dropSchema(schema)
  })
  return { storage, schema }
}

async function contentsOf(schema: string): Promise<Record<string, unknown[]>> {
  const { derived, spare: _spare, ...shared } = tablesOf(schema)
  const views = Object.keys(derived).map((name) => `"${schema}".${name}_0`)
  const contents: Record<string, unknown[]> = {}
  await withClient(async (client) => {
    for (const table of [...views, ...Object.values(shared)]) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${table} t order by t.ctid`)
      contents[table.replace(schema, '')] = rows.map(({ row }) => row)
    }
  })
  return contents
}

it('restores the same rows with threads as without threads', async () => {
  const [alone, threaded] = [await openEmpty(0), await openEmpty(2)]
  const report = await restoreRegistry(alone.storage, lines, { clock: () => 0 })
  const seen: number[] = []
  const onProgress = ({ lines }: { lines: number }): number => seen.push(lines)
  expect(await restoreRegistry(threaded.storage, lines, { clock: () => 0, onProgress })).toEqual(report)
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  const [expected, found] = [await contentsOf(alone.schema), await contentsOf(threaded.schema)]
  for (const table of Object.keys(expected)) expect(found[table], table).toEqual(expected[table])
  expect(found['"".spellings_0']?.length).toBeGreaterThan(500)
})
