import { RegistryError } from '@utpid/core'
import type { RetentionOptions } from '@utpid/core/adapter'
import { type MakeIndexGeneration, PlainGeneration } from '../index/index-generation.ts'
import { SegmentGeneration, type SegmentSettings } from '../index/segment-generation.ts'

/**
 * How the index lies in memory. `plain`: objects and maps, written to be obviously right, quick while it is small.
 * `segments`: columns, a fraction as large, for millions; checked against the plain one. Both give the same answers.
 */
export type MemoryIndexKind = 'plain' | 'segments'

/** Options of a storage in memory, and of one in a folder. */
export interface MemoryStorageOptions extends RetentionOptions {
  /** Unless given `segments` in a folder, which need not be made anew when it is opened, and `plain` without one. */
  readonly index?: MemoryIndexKind
}

/**
 * @param otherwise - When none is asked for.
 * @param settings - Of an index in segments.
 * @throws `validation_failed`
 */
export function indexMaker(
  { index }: MemoryStorageOptions,
  otherwise: MemoryIndexKind,
  settings: SegmentSettings = {},
): MakeIndexGeneration {
  return makerOf(index === undefined ? otherwise : index, settings)
}

function makerOf(index: MemoryIndexKind, settings: SegmentSettings): MakeIndexGeneration {
  if (index === 'plain') return () => new PlainGeneration()
  if (index === 'segments') return () => new SegmentGeneration(settings)
  throw new RegistryError('validation_failed', `index is ${JSON.stringify(index)}; give plain or segments.`)
}
