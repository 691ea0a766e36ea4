import { createRegistry, LIMITS, type RegistryError, type Storage } from '@utpid/core'
import { times } from '@utpid/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { expectWhole } from '../support/expect-whole.ts'
import { ROUNDS_WITHIN_MS } from '../support/long-rounds.ts'
import { newProduct } from '../support/sample-step.ts'
import { CutProxy } from '../support/server/cut-proxy.ts'
import { testServer } from '../support/server/test-server.ts'
import { StayingWriter } from '../support/staying-writer.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'
import { WrittenHotels } from '../support/written-hotels.ts'

const ROUNDS = times(60, 3)

interface Proxied {
  readonly proxy: CutProxy
  readonly storage: Storage
  readonly schema: string
}

async function openProxied(): Promise<Proxied> {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  const proxy = await CutProxy.start(await testServer())
  const storage = await openPostgresStorage({ connectionString: proxy.url, schema })
  onTestFinished(() => storage.close())
  return { proxy, storage, schema }
}

async function numbersOf({ ledger }: Storage): Promise<number[][]> {
  return (await ledger.changes(0, LIMITS.rowsPerPage)).map(({ records }) => [...records])
}

describe.each([
  ['before the server hears of it', 0],
  ['before its answer', 1],
] as const)('a commit with a connection cut %s', (moment, kept) => {
  it('fails with the reason connection if the transaction has no idempotency key', async () => {
    const { proxy, storage } = await openProxied()
    const cut = proxy.cutCommit(moment)
    const error: RegistryError = await storage.ledger.commit(newProduct(1)).then(
      () => undefined as never,
      (reason: RegistryError) => reason,
    )
    await cut
    expect([error.code, error.details.reason]).toEqual(['unavailable', 'connection'])
    expect((await storage.ledger.head()).change).toBe(kept)
    // Repeats the commit to see whether it was written.
    const again = storage.ledger.commit(newProduct(1))
    if (kept === 1) await expect(again).rejects.toMatchObject({ code: 'revision_conflict' })
    else expect(await again).toEqual({ change: 1, repeated: false })
    expect(await numbersOf(storage)).toEqual([[1]])
  })

  it('succeeds with an idempotency key, also next to transactions without one', async () => {
    const { proxy, storage } = await openProxied()
    const cut = proxy.cutCommit(moment)
    const steps = [
      newProduct(1, { idempotencyKey: 'one' }),
      newProduct(2),
      newProduct(3, { idempotencyKey: 'three' }),
      newProduct(3, { idempotencyKey: 'refused' }),
    ]
    const outcomes = await Promise.allSettled(steps.map((step) => storage.ledger.commit(step)))
    await cut
    expect(outcomes).toMatchObject([
      { value: { change: 1, repeated: kept === 1 } },
      { reason: { code: 'unavailable', details: { reason: 'connection' } } },
      { value: { change: kept === 1 ? 3 : 2, repeated: kept === 1 } },
      { reason: { code: 'revision_conflict' } },
    ])
    expect(await numbersOf(storage)).toEqual(kept === 1 ? [[1], [2], [3]] : [[1], [3]])
  })
})

it(
  `leaves no partial write wherever a connection is reset under load, in ${ROUNDS} rounds`,
  async () => {
    const { proxy, storage, schema } = await openProxied()
    const registry = await createRegistry({ storage })
    const written = new WrittenHotels()
    for (let round = 0; round < ROUNDS; round++) {
      const writer = new StayingWriter(registry, written, round)
      await proxy.cutAfter(1 + ((round * 13) % 61))
      // Perhaps no commit was rejected: the ledger repeats commits with an idempotency key.
      writer.tryAgain()
      await writer.acknowledged(2)
      await writer.stop()
      expect(writer.refusals.filter((refusal) => refusal !== 'unavailable connection')).toEqual([])
      if (round % 10 === 9 || round === ROUNDS - 1) await expectWhole(await testServer(), schema, written)
    }
  },
  ROUNDS_WITHIN_MS,
)

it(
  `leaves no partial write when the server ends connections under load, in ${ROUNDS} rounds`,
  async () => {
    const schema = newSchemaName()
    const connectionString = `${await testServer()}&application_name=${encodeURIComponent(schema)}`
    const storage = await openPostgresStorage({ connectionString, schema })
    onTestFinished(async () => {
      await storage.close()
      await dropSchema(schema)
    })
    const registry = await createRegistry({ storage })
    const written = new WrittenHotels()
    await withClient(async (client) => {
      for (let round = 0; round < ROUNDS; round++) {
        const writer = new StayingWriter(registry, written, round)
        await writer.acknowledged(1 + (round % 5))
        for (let cut = 0; cut === 0; ) {
          const { rowCount } = await client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and state <> 'idle'`,
            [schema],
          )
          cut = rowCount ?? 0
        }
        writer.tryAgain()
        await writer.acknowledged(2)
        await writer.stop()
        expect(writer.refusals.filter((refusal) => refusal !== 'unavailable connection')).toEqual([])
        if (round % 10 === 9 || round === ROUNDS - 1) await expectWhole(await testServer(), schema, written)
      }
    })
  },
  ROUNDS_WITHIN_MS,
)
