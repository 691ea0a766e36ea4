import { OPERATOR, SERVICE_TABLES, type ServiceStore, systemEnvironment } from '@utpid/service'
import {
  AccountRepository,
  Accounts,
  Authenticator,
  ensurePlans,
  Keys,
  MAX_KEYS,
  MonthlyQuota,
} from '@utpid/service/internal'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresServiceStore } from '../../src/service.ts'
import { EmptiedSchemas } from '../support/emptied-schemas.ts'
import { testServer } from '../support/server/test-server.ts'

const emptied = new EmptiedSchemas()
afterAll(() => emptied.drop(), 120_000)

async function openings(): Promise<[ServiceStore, ServiceStore]> {
  const schema = await emptied.take()
  onTestFinished(() => emptied.giveBack(schema))
  const opened = async (): Promise<ServiceStore> => {
    const store = await openPostgresServiceStore({ connectionString: await testServer(), schema }, SERVICE_TABLES)
    onTestFinished(() => store.close())
    return store
  }
  return [await opened(), await opened()]
}

async function drained(quota: MonthlyQuota, limit: number): Promise<number> {
  for (let taken = 0; ; taken++) {
    try {
      await quota.reserve('a', limit)
    } catch (error) {
      expect(error).toMatchObject({ code: 'quota_exceeded' })
      return taken
    }
  }
}

describe('accounts in PostgreSQL, used by two processes at once', () => {
  it('never exceed the quota of a month, and can use all of it', async () => {
    const stores = await openings()
    const writers = stores.flatMap((store) =>
      Array.from({ length: 5 }, () => new MonthlyQuota(store, systemEnvironment)),
    )
    const taken = await Promise.all(writers.map((writer) => drained(writer, 1_000)))
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(1_000)
  })

  it('never have too many keys, and a revoked key fails in both processes', async () => {
    const stores = await openings()
    await ensurePlans(stores[0])
    const [here, there] = stores.map((store) => new AccountRepository(store, systemEnvironment)) as [
      AccountRepository,
      AccountRepository,
    ]
    const { id } = await new Accounts(here).create(OPERATOR, { name: 'Acme', plan: 'business' })
    const key = { name: 'key', scopes: ['registry:read'] } as const
    const made = await new Keys(here).create(OPERATOR, id, key)
    for (let at = 0; at < MAX_KEYS - 3; at++) await new Keys(here).create(OPERATOR, id, key)
    const last = [here, there, here, there].map((book) => new Keys(book).create(OPERATOR, id, key))
    const kept = (await Promise.allSettled(last)).filter(({ status }) => status === 'fulfilled')
    expect(kept).toHaveLength(2)
    // Advances the clock of the other service by one second. The notification may not have arrived yet.
    let ahead = 0
    const later = { ...systemEnvironment, now: () => Date.now() + ahead }
    const authenticator = new Authenticator(new AccountRepository(there.store, later))
    onTestFinished(() => authenticator.close())
    await authenticator.authenticate(made.text)
    await new Keys(here).revoke(OPERATOR, id, made.key.id)
    ahead = 1_000
    await expect(authenticator.authenticate(made.text)).rejects.toMatchObject({ code: 'invalid_api_key' })
  })
})
