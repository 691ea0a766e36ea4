import { openPostgresStorage } from '@utpid/adapter-postgres'
import type { Storage } from '@utpid/core'
import type { SampleSettings, SuiteOptions } from '@utpid/storage-conformance'
import { afterAll } from 'vitest'
import { dropSchema, newSchemaName } from './test-schema.ts'
import { testServer } from './test-server.ts'

const schemas = new WeakMap<Storage, string>()
const made: string[] = []

async function openIn(schema: string, settings: SampleSettings): Promise<Storage> {
  const storage = await openPostgresStorage({ connectionString: await testServer(), schema, ...settings })
  schemas.set(storage, schema)
  return storage
}

/** How the conformance suites make a storage: in a schema of its own, dropped when the tests of the file are over. */
export function postgresSuite(): SuiteOptions {
  afterAll(async () => {
    for (const schema of made.splice(0)) await dropSchema(schema)
  }, 120_000)
  return {
    name: 'openPostgresStorage',
    createStorage: async (settings) => {
      const schema = newSchemaName()
      made.push(schema)
      return await openIn(schema, settings)
    },
    reopen: async (storage, settings) => {
      await storage.close()
      return await openIn(schemas.get(storage) as string, settings)
    },
    capabilities: { durable: true, sharedWriters: true, exactTotals: true },
  }
}
