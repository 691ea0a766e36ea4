import type { Storage } from '@utpid/core'
import type { Ledger } from '@utpid/core/storage'

/** Returns a storage in which some methods of the ledger are replaced. */
export function overlaidStorage(storage: Storage, methods: Partial<Ledger>): Storage {
  const overlaid = new Proxy(storage.ledger, {
    get(target, asked: keyof Ledger) {
      return (methods[asked] as unknown) ?? (target[asked] as (...args: unknown[]) => unknown).bind(target)
    },
  })
  return new Proxy(storage, {
    get: (target, name) => (name === 'ledger' ? overlaid : Reflect.get(target, name)),
  })
}
