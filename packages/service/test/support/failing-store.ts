import { RegistryError } from '@utpid/core'
import type { ServiceStore } from '../../src/store/service-store.ts'

/**
 * The outcome of a call to the store. `lost`: the call succeeds, but the caller gets an error. `dead`: this call and
 * all later calls have no effect.
 */
export type Fate = 'works' | 'fails' | 'lost' | 'dead'

/** Returns the store as seen by a process for which any call may fail. */
export function failingStore(store: ServiceStore, fateOf: () => Fate): ServiceStore {
  let isDead = false
  const unavailable = (): RegistryError => new RegistryError('unavailable', 'The store did not answer.')
  async function call<Result>(work: () => Promise<Result>): Promise<Result> {
    const fate = isDead ? 'dead' : fateOf()
    if (fate === 'dead') isDead = true
    if (fate === 'dead' || fate === 'fails') throw unavailable()
    const result = await work()
    if (fate === 'lost') throw unavailable()
    return result
  }
  return {
    isShared: store.isShared,
    read: (table, keys) => call(() => store.read(table, keys)),
    range: (table, range) => call(() => store.range(table, range)),
    write: (writes) => call(() => store.write(writes)),
    deleteRange: (table, range) => call(() => store.deleteRange(table, range)),
    onWrite: (listener) => store.onWrite(listener),
    readsLatest: () => store.readsLatest(),
    close: () => store.close(),
  }
}
