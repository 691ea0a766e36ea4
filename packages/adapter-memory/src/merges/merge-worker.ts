import { parentPort } from 'node:worker_threads'
import { allAtOnce } from '../engine/in-slices.ts'
import { KeySegment } from '../engine/key-segment.ts'
import { mergeKeySegments } from '../engine/merge-key-segments.ts'
import { mergeTermSegments } from '../engine/merge-term-segments.ts'
import type { Merged } from '../engine/segment-set.ts'
import { TermSegment } from '../engine/term-segment.ts'
import type { MergeSaid, MergeWanted } from './merge-message.ts'

/** A thread that makes one segment of several, one merge after the other. */

parentPort?.on('message', (wanted: MergeWanted) => {
  const { number } = wanted
  try {
    const merged = mergedOf(wanted)
    // The columns are shared; which row became which is handed over.
    const handed = merged.rowsOf.map(({ buffer }) => buffer as ArrayBuffer)
    parentPort?.postMessage({ number, merged } satisfies MergeSaid, handed)
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error)
    parentPort?.postMessage({ number, failed } satisfies MergeSaid)
  }
})

function mergedOf(wanted: MergeWanted): Merged<unknown> & Exclude<MergeSaid, { failed: string }>['merged'] {
  if ('keys' in wanted) {
    return allAtOnce(mergeKeySegments(wanted.keys.map(({ columns, dead }) => new KeySegment(columns, dead))))
  }
  return allAtOnce(mergeTermSegments(wanted.terms.map(({ columns, dead }) => new TermSegment(columns, dead))))
}
