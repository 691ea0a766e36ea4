import type { Registry, Storage } from '@utpid/core'
import type { FindDiffering } from '@utpid/core/operations'
import { folderOf } from '../../open/folder-storage.ts'
import { compareRecords } from './compare-records.ts'
import type { ThreadOptions } from './thread-options.ts'
import { schemaReference } from './thread-schema.ts'

/**
 * Returns a registry that reclusters in a fraction of the time. Threads compare all records. Only records with
 * differing edges, clusters or copies, and records with judgements, are clustered again. The threads run from the start
 * of `recluster` to its end, or until the registry closes. If the threads fail, `recluster` fails with `unavailable`; the
 * original registry can recluster without threads.
 *
 * @param registry - A registry that is opened on the storage.
 * @param storage - The storage of a folder, with its index in segments.
 * @throws `validation_failed` for a schema without a module.
 */
export function withReclusterWorkers(registry: Registry, storage: Storage, options: ThreadOptions): Registry {
  const { schema } = registry.scorer()
  schemaReference(schema)
  const running = new Set<Promise<unknown>>()
  const closing = { aborted: false }
  const differing: FindDiffering = async ({ signal, onCompared }) => {
    const stopSignal = {
      get aborted() {
        return closing.aborted || signal?.aborted === true
      },
    }
    const comparing = compareRecords(storage, { ...options, schema, signal: stopSignal, onCompared })
    running.add(comparing)
    try {
      const { compared, ids } = await comparing
      const judged = folderOf(storage)?.ledger.judgedRecords() ?? new Set()
      for (const id of ids) judged.delete(id)
      return { compared, ids: Float64Array.from([...judged, ...ids]) }
    } finally {
      running.delete(comparing)
    }
  }
  const close = async (): Promise<void> => {
    closing.aborted = true
    // Waits until the threads stop reading the folder: another process may open it after closing.
    await Promise.allSettled(running)
    await registry.close()
  }
  return {
    ...registry,
    recluster: (given) => registry.recluster({ differing, ...given }),
    close,
    [Symbol.asyncDispose]: close,
  }
}
