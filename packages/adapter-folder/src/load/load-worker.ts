import { parentPort, workerData } from 'node:worker_threads'
import { readExportLines } from '@utpid/core/storage'
import type { TableName } from '../tables/lmdb-tables.ts'
import type { LoadRequest, LoadResponse, LoadWorkerPlace } from './load-threads.ts'
import { RowRuns } from './row-runs.ts'
import { LOAD_CHANGE, StoredRows } from './stored-rows.ts'

/** A thread that converts lines of an export into sorted rows. It answers batches in order. */

type Stored = readonly [table: TableName, key: Buffer, value: Buffer]

const { folder, owner } = workerData as LoadWorkerPlace
const runs = new RowRuns(folder, owner)
/** The rows of batches that the main thread has not taken or dropped yet. */
const pending: Stored[][] = []
let batch: Stored[] = []
const rows = new StoredRows({ put: (table, key, value) => void batch.push([table, key, value]) })

parentPort?.on('message', (told: LoadRequest) => {
  if ('isTaken' in told) {
    const those = pending.shift() ?? []
    if (told.isTaken) for (const row of those) runs.put(...row)
  } else if ('finish' in told) {
    parentPort?.postMessage({ runs: runs.finish() } satisfies LoadResponse)
  } else {
    const answer = read(told.lines)
    parentPort?.postMessage(answer, answer === undefined ? [] : buffersOf(answer))
  }
})

function read(lines: readonly string[]): Extract<LoadResponse, { readonly facts: unknown }> | undefined {
  const found = readExportLines(lines)
  if (found === undefined) return undefined
  batch = []
  let lastChange = LOAD_CHANGE
  for (const row of found.rows) lastChange = Math.max(lastChange, rows.add(row))
  pending.push(batch)
  return { facts: found.facts, lastChange }
}

/** Returns the buffers to transfer instead of copying. */
function buffersOf({ facts }: Extract<LoadResponse, { readonly facts: unknown }>): ArrayBuffer[] {
  const { links, products, lineages, hashes, checksums, wordRecords } = facts
  return [links, products, lineages, hashes, checksums, wordRecords].map(({ buffer }) => buffer as ArrayBuffer)
}
