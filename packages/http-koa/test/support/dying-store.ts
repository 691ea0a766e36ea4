import { RegistryError } from '@utpid/core'
import type { ServiceStore } from '@utpid/service'

/** The call to the store at which a process dies, and whether the write of that call still happens. */
export interface Death {
  readonly atCall: number
  readonly isWritten: boolean
}

/** A store for a process that dies at a call. All later calls fail. */
export function dyingStore(store: ServiceStore, death: Death | undefined): ServiceStore {
  let calls = 0
  async function call<Result>(work: () => Promise<Result>): Promise<Result> {
    calls++
    if (death === undefined || calls < death.atCall) return await work()
    if (calls === death.atCall && death.isWritten) await work()
    throw new RegistryError('unavailable', 'The process is dead.')
  }
  return {
    isShared: store.isShared,
    read: (table, keys) => call(() => store.read(table, keys)),
    range: (table, range) => call(() => store.range(table, range)),
    write: (writes) => call(() => store.write(writes)),
    deleteRange: (table, range) => call(() => store.deleteRange(table, range)),
    onWrite: (listener) => store.onWrite(listener),
    readsLatest: () => store.readsLatest(),
    close: async () => undefined,
  }
}
