import { parentPort, workerData } from 'node:worker_threads'
import { type Registry, RegistryError, type Storage } from '@utpid/core'
import { Lifetime } from '@utpid/core/adapter'
import { DurableLedger } from '../durable/durable-ledger.ts'
import { openTables } from '../durable/lmdb-tables.ts'
import { SegmentGeneration } from '../engine/segment-generation.ts'
import { MemoryIndex } from '../memory-index.ts'
import { readOnlyStorage } from '../read-only-storage.ts'
import { NOTHING_FORGOTTEN } from '../retention-settings.ts'
import type { Answered, BatchWorkerSetUp, RegistryView, Said, Told } from './worker-message.ts'

/** A thread that matches inputs on what others wrote: the columns of the index are theirs, and rows come from the ledger. */

const { path, module } = workerData as BatchWorkerSetUp
const ROW_CACHE_BYTES = 8 * 2 ** 20
const tables = openTables(path, false)
const { openBatchRegistry } = (await import(module)) as { openBatchRegistry: (storage: Storage) => Promise<Registry> }
let registry: Promise<Registry> | undefined

parentPort?.on('message', (told: Told) => {
  if ('view' in told) {
    // A transaction for reading stays open for a moment, and would not see what was written before the view.
    tables.root.resetReadTxn()
    registry = openView(told.view)
    // Heard by the first that asks.
    registry.catch(() => undefined)
  } else void match(told).then((answered) => say({ number: told.number, answered }))
})

parentPort?.on('messageerror', (error) => {
  say({ answered: { failed: error.message } })
})

function say(said: Said): void {
  parentPort?.postMessage(said)
}

async function match({ inputs, options }: Extract<Told, { readonly inputs: unknown }>): Promise<Answered> {
  try {
    return { results: (await (await registry)?.mapBatch(inputs, options)) ?? [] }
  } catch (error) {
    if (error instanceof RegistryError) {
      return { refused: { code: error.code, message: error.message, details: error.details } }
    }
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

async function openView({ about, change, parts }: RegistryView): Promise<Registry> {
  const lifetime = new Lifetime()
  const table = about.tables === 'second' ? { ...tables.table, ...tables.spare } : tables.table
  const ledger = new DurableLedger({
    lifetime,
    folder: path,
    tables: { ...tables, table },
    retention: NOTHING_FORGOTTEN,
    rowCacheBytes: ROW_CACHE_BYTES,
    madeBy: () => about,
    follow: () => undefined,
  })
  const generation = new SegmentGeneration()
  generation.restore(parts)
  const index = new MemoryIndex(lifetime, generation)
  index.finishLoading(change)
  return await openBatchRegistry(readOnlyStorage({ ledger, index, change: () => change, close: async () => undefined }))
}
