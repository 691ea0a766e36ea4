import { RegistryError } from '@utpid/core'
import type { RetentionOptions } from '@utpid/core/adapter'
import { SegmentGeneration } from './engine/segment-generation.ts'
import { type MakeIndexGeneration, PlainGeneration } from './index-generation.ts'

/**
 * How the index lies in memory. `segments`: columns, for millions. `plain`: objects and maps, about ten times as large,
 * written to be obviously right; segments are checked against it. Both give the same answers.
 */
export type MemoryIndexKind = 'plain' | 'segments'

/** What both storages of this package can be told. */
export interface MemoryStorageOptions extends RetentionOptions {
  /** Default `segments`. */
  readonly index?: MemoryIndexKind
}

/** @throws `validation_failed` */
export function indexMaker({ index = 'segments' }: MemoryStorageOptions): MakeIndexGeneration {
  if (index === 'plain') return () => new PlainGeneration()
  if (index === 'segments') return () => new SegmentGeneration()
  throw new RegistryError('validation_failed', `index is ${JSON.stringify(index)}; give plain or segments.`)
}
