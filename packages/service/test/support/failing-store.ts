import { RegistryError } from '@utpid/core'
import type { ServiceStore } from '../../src/store/service-store.ts'

/** The fate of a call: `lost` succeeds, but the caller gets an error; from `dead` on, no call has an effect. */
export type Fate = 'works' | 'fails' | 'lost' | 'dead'

/** The view of a process whose store may fail at any call. */
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
