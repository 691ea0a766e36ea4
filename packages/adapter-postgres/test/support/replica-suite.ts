import { createMemoryStorage } from '@utpid/adapter-memory'
import { replica } from '@utpid/core/copy'
import type { SuiteOptions } from '@utpid/storage-conformance'
import { onTestFinished } from 'vitest'
import { postgresSuite, SHORT_HISTORIES } from './postgres-suite.ts'

/** Conformance options for an in-memory replica of a PostgreSQL registry. */
export function replicaSuite(): SuiteOptions {
  const primary = postgresSuite()
  return {
    name: 'replica in memory of a registry in PostgreSQL',
    createStorage: async (settings) => {
      const storage = await primary.createStorage(settings)
      onTestFinished(() => storage.close())
      const copy = await replica({ primary: storage, local: () => createMemoryStorage() })
      // Does not reopen the replica here. Unlike a registry, random histories write verifications of products that
      // never existed. No scan finds these, so a newly opened replica would lack them.
      return { ...copy, capabilities: { ...copy.capabilities, durable: false } }
    },
    capabilities: { durable: false, sharedWriters: true, exactTotals: true },
    histories: SHORT_HISTORIES,
  }
}
