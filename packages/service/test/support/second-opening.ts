import type { ServiceStore } from '../../src/store/service-store.ts'

/**
 * Returns the store as another process opens it: with the same rows. Calls of different openings interleave
 * independently.
 *
 * @param isDeaf - Whether this opening never notifies its process of writes.
 */
export function secondOpening(store: ServiceStore, { isDeaf = true }: { isDeaf?: boolean } = {}): ServiceStore {
  let turn = 0
  const later = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (let at = turn++ % 3; at >= 0; at--) await Promise.resolve()
    return work()
  }
  return {
    isShared: true,
    read: (table, keys) => later(() => store.read(table, keys)),
    range: (table, range) => later(() => store.range(table, range)),
    write: (writes) => later(() => store.write(writes)),
    deleteRange: (table, range) => later(() => store.deleteRange(table, range)),
    onWrite: (listener) => (isDeaf ? () => undefined : store.onWrite(listener)),
    readsLatest: () => later(() => store.readsLatest()),
    close: async () => undefined,
  }
}
