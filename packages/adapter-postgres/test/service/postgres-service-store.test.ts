import { SERVICE_TABLES, type ServiceStore } from '@utpid/service'
import { testServiceJobs, testServiceLimits, testServiceStore } from '@utpid/storage-conformance/service'
import { afterAll, onTestFinished } from 'vitest'
import { openPostgresServiceStore } from '../../src/service.ts'
import { EmptiedSchemas } from '../support/emptied-schemas.ts'
import { testServer } from '../support/server/test-server.ts'

const emptied = new EmptiedSchemas()
afterAll(() => emptied.drop(), 120_000)
const schemas = new WeakMap<ServiceStore, string>()

async function openIn(schema: string): Promise<ServiceStore> {
  const store = await openPostgresServiceStore({ connectionString: await testServer(), schema }, SERVICE_TABLES)
  schemas.set(store, schema)
  return store
}

const options = {
  name: 'Postgres',
  open: async () => {
    const schema = await emptied.take()
    // Registers this before the suite registers `close`, so that it runs after `close`.
    onTestFinished(() => emptied.giveBack(schema))
    return await openIn(schema)
  },
  // Opens the store again while the first one is open.
  openAgain: (store: ServiceStore) => openIn(schemas.get(store) as string),
}

testServiceStore({ ...options, runs: 10 })
testServiceJobs(options)
testServiceLimits(options)
