import { RegistryError } from '@utpid/core'
import type { RetentionOptions } from '@utpid/core/storage'
import { type CreateIndexGeneration, PlainGeneration } from '../index/index-generation.ts'
import { SegmentGeneration, type SegmentSettings } from '../index/segment-generation.ts'

/**
 * The layout of the index in memory. `plain` uses objects and maps: simple, and fast for small registries. `segments`
 * uses columns: much smaller, for millions of records. Tests compare `segments` with `plain`. Both give the same
 * results.
 */
export type MemoryIndexKind = 'plain' | 'segments'

/** Options of a storage in memory. A storage in a folder has them too. */
export interface MemoryStorageOptions extends RetentionOptions {
  /**
   * The kind of index. Default: `segments` in a folder, since it can be reopened without a rebuild; otherwise `plain`.
   */
  readonly index?: MemoryIndexKind
}

/**
 * @param defaultIndex - The default index.
 * @param settings - The settings of an index of kind `segments`.
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
