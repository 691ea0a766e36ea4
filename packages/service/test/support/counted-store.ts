import type { ServiceStore } from '../../src/store/service-store.ts'
import { secondOpening } from './second-opening.ts'

/** A store that counts its reads and writes. */
export interface CountedStore extends ServiceStore {
  reads: number
  writes: number
}

export function countedStore(store: ServiceStore): CountedStore {
  const counted: CountedStore = {
    ...secondOpening(store),
    reads: 0,
    writes: 0,
    read(table, keys) {
      counted.reads++
      return store.read(table, keys)
    },
    write(writes) {
      counted.writes++
      return store.write(writes)
    },
  }
  return counted
}
