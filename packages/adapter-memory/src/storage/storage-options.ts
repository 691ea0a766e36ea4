import { RegistryError } from '@utpid/core'
import type { RetentionOptions } from '@utpid/core/storage'
import { type CreateIndexGeneration, PlainGeneration } from '../index/index-generation.ts'
import { SegmentGeneration, type SegmentSettings } from '../index/segment-generation.ts'

/**
 * Layout of the index in memory. `plain`: objects and maps, simple, fast for small registries. `segments`: columns,
 * much smaller, for millions of records; tested against `plain`. Both give the same results.
 */
export type MemoryIndexKind = 'plain' | 'segments'

/** Options of a storage in memory, which a storage in a folder also has. */
export interface MemoryStorageOptions extends RetentionOptions {
  /** Default: `segments` in a folder, since it can be reopened without a rebuild; otherwise `plain`. */
  readonly index?: MemoryIndexKind
}

/**
 * @param defaultIndex - Default index.
 * @param settings - Settings of an index of kind `segments`.
 * @throws `validation_failed`
 */
export function indexFactory(
  { index }: MemoryStorageOptions,
  defaultIndex: MemoryIndexKind,
  settings: SegmentSettings = {},
): CreateIndexGeneration {
  return factoryOf(index === undefined ? defaultIndex : index, settings)
}

function factoryOf(index: MemoryIndexKind, settings: SegmentSettings): CreateIndexGeneration {
  if (index === 'plain') return () => new PlainGeneration()
  if (index === 'segments') return () => new SegmentGeneration(settings)
  throw new RegistryError('validation_failed', `index is ${JSON.stringify(index)}; give plain or segments.`)
}
