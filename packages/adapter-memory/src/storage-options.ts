import { RegistryError } from '@utpid/core'
import type { RetentionOptions } from '@utpid/core/adapter'
import { SegmentGeneration } from './engine/segment-generation.ts'
import { type MakeIndexGeneration, PlainGeneration } from './index-generation.ts'

/**
 * How the index lies in memory. `plain`: objects and maps, written to be obviously right, quick while it is small.
 * `segments`: columns, a fraction as large, for millions; checked against the plain one. Both give the same answers.
 */
export type MemoryIndexKind = 'plain' | 'segments'

/** What both storages of this package can be told. */
export interface MemoryStorageOptions extends RetentionOptions {
  /** Default `plain`. */
  readonly index?: MemoryIndexKind
}

/** @throws `validation_failed` */
export function indexMaker({ index = 'plain' }: MemoryStorageOptions): MakeIndexGeneration {
  if (index === 'plain') return () => new PlainGeneration()
  if (index === 'segments') return () => new SegmentGeneration()
  throw new RegistryError('validation_failed', `index is ${JSON.stringify(index)}; give plain or segments.`)
}
