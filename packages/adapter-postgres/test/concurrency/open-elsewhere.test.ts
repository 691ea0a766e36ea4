import { createRegistry, type Storage } from '@utpid/core'
import { emptyCommit } from '@utpid/core/storage'
import type pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { quoted } from '../../src/connection/schema-name.ts'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { knownHotel } from '../support/known-hotel.ts'
import { newProduct } from '../support/sample-step.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'

interface OpenSchema {
  readonly schema: string
  readonly open: (options?: { readonly swapMilliseconds: number }) => Promise<Storage>
}

function newSchema(): OpenSchema {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  const open: OpenSchema['open'] = async (options) => {
    const storage = await openPostgresStorage({ connectionString: await testServer(), schema, ...options })
    onTestFinished(() => storage.close())
    return storage
  }
  return { schema, open }
}

/** Reads a table in a transaction that stays open during `work`. */
async function whileRead<T>(schema: string, table: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return await withClient(async (client) => {
    await client.query('begin')
    await client.query(`select count(*) from ${quoted(schema)}.${table}`)
    return await work(client)
  })
}

interface HeadTaken {
  /** The transaction that locked the head last. */
  readonly by: string
  readonly isHeld: boolean
}

async function headTaken(client: pg.Client, schema: string): Promise<HeadTaken> {
  const { rows } = await client.query<HeadTaken>(
    `select xmax::text as by,
       exists (select from pg_locks where locktype = 'transactionid' and transactionid = head.xmax) as "isHeld"
     from ${quoted(schema)}.head`,
  )
  return rows[0] as HeadTaken
}

const SWITCH = emptyCommit('2026-03-01T12:00:00.000Z', 0)

describe('an open transaction of another process', () => {
  it.each([
    ['succeeds after its end', false],
    ['is rejected after its end, since others wrote', true],
  ])('blocks only the swap of a generation, which %s', async (_, writes) => {
    const { schema, open } = newSchema()
    const [storage, other] = [await open(), await open()]
    const generation = await storage.beginGeneration({ indexVersion: '2-other' })
    let isSettled = false
    const outcome = await whileRead(schema, 'products', async (client) => {
      const begun = await headTaken(client, schema)
      const switched = Promise.allSettled([generation.swap(SWITCH)]).finally(() => {
        isSettled = true
      })
      await withClient(async (watching) => {
        for (let head = begun; head.by === begun.by || head.isHeld; ) head = await headTaken(watching, schema)
      })
      // The swap was attempted and rolled back before this search.
      expect((await other.index.search({ tiers: [{ groups: [] }], filters: [], offset: 0, limit: 1 })).total).toBe(0)
      if (writes) await other.ledger.commit(newProduct(1))
      expect(isSettled).toBe(false)
      await client.query('commit')
      return (await switched)[0]
    })
    if (writes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'revision_conflict' } })
    else expect(outcome).toMatchObject({ status: 'fulfilled', value: { change: 1 } })
    expect((await other.ledger.head()).indexVersion).toBe(writes ? undefined : '2-other')
    await generation.discard()
  })

  it('lets others write while a reindex swaps, and includes their writes', async () => {
    const { schema, open } = newSchema()
    const registry = await createRegistry({ storage: await open() })
    const other = await createRegistry({ storage: await open() })
    await registry.import([knownHotel(0, 1), knownHotel(1, 1)])
    const reindexed = await whileRead(schema, 'products', async (client) => {
      let switches = (): void => undefined
      const switching = new Promise<void>((resolve) => {
        switches = resolve
      })
      const done = registry.reindex({ force: true, onProgress: ({ phase }) => void (phase === 'swap' && switches()) })
      await Promise.race([switching, done])
      await other.import([knownHotel(30, 1)])
      await client.query('commit')
      return await done
    })
    expect(reindexed).toMatchObject({ outcome: 'reindexed', records: 3 })
    expect((await registry.stats()).records).toEqual({ total: 3 })
  })

  it.each([
    ['the active view, read like a reader', 'products'],
    ['the spare set, read like pg_dump', 'spare_products'],
  ])('delays the start or the end of a generation only up to the time limit: %s', async (_, table) => {
    const { schema, open } = newSchema()
    const storage = await open({ swapMilliseconds: 0 })
    const renew = async (): Promise<void> => {
      const generation = await storage.beginGeneration({ indexVersion: '2-other' })
      await generation.swap(SWITCH).finally(() => generation.discard())
    }
    await whileRead(schema, table, async () => {
      await expect(renew()).rejects.toMatchObject({ code: 'unavailable', details: { reason: 'lock' } })
    })
    await renew()
    expect((await storage.ledger.head()).indexVersion).toBe('2-other')
  })
})
