import { createRegistry, type Storage } from '@utpid/core'
import type { Ledger } from '@utpid/core/storage'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { knownHotel } from '../support/known-hotel.ts'
import { CutProxy } from '../support/server/cut-proxy.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName } from '../support/test-schema.ts'

interface Opened {
  readonly proxy: CutProxy
  /** A storage that connects through the proxy. */
  readonly storage: Storage
  /** The same storage, opened like another process. */
  readonly other: Storage
}

async function opened(): Promise<Opened> {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  const proxy = await CutProxy.start(await testServer())
  const open = async (connectionString: string): Promise<Storage> => {
    const storage = await openPostgresStorage({ connectionString, schema })
    onTestFinished(() => storage.close())
    return storage
  }
  return { proxy, storage: await open(proxy.url), other: await open(await testServer()) }
}

/** Returns a ledger with a conflict at its first commit: another process writes just before the commit. */
function overtakenOnce(ledger: Ledger, overtake: () => Promise<unknown>): Ledger {
  let isFirst = true
  const commit: Ledger['commit'] = async (step) => {
    if (isFirst) {
      isFirst = false
      await overtake()
    }
    return await ledger.commit(step)
  }
  return new Proxy(ledger, {
    get: (target, name) => {
      if (name === 'commit') return commit
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

describe('a turn', () => {
  it('of an import with a conflict waits until the server accepts connections again', async () => {
    const { proxy, storage, other } = await opened()
    const others = await createRegistry({ storage: other })
    let refused: Promise<void> | undefined
    const ledger = overtakenOnce(storage.ledger, () => others.import([knownHotel(0, 1)]))
    const turn = <T>(work: () => Promise<T>): Promise<T> => {
      // Rejects two connections, since the second is retried too.
      refused ??= proxy.refuseNext(2)
      return (storage.withWriteLease as NonNullable<Storage['withWriteLease']>)(work)
    }
    const registry = await createRegistry({ storage: { ...storage, ledger, withWriteLease: turn } })
    const report = await registry.import([knownHotel(0, 2), knownHotel(1, 2)])
    expect(refused, 'the import took the write lease').toBeDefined()
    await refused
    expect(report).toMatchObject({ read: 2 })
    expect((await others.stats()).records.total).toBe(2)
  })

  it('is cancelled when its storage is closed, before its task starts', async () => {
    const { proxy, storage } = await opened()
    const refused = proxy.refuseNext(Number.POSITIVE_INFINITY)
    let isBegun = false
    const turn = storage.withWriteLease?.(async () => {
      isBegun = true
    })
    const outcome = Promise.allSettled([turn])
    await refused
    await storage.close()
    expect(await outcome).toMatchObject([{ status: 'rejected', reason: { code: 'closed' } }])
    expect(isBegun).toBe(false)
  })

  it('is not repeated after a failed task', async () => {
    const { storage } = await opened()
    let count = 0
    const turn = storage.withWriteLease?.(async () => {
      count++
      throw new Error('a fault of what is done')
    })
    await expect(turn).rejects.toThrow('a fault')
    expect(count).toBe(1)
  })
})
