import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Storage } from '@utpid/core'
import { restoreRegistry } from '@utpid/core/copy'
import { rowsIn } from '@utpid/storage-conformance'
import { longTest } from '@utpid/testing'
import pg from 'pg'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { quoted } from '../../src/connection/schema-name.ts'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { startChild } from '../support/child-process.ts'
import { describeSchema } from '../support/describe-schema.ts'
import { knownHotel } from '../support/known-hotel.ts'
import { ownFolder } from '../support/server/own-server.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'

let address: string
let lines: string[]
let expected: unknown

beforeAll(async () => {
  address = await testServer()
  const registry = await createRegistry({ storage: createMemoryStorage() })
  await registry.import(Array.from({ length: 60 }, (_, number) => knownHotel(number, 1)))
  lines = []
  for await (const row of registry.export()) lines.push(JSON.stringify(row))
  const memory = createMemoryStorage()
  await restoreRegistry(memory, lines)
  expected = await rowsIn(memory)
})

interface Opened {
  readonly storage: Storage
  readonly schema: string
}

async function openEmpty(options: { pool?: pg.Pool } = {}): Promise<Opened> {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  const place = options.pool === undefined ? { connectionString: await testServer() } : options
  const storage = await openPostgresStorage({ ...place, schema, restoreThreads: 0 })
  onTestFinished(() => storage.close())
  return { storage, schema }
}

async function client(): Promise<pg.Client> {
  const one = new pg.Client({ connectionString: await testServer() })
  await one.connect()
  onTestFinished(() => one.end())
  return one
}

const WAITING = `select pid, query from pg_stat_activity where wait_event_type = 'Lock' and query like $1 and query ~ $2`

/** Waits until a session with a matching statement waits for a lock. Resolves to its process id. */
async function waiting(schema: string, statement: string): Promise<number> {
  return await withClient(async (watcher) => {
    for (;;) {
      const { rows } = await watcher.query<{ pid: number }>(WAITING, [`%${schema}%`, statement])
      if (rows[0] !== undefined) return rows[0].pid
    }
  })
}

/** A restore that is blocked at a chosen point. */
interface Held {
  /** Locks a table, which blocks building its indexes until it is unlocked. */
  readonly lockTable: (table: string) => Promise<void>
  readonly unlockTable: () => Promise<void>
  /** Releases the lock of the head. */
  readonly goOn: () => Promise<void>
}

/**
 * Blocks a restore between its two commits by locking the table `head`. A row lock is not enough: a fast restore would
 * lock the row again before the server wakes the waiting session. Table locks are granted in request order.
 *
 * @param begin - Starts the restore.
 */
async function heldBetweenCommits(schema: string, begin: () => void): Promise<Held> {
  const [table, head] = [await client(), await client()]
  await table.query(`begin; lock table ${quoted(schema)}.links in access share mode`)
  begin()
  await waiting(schema, '^truncate')
  await head.query('begin')
  const taken = head.query(`lock table ${quoted(schema)}.head in exclusive mode`)
  await waiting(schema, '^lock table')
  await table.query('rollback')
  await taken
  await waiting(schema, '^select index_version')
  return {
    lockTable: async (name) => {
      await table.query(`begin; lock table ${quoted(schema)}.${name} in row exclusive mode`)
    },
    unlockTable: async () => {
      await table.query('rollback')
    },
    goOn: async () => {
      await head.query('rollback')
    },
  }
}

/** Expects no registry after a restore that ended between its commits. */
async function expectNoRegistry({ storage }: Opened): Promise<void> {
  await expect(createRegistry({ storage })).rejects.toMatchObject({ code: 'restore_unfinished' })
  await expect(storage.setIndexVersion('one')).rejects.toMatchObject({ code: 'restore_unfinished' })
}

async function expectRepeated(schema: string): Promise<void> {
  const storage = await openPostgresStorage({ connectionString: await testServer(), schema, restoreThreads: 0 })
  onTestFinished(() => storage.close())
  await restoreRegistry(storage, lines)
  await expectWhole({ storage, schema })
}

async function expectWhole({ storage, schema }: Opened): Promise<void> {
  expect(await rowsIn(storage)).toEqual(expected)
  await expectIndexes(schema)
}

/** Expects the same indexes as in a schema that was never loaded. */
async function expectIndexes(schema: string): Promise<void> {
  const fresh = await openEmpty()
  const described = (name: string): Promise<string> => withClient((one) => describeSchema(one, name))
  expect(await described(schema)).toBe(await described(fresh.schema))
}

function startRestore(schema: string): ReturnType<typeof startChild> {
  const file = join(ownFolder(), 'export.jsonl')
  writeFileSync(file, lines.join('\n'))
  return startChild('opener-child.ts', [address, schema, file])
}

