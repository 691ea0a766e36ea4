import { type KeyColumns, KeySegment } from './candidates/key-segment.ts'
import { mergeKeySegments } from './candidates/merge-key-segments.ts'
import type { TermColumns } from './columns/term-columns.ts'
import type { FrozenSegment } from './frozen-index.ts'
import { runToEnd } from './segments/cooperative.ts'
import type { Merged } from './segments/segment-set.ts'
import { mergeTermSegments } from './terms/merge-term-segments.ts'
import { TermSegment } from './terms/term-segment.ts'

/** Segments of one kind to merge. */
export type PartsToMerge =
  | { readonly keys: readonly FrozenSegment<KeyColumns>[] }
  | { readonly terms: readonly FrozenSegment<TermColumns>[] }

export function mergeParts(request: PartsToMerge): Merged<KeyColumns> | Merged<TermColumns> {
  if ('keys' in request) {
    return runToEnd(mergeKeySegments(request.keys.map(({ columns, deleted }) => new KeySegment(columns, deleted))))
  }
  return runToEnd(mergeTermSegments(request.terms.map(({ columns, deleted }) => new TermSegment(columns, deleted))))
}
