import type { Storage } from '@utpid/core'
import { Lifetime, retentionSettings } from '@utpid/core/storage'
import { ChangeSignal, channelOf } from '../connection/change-signal.ts'
import { openDatabase } from '../connection/open-database.ts'
import { type PostgresStorageOptions, restoreThreads, swapMilliseconds } from '../connection/postgres-options.ts'
import { GenerationSlot } from '../generation/generation-slot.ts'
import { PostgresGeneration } from '../generation/postgres-generation.ts'
import { PostgresIndex } from '../index/postgres-index.ts'
import { PostgresLedger } from '../ledger/postgres-ledger.ts'
import { PostgresLoad } from '../load/postgres-load.ts'
import { tablesOf } from '../tables/tables.ts'

/**
 * Opens a registry in a schema of a PostgreSQL database (15 or newer), and creates missing tables. Any number of
 * processes may open the registry and write at once.
 *
 * @throws `validation_failed` if an option is out of range or the server is too old; `not_found` if the schema is
 * missing and `create` is false; `unavailable` if the server does not answer or denies the permissions that migrations
 * need.
 */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const retention = retentionSettings(options)
  const threads = restoreThreads(options)
  const switching = swapMilliseconds(options)
  const { database, schema, end } = await openDatabase(options)
  const lifetime = new Lifetime()
  const tables = tablesOf(schema)
  const channel = channelOf(schema)
  const signal = new ChangeSignal(database, channel)
  const ledger = new PostgresLedger(lifetime, database, tables, retention, channel)
  const slot = new GenerationSlot(database, schema)
  const parts = { lifetime, database, tables, ledger, slot, swapMilliseconds: switching }
  let closed: Promise<void> | undefined
  const close = async (): Promise<void> => {
    lifetime.close()
    await ledger.idle()
    await signal.close()
    await slot.leave()
    await end()
  }
  return {
    capabilities: { durable: true, sharedWriters: true, exactTotals: false },
    place: `schema ${schema}`,
    ledger,
    index: new PostgresIndex(lifetime, database, tables),
    setIndexVersion: (indexVersion) => ledger.setIndexVersion(indexVersion),
    setModelVersion: (modelVersion, rows) => ledger.setModelVersion(modelVersion, rows),
    setNextChange: (change) => ledger.setNextChange(change),
    onChange: (listener) => signal.add(listener),
    withWriteLease: (work) => ledger.lease(work),
    beginLoad: async () => {
      lifetime.check()
      return await PostgresLoad.begin(lifetime, database, tables, threads)
    },
    beginGeneration: async (plan) => {
      lifetime.check()
      await slot.enter()
      return await leftOnFailure(slot, () => PostgresGeneration.begin(parts, plan))
    },
    resumeGeneration: async () => {
      lifetime.check()
      await slot.enter()
      const generation = await leftOnFailure(slot, () => PostgresGeneration.resume(parts))
      if (generation === undefined) await slot.leave()
      return generation
    },
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

async function leftOnFailure<T>(slot: GenerationSlot, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    await slot.leave()
    throw error
  }
}
