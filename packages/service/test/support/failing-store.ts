import { RegistryError } from '@utpid/core'
import type { ServiceStore } from '../../src/index.ts'

/** What becomes of a call: `lost` is done, but nobody hears of it; from `dead` on no call does anything. */
export type Fate = 'works' | 'fails' | 'lost' | 'dead'

/** A process's view of a store that may fail it at any call. */
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