it('is repeated after the restoring process was killed between its commits', async () => {
  const opened = await openEmpty()
  let child: ReturnType<typeof startChild> | undefined
  const { goOn } = await heldBetweenCommits(opened.schema, () => {
    child = startRestore(opened.schema)
  })
  await expect(createRegistry({ storage: opened.storage })).rejects.toMatchObject({ code: 'restore_unfinished' })
  await child?.kill()
  await goOn()
  await expectNoRegistry(opened)
  await expectRepeated(opened.schema)
})

/** The two sessions of a restore: one builds indexes of loaded tables, the other restores. */
const EITHER = [
  ['an index of loaded rows', 'product_terms_0', 'product_terms_0'],
  ['the final counts', 'spellings_0', '^truncate'],
] as const

/** Registers the tests of both sessions. With `it` as `register`, the first test is in every run. */
const testsOfEither = (
  register: (name: string, run: () => Promise<void>) => void,
  name: string,
  run: (table: string, statement: string) => Promise<void>,
): void => {
  for (const [at, [what, table, statement]] of EITHER.entries()) {
    const chosen = at === 0 ? register : longTest
    chosen(name.replace('%s', what), () => run(table, statement))
  }
}

// This test kills a process, so it belongs to the long run like all such tests.
testsOfEither(
  longTest,
  'is repeated after the restoring process was killed while building %s',
  async (table, statement) => {
    const opened = await openEmpty()
    let child: ReturnType<typeof startChild> | undefined
    const { goOn, lockTable, unlockTable } = await heldBetweenCommits(opened.schema, () => {
      child = startRestore(opened.schema)
    })
    await lockTable(table)
    await goOn()
    await waiting(opened.schema, statement)
    await child?.kill()
    await expectNoRegistry(opened)
    await unlockTable()
    await expectRepeated(opened.schema)
  },
)

testsOfEither(it, 'fails, and stores nothing, when the session that builds %s ends', async (table, statement) => {
  const opened = await openEmpty()
  let restoring: Promise<unknown> = Promise.resolve()
  const { goOn, lockTable, unlockTable } = await heldBetweenCommits(opened.schema, () => {
    restoring = restoreRegistry(opened.storage, lines).catch((error: unknown) => error)
  })
  await lockTable(table)
  await goOn()
  const pid = await waiting(opened.schema, statement)
  await withClient((one) => one.query('select pg_terminate_backend($1)', [pid]))
  await unlockTable()
  expect(await restoring).toMatchObject({ code: 'unavailable', details: { reason: 'connection' } })
  expect(await opened.storage.ledger.head()).toEqual({ change: 0 })
  await expectIndexes(opened.schema)
  await restoreRegistry(opened.storage, lines)
  await expectWhole(opened)
})

it('is aborted while building indexes, and stores nothing', async () => {
  const opened = await openEmpty()
  const controller = new AbortController()
  let restoring: Promise<unknown> = Promise.resolve()
  const { goOn, lockTable, unlockTable } = await heldBetweenCommits(opened.schema, () => {
    const { signal } = controller
    restoring = restoreRegistry(opened.storage, lines, { signal }).catch((error: unknown) => error)
  })
  await lockTable('product_terms_0')
  await goOn()
  await waiting(opened.schema, 'product_terms_0')
  controller.abort()
  await unlockTable()
  expect(await restoring).toMatchObject({ code: 'aborted' })
  expect(await opened.storage.ledger.head()).toEqual({ change: 0 })
  await expectIndexes(opened.schema)
})

// Between its two commits, the first load releases the head, and the server decides which session locks it next. A load
// without rows may lock it again first; then the test starts again.
it('ends when another restore takes over its rows', { retry: 8 }, async () => {
  const opened = await openEmpty()
  const first = await opened.storage.beginLoad?.()
  const other = await openPostgresStorage({ connectionString: address, schema: opened.schema, restoreThreads: 0 })
  onTestFinished(() => other.close())
  const restored = restoreRegistry(other, lines)
  restored.catch(() => undefined)
  await waiting(opened.schema, '^select index_version')
  await expect(first?.finish({ counters: {}, words: {} })).rejects.toMatchObject({ code: 'storage_not_empty' })
  await first?.abandon()
  await restored
  await expectWhole({ storage: other, schema: opened.schema })
})

it('uses one session if the pool has one connection', async () => {
  const pool = new pg.Pool({ connectionString: address, max: 1 })
  onTestFinished(() => pool.end())
  const opened = await openEmpty({ pool })
  await restoreRegistry(opened.storage, lines)
  await expectWhole(opened)
})
