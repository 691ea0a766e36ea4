import type { FindDiffering, Registry, Storage } from '@utpid/core'
import { folderOf } from '../../open/folder-storage.ts'
import { compareRecords } from './compare-records.ts'
import type { ThreadOptions } from './thread-options.ts'

/**
 * A registry that is regrouped in a fraction of the time: threads compare all records, and only those are grouped of which an
 * edge or a group is stored otherwise than it comes out, or which are copies and not stored as such. Records that people have ruled on are grouped anyway. The threads are
 * begun with `regroup` and end with it, or when the registry is closed. Without them it fails with `unavailable`: the registry
 * that was given regroups by itself.
 *
 * @param registry - Opened on the storage.
 * @param storage - Of a folder, with its index in segments.
 */
export function withRegroupWorkers(registry: Registry, storage: Storage, options: ThreadOptions): Registry {
  const underWay = new Set<Promise<unknown>>()
  const closing = { aborted: false }
  const differing: FindDiffering = async ({ signal, onCompared }) => {
    const stopped = {
      get aborted() {
        return closing.aborted || signal?.aborted === true
      },
    }
    const comparing = compareRecords(storage, { ...options, signal: stopped, onCompared })
    underWay.add(comparing)
    try {
      const { compared, ids } = await comparing
      const ruled = folderOf(storage)?.ledger.ruledRecords() ?? new Set()
      for (const id of ids) ruled.delete(id)
      return { compared, ids: Float64Array.from([...ruled, ...ids]) }
    } finally {
      underWay.delete(comparing)
    }
  }
  const close = async (): Promise<void> => {
    closing.aborted = true
    // They read the folder, which others may open then.
    await Promise.allSettled(underWay)
    await registry.close()
  }
  return {
    ...registry,
    regroup: (given) => registry.regroup({ differing, ...given }),
    close,
    [Symbol.asyncDispose]: close,
  }
}
