import { SERVICE_TABLES } from '@utpid/service'
import { LimitProcesses } from '@utpid/storage-conformance/service'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { openPostgresServiceStore } from '../../src/service.ts'
import { OwnServer } from '../support/server/own-server.ts'

const SECOND = 1_000

it('limits hold and are assigned while the server is read-only, by 1, 2 and 5 processes', async () => {
  const server = await OwnServer.start()
  const allowWrites = async (isAllowed: boolean): Promise<void> => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    await client.query(`alter system set default_transaction_read_only = ${isAllowed ? 'off' : 'on'}`)
    await client.query('select pg_reload_conf()')
    await client.end()
  }
  const store = await openPostgresServiceStore({ connectionString: server.url, schema: 'probe' }, SERVICE_TABLES)
  const writes = async (): Promise<boolean> => {
    const row = { createdAt: new Date(0).toISOString() }
    return store.write([{ table: 'key_uses', key: '-/probe', row }]).then(
      () => true,
      () => false,
    )
  }
  for (const count of [1, 2, 5]) {
    const schema = `limits_${count}`
    const world = new LimitProcesses(() =>
      openPostgresServiceStore({ connectionString: server.url, schema }, SERVICE_TABLES),
    )
    for (let at = 0; at < count; at++) await world.begin()
    const subject = { accountId: 'a', accountBurst: 12 }
    await world.pass(SECOND)
    await allowWrites(false)
    // Sessions get the setting one after another.
    await expect.poll(writes).toBe(false)
    let answered = 0
    const seconds = 30
    for (let at = 0; at < seconds; at++) {
      answered += await world.request(subject, 12)
      await world.pass(SECOND)
    }
    expect(answered).toBeLessThanOrEqual(12 * (1 + seconds))
    expect(answered).toBeGreaterThanOrEqual(11 * seconds * 0.8)
    // A process that starts now has no share of the limit yet.
    await world.begin()
    const begun = world.processes.at(-1) as (typeof world.processes)[number]
    await expect(begun.limiter.take(subject)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is read-only'),
    })
    await allowWrites(true)
    await expect.poll(writes).toBe(true)
    answered = 0
    for (let at = 0; at < 20; at++) {
      answered += await world.request(subject, 12)
      await world.pass(SECOND)
    }
    expect(answered).toBeLessThanOrEqual(12 * 21)
    expect(answered).toBeGreaterThanOrEqual(12 * 15)
  }
  await store.close()
})
