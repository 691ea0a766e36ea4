import type { Storage } from '@utpid/core'
import type { SampleSettings, SuiteOptions } from '@utpid/storage-conformance'
import { afterAll, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { EmptiedSchemas } from './emptied-schemas.ts'
import { testServer } from './server/test-server.ts'

/** The number of random histories. Each history takes a second; `random-histories.long.test.ts` runs more. */
export const SHORT_HISTORIES = 1

const schemas = new WeakMap<Storage, string>()

async function openIn(schema: string, settings: SampleSettings): Promise<Storage> {
  const storage = await openPostgresStorage({ connectionString: await testServer(), schema, ...settings })
  schemas.set(storage, schema)
  return storage
}

/** Conformance options: each storage gets an empty schema. All schemas are dropped after the tests of the file. */
export function postgresSuite(): SuiteOptions {
  const emptied = new EmptiedSchemas()
  afterAll(() => emptied.drop(), 120_000)
  return {
    name: 'openPostgresStorage',
    createStorage: async (settings) => {
      const schema = await emptied.take()
      // Registers this before the suite registers `close`, so that it runs after `close`.
      onTestFinished(() => emptied.giveBack(schema))
      return await openIn(schema, settings)
    },
    reopen: async (storage, settings) => {
      await storage.close()
      return await openIn(schemas.get(storage) as string, settings)
    },
    capabilities: { durable: true, sharedWriters: true, exactTotals: false },
    histories: SHORT_HISTORIES,
  }
}
