import { createRegistry, LIMITS, RegistryError, type Storage } from '@utpid/core'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { quoted } from '../../src/connection/schema-name.ts'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { newProduct } from '../support/sample-step.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'

interface Opened {
  readonly storage: Storage
  readonly pool: pg.Pool
  readonly schema: string
}

async function opened(settings: pg.PoolConfig = {}): Promise<Opened> {
  const schema = newSchemaName()
  // Creates the tables without the settings, which would abort the creation on a busy machine.
  await (await openPostgresStorage({ connectionString: await testServer(), schema })).close()
  const pool = new pg.Pool({ connectionString: await testServer(), application_name: schema, max: 4, ...settings })
  pool.on('error', () => undefined)
  const storage = await openPostgresStorage({ pool, schema })
  onTestFinished(async () => {
    await storage.close()
    await pool.end()
    await dropSchema(schema)
  })
  return { storage, pool, schema }
}

/** Locks the head during `work`. */
async function withHeadTaken<T>(schema: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return await withClient(async (client) => {
    await client.query('begin')
    await client.query(`select 1 from ${quoted(schema)}.head for update`)
    return await work(client)
  })
}

/** Ends every connection of a storage that waits for a lock. Resolves when at least one connection has ended. */
async function cutWaiting(schema: string): Promise<void> {
  await withClient(async (client) => {
    for (let cut = 0; cut === 0; ) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`,
        [schema],
      )
      cut = rowCount ?? 0
    }
  })
}

async function failureOf(call: Promise<unknown>): Promise<[string, unknown]> {
  const error: unknown = await call.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RegistryError)
  const { code, details } = error as RegistryError
  return [code, details.reason]
}

async function loaded(storage: Storage): Promise<void> {
  const load = await storage.beginLoad?.()
  await load?.finish({ counters: {}, words: {} })
}

describe('a failure of the database', () => {
  it.each([
    ['timeout', 'one by one', { statement_timeout: 400 }],
    ['timeout', 'without waiting', { statement_timeout: 400, pipeline: true }],
    ['lock', 'one by one', { lock_timeout: 100 }],
    ['lock', 'without waiting', { lock_timeout: 100, pipeline: true }],
  ] as const)(
    'is unavailable with the reason %s when a lock is held too long, with statements sent %s, and ends with the lock',
    async (reason, _, settings) => {
      const { storage, schema } = await opened(settings)
      await withHeadTaken(schema, async () => {
        expect(await failureOf(storage.ledger.commit(newProduct(1)))).toEqual(['unavailable', reason])
        expect((await storage.ledger.head()).change, 'readers do not wait').toBe(0)
      })
      expect(await storage.ledger.commit(newProduct(1))).toEqual({ change: 1, repeated: false })
    },
  )

  it('is unavailable with the reason connection after a cut; an idempotency key prevents a second write', async () => {
    const { storage, schema } = await opened()
    await withHeadTaken(schema, async (client) => {
      const failed = failureOf(storage.ledger.commit(newProduct(1)))
      await cutWaiting(schema)
      expect(await failed).toEqual(['unavailable', 'connection'])
      const written = storage.ledger.commit(newProduct(2, { idempotencyKey: 'once' }))
      await cutWaiting(schema)
      await client.query('rollback')
      expect(await written).toEqual({ change: 1, repeated: false })
    })
    expect(await storage.ledger.commit(newProduct(2, { idempotencyKey: 'once' }))).toEqual({
      change: 1,
      repeated: true,
    })
    expect((await storage.ledger.scanRecords(-1, 9)).map(({ row }) => row.id)).toEqual([2])
  })

  const calls: readonly (readonly [string, (storage: Storage) => Promise<unknown>])[] = [
    ['head', ({ ledger }) => ledger.head()],
    ['commit', ({ ledger }) => ledger.commit(newProduct(2))],
    ['changes', ({ ledger }) => ledger.changes(0, 10)],
    ['alerts', ({ ledger }) => ledger.alerts({ order: 'informationGain', offset: 0, limit: 10 })],
    ['at', ({ index }) => index.at()],
    ['setIndexVersion', (storage) => storage.setIndexVersion('1-abcdef')],
    [
      'setModelVersion',
      (storage) => storage.setModelVersion({ model: 'm', modelHash: '00000000000000aa', tfVersion: 0 }, []),
    ],
    ['setNextChange', (storage) => (storage.setNextChange as (change: number) => Promise<void>)(5)],
    ['beginGeneration', (storage) => storage.beginGeneration({ indexVersion: '2-abcdef' })],
    ['a restore', (storage) => loaded(storage)],
    ['createRegistry', (storage) => createRegistry({ storage })],
  ]

  it('is storage_corrupt in every call when the row of head is lost, and nothing is written', async () => {
    const { storage, schema } = await opened()
    await storage.ledger.commit(newProduct(1))
    await withClient((client) => client.query(`delete from ${quoted(schema)}.head`))
    for (const [name, call] of calls) {
      await expect(call(storage), name).rejects.toMatchObject({
        code: 'storage_corrupt',
        message: expect.stringMatching(`"${schema}".head lost its row.*Restore the database from a backup`),
      })
    }
    expect((await storage.ledger.scanRecords(-1, 9)).map(({ row }) => row.id)).toEqual([1])
  })

  it('is ignored when idle connections were ended', async () => {
    const { storage, pool, schema } = await opened()
    await storage.ledger.head()
    const gone = new Promise((resolve) => pool.once('remove', resolve))
    await withClient((client) =>
      client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [schema]),
    )
    await gone
    expect((await storage.ledger.head()).change).toBe(0)
  })

  it('is unavailable with the reason connections when no connection becomes free', async () => {
    const { storage, pool } = await opened({ max: 1, connectionTimeoutMillis: 50 })
    const client = await pool.connect()
    expect(await failureOf(storage.ledger.head())).toEqual(['unavailable', 'connections'])
    expect(await failureOf(storage.ledger.commit(newProduct(1)))).toEqual(['unavailable', 'connections'])
    client.release()
    expect((await storage.ledger.commit(newProduct(1))).change).toBe(1)
  })

  it('is unavailable without a server, or without the permission to create a schema', async () => {
    const nowhere = 'postgresql://postgres@127.0.0.1:1/postgres'
    expect(await failureOf(openPostgresStorage({ connectionString: nowhere }))).toEqual(['unavailable', 'connection'])
    const role = `utpid_${newSchemaName().slice(-16)}`
    await withClient((client) => client.query(`create role ${role} login`))
    onTestFinished(() => withClient(async (client) => void (await client.query(`drop role ${role}`))))
    // The pool awaits this function before the first use: the connection accepts one statement at a time.
    const onConnect = async (client: pg.ClientBase): Promise<void> => void (await client.query(`set role ${role}`))
    const pool = new pg.Pool({ connectionString: await testServer(), max: 2, onConnect })
    onTestFinished(() => pool.end())
    expect(await failureOf(openPostgresStorage({ pool, schema: role }))).toEqual(['unavailable', 'rights'])
  })

  it('is validation_failed when a number does not fit its column, and nothing is written', async () => {
    const { storage } = await opened()
    const edges = [{ a: 1, b: 2, weight: 2 ** 40, confidence: 1, model: 'sample-1', tfVersion: 0 }]
    expect(await failureOf(storage.ledger.commit(newProduct(1, { edges })))).toEqual(['validation_failed', undefined])
    expect(await storage.ledger.scanRecords(-1, 9)).toEqual([])
  })

  it('is the error of the only transaction that JSON cannot represent, among concurrent transactions', async () => {
    const { storage } = await opened()
    const [sample] = newProduct(2).products
    const wrong = { ...sample, goldenRecord: { name: 1n } } as unknown as typeof sample
    const steps = [newProduct(1), newProduct(2, wrong === undefined ? {} : { products: [wrong] }), newProduct(3)]
    const outcomes = await Promise.allSettled(steps.map((commit) => storage.ledger.commit(commit)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((outcomes[1] as PromiseRejectedResult).reason).toBeInstanceOf(TypeError)
    expect((await storage.ledger.changes(0, LIMITS.rowsPerPage)).map(({ records }) => records)).toEqual([[1], [3]])
  })
})

it('gives advice when a connection lost its prepared statements, as with a pooler', async () => {
  const { storage, pool } = await opened({ max: 2 })
  const asked = (): Promise<unknown> => storage.ledger.getProducts([1])
  await Promise.all([asked(), asked()])
  const clients = await Promise.all([pool.connect(), pool.connect()])
  for (const client of clients) {
    await client.query('deallocate all')
    client.release()
  }
  await expect(asked()).rejects.toMatchObject({
    code: 'unavailable',
    details: { reason: 'other' },
    message: expect.stringContaining('open with prepare: false'),
  })
})

describe('options', () => {
  it.each([
    ['neither an address nor a pool', {}],
    ['an empty schema name', { connectionString: 'postgresql://', schema: '' }],
    ['a schema name reserved by PostgreSQL', { connectionString: 'postgresql://', schema: 'pg_utpid' }],
    ['one connection', { connectionString: 'postgresql://', connections: 1 }],
    ['no time to connect', { connectionString: 'postgresql://', connectMilliseconds: 0 }],
    ['no retention days of the change feed', { connectionString: 'postgresql://', changeFeedDays: 0 }],
  ])('refuse %s', async (_, options) => {
    expect(await failureOf(openPostgresStorage(options))).toEqual(['validation_failed', undefined])
  })
})
