import { type KeyColumns, KeySegment } from './candidates/key-segment.ts'
import { mergeKeySegments } from './candidates/merge-key-segments.ts'
import type { TermColumns } from './columns/term-columns.ts'
import type { SegmentPart } from './index-parts.ts'
import { allAtOnce } from './segments/in-slices.ts'
import type { Merged } from './segments/segment-set.ts'
import { mergeTermSegments } from './terms/merge-term-segments.ts'
import { TermSegment } from './terms/term-segment.ts'

/** Segments of one kind to merge. */
export type PartsToMerge =
  | { readonly keys: readonly SegmentPart<KeyColumns>[] }
  | { readonly terms: readonly SegmentPart<TermColumns>[] }

/** Merges segments without yielding. */
export function mergeParts(wanted: PartsToMerge): Merged<KeyColumns> | Merged<TermColumns> {
  if ('keys' in wanted) {
    return allAtOnce(mergeKeySegments(wanted.keys.map(({ columns, dead }) => new KeySegment(columns, dead))))
  }
  return allAtOnce(mergeTermSegments(wanted.terms.map(({ columns, dead }) => new TermSegment(columns, dead))))
}
