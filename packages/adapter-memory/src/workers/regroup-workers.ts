import type { FindDiffering, Registry, Storage } from '@utpid/core'
import { folderOf } from '../durable/folder-storage.ts'
import { compareRecords } from './compare-records.ts'
import type { ThreadOptions } from './thread-options.ts'

/**
 * A registry that is regrouped in a fraction of the time: threads compare all records, and only those are grouped of which
 * something is stored otherwise than it comes out. Records that people have ruled on are grouped anyway. The threads are
 * begun with `regroup` and end with it.
 *
 * @param registry - Opened on the storage.
 * @param storage - Of a folder, with its index in segments.
 */
export function withRegroupWorkers(registry: Registry, storage: Storage, options: ThreadOptions): Registry {
  const differing: FindDiffering = async ({ signal, onCompared }) => {
    const { compared, ids } = await compareRecords(storage, { ...options, signal, onCompared })
    const ruled = folderOf(storage)?.ledger.ruledRecords() ?? new Set()
    for (const id of ids) ruled.delete(id)
    return { compared, ids: Float64Array.from([...ruled, ...ids]) }
  }
  return { ...registry, regroup: (given) => registry.regroup({ differing, ...given }) }
}
