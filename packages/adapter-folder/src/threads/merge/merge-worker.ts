import { parentPort } from 'node:worker_threads'
import { mergeParts } from '@utpid/adapter-memory/engine'
import type { MergeSaid, MergeWanted } from './merge-message.ts'

/** A thread that merges segments into one, one merge after the other. */

parentPort?.on('message', (wanted: MergeWanted) => {
  const { number } = wanted
  try {
    const merged = mergeParts(wanted)
    // Columns are in shared memory; row mappings are transferred.
    const handed = merged.rowsOf.map(({ buffer }) => buffer as ArrayBuffer)
    parentPort?.postMessage({ number, merged } satisfies MergeSaid, handed)
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error)
    parentPort?.postMessage({ number, failed } satisfies MergeSaid)
  }
})
