import { setImmediate } from 'node:timers/promises'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, LIMITS, type Storage } from '@utpid/core'
import { replica } from '@utpid/core/copy'
import { testRandomHistories } from '@utpid/storage-conformance'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { replicaSuite } from '../support/replica-suite.ts'
import { newProduct } from '../support/sample-step.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'

testRandomHistories(replicaSuite())

const HOURS = 3_600_000

async function twoOfOneSchema(): Promise<{ readonly writer: Storage; readonly followed: Storage; schema: string }> {
  const schema = newSchemaName()
  const connectionString = await testServer()
  const writer = await openPostgresStorage({ connectionString, schema })
  const followed = await openPostgresStorage({ connectionString, schema })
  onTestFinished(async () => {
    await writer.close()
    await followed.close()
    await dropSchema(schema)
  })
  return { writer, followed, schema }
}

it('receives writes of another process without polling', async () => {
  const { writer, followed } = await twoOfOneSchema()
  const copy = await replica({
    primary: followed,
    local: () => createMemoryStorage(),
    pollMilliseconds: HOURS,
    sleep: () => new Promise(() => undefined),
  })
  const { change } = await writer.ledger.commit(newProduct(7))
  await copy.waitFor(change)
  expect((await copy.ledger.getProducts([7]))[0]?.id).toBe(7)
  expect(copy.state()).toEqual({ change, primaryChange: change, behindMilliseconds: 0, recopying: false })
})

it('receives changes again after its listening connection was cut', async () => {
  const { writer, followed } = await twoOfOneSchema()
  const heard = (): Promise<void> =>
    new Promise((resolve) => {
      let calls = 0
      const stop = followed.onChange?.(() => {
        calls++
        // The first call reports that the replica listens, the second one reports the write below.
        if (calls === 1) void cutListeners().then(() => undefined)
        else {
          stop?.()
          resolve()
        }
      })
    })
  await heard()
  expect((await writer.ledger.head()).change).toBe(0)
})

async function cutListeners(): Promise<void> {
  await withClient(async (client) => {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen utpid_%' and pid <> pg_backend_pid()`,
    )
  })
}

it('is complete after many writes during its start, and copies again if the change feed has expired', async () => {
  const { writer, followed, schema } = await twoOfOneSchema()
  for (let id = 1; id <= 40; id++) await writer.ledger.commit(newProduct(id))
  let isWriting = true
  const writing = (async () => {
    for (let id = 100; isWriting; id++) await writer.ledger.commit(newProduct(id))
  })()
  const copy = await replica({ primary: followed, local: () => createMemoryStorage(), pollMilliseconds: 10 })
  isWriting = false
  await writing
  const same = async (): Promise<void> => {
    const { change } = await writer.ledger.head()
    await copy.waitFor(change)
    const products = await writer.ledger.scanProducts(-1, LIMITS.rowsPerPage)
    expect(await copy.ledger.scanProducts(-1, LIMITS.rowsPerPage)).toEqual(products)
    const query = { tiers: [{ groups: [{ any: ['n:hotel'] }] }], filters: [], offset: 0, limit: 1 }
    expect((await copy.index.search(query)).total).toBe(products.length)
  }
  await same()
  await writer.setNextChange(5_000)
  await writer.ledger.commit(newProduct(50))
  await same()
  // Simulates a restore from a backup: the primary reuses change numbers that this copy has already read.
  await withClient(async (client) => {
    await client.query(`update "${schema}".head set change = 3000`)
    await client.query(`delete from "${schema}".changes`)
  })
  await writer.ledger.commit(newProduct(51))
  while ((await copy.ledger.head()).change !== 3_001) await setImmediate()
  expect((await copy.ledger.getProducts([51]))[0]?.id).toBe(51)
})

it('shows a registry its own writes, and handles conflicts with earlier writers', async () => {
  const { writer, followed } = await twoOfOneSchema()
  const copy = await replica({ primary: followed, local: () => createMemoryStorage() })
  const [here, there] = [await createRegistry({ storage: copy }), await createRegistry({ storage: writer })]
  const hotels = (supplier: string): object[] =>
    ['Zephyr', 'Marlowe', 'Quill', 'Solace', 'Ember', 'Larkspur'].map((name, at) => ({
      supplier,
      code: `${supplier}${at}`,
      name: `Hotel ${name}`,
      category: 'hotel',
      location: { city: 'Paris', country: 'FR', coordinates: [48.86 + at / 100, 2.34] },
    }))
  const [report] = await Promise.all([
    here.import(hotels('alpha'), { batchSize: 2 }),
    there.import(hotels('beta').reverse(), { batchSize: 2 }),
  ])
  expect(report.read).toBe(6)
  const { total, products } = await here.search('zephyr')
  expect(total).toBe(1)
  await copy.waitFor((await writer.ledger.head()).change)
  expect((await here.stats()).products.total).toBe(6)
  expect((await here.get(products[0]?.utpid as string))?.records).toHaveLength(2)
})
