/**
 * `@utpid/adapter-memory/engine`: internal. It has the parts of the memory index that `@utpid/adapter-folder` uses, and
 * may change in any version.
 */

export { upperBound } from './index/bits/upper-bound.ts'
export { featureSpan } from './index/candidates/feature-writer.ts'
export type { KeyColumns } from './index/candidates/key-segment.ts'
export { KeySegment, rowOf } from './index/candidates/key-segment.ts'
export {
  type Bytes,
  bytes,
  type Integers,
  integers,
  type Numbers,
  numbers,
  type SignedIntegers,
  signedIntegers,
} from './index/columns/shared-column.ts'
export type { TermColumns } from './index/columns/term-columns.ts'
export { type FrozenIndex, type FrozenSegment, type NamedColumn, namedColumns, partsOf } from './index/frozen-index.ts'
export type { CreateIndexGeneration, IndexGeneration } from './index/index-generation.ts'
export { MemoryIndex } from './index/memory-index.ts'
export { mergeParts, type PartsToMerge } from './index/merge-parts.ts'
export type { MergePart, Merger } from './index/merger.ts'
export { GenerationSlot, type GenerationTables, OpenGeneration } from './index/open-generation.ts'
export { SegmentGeneration } from './index/segment-generation.ts'
export type { Merged } from './index/segments/segment-set.ts'
export { AlertTable } from './ledger/alert-table.ts'
export { RecentKeys } from './ledger/recent-keys.ts'
export { indexFactory } from './storage/storage-options.ts'
