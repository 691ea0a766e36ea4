import { parentPort } from 'node:worker_threads'
import { mergeParts } from '@utpid/adapter-memory/engine'
import type { MergeRequest, MergeResponse } from './merge-message.ts'

/** A thread that merges segments into one segment, one merge after the other. */

parentPort?.on('message', (request: MergeRequest) => {
  const { number } = request
  try {
    const merged = mergeParts(request)
    // Transfers the row mappings; the columns are in shared memory.
    const handed = merged.rowsOf.map(({ buffer }) => buffer as ArrayBuffer)
    parentPort?.postMessage({ number, merged } satisfies MergeResponse, handed)
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error)
    parentPort?.postMessage({ number, failed } satisfies MergeResponse)
  }
})
