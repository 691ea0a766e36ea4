import { createMemoryStorage } from '@utpid/adapter-memory'
import { LIMITS, type Storage } from '@utpid/core'
import { replica } from '@utpid/core/copy'
import { expect, it, onTestFinished } from 'vitest'
import { quoted } from '../../src/connection/schema-name.ts'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { newProduct } from '../support/sample-step.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'

it('continue during foreign transactions that read, have written or listen', async () => {
  const schema = newSchemaName()
  const connectionString = await testServer()
  const open = (): Promise<Storage> => openPostgresStorage({ connectionString, schema })
  const [writer, followed] = [await open(), await open()]
  onTestFinished(async () => {
    await writer.close()
    await dropSchema(schema)
  })
  await writer.ledger.commit(newProduct(1))
  await withClient(async (looking) => {
    await looking.query('begin isolation level repeatable read')
    await looking.query(`select * from ${quoted(schema)}.changes`)
    await withClient(async (writing) => {
      const table = `${quoted(schema)}."of another program"`
      await writing.query('begin')
      await writing.query('listen something')
      await writing.query(`create table ${table} (id integer)`)
      await writing.query(`insert into ${table} values (1)`)
      await withClient(async (listening) => {
        await listening.query('listen something')
        await listening.query('begin')
        const copy = await replica({
          primary: followed,
          local: () => createMemoryStorage(),
          // Waits only for notifications, never for a timeout.
          sleep: () => new Promise(() => undefined),
        })
        for (const id of [2, 3, 4]) {
          const { change } = await writer.ledger.commit(newProduct(id))
          expect((await followed.ledger.changes(change - 1, LIMITS.rowsPerPage)).map(({ records }) => records)).toEqual(
            [[id]],
          )
          await copy.waitFor(change)
          expect((await copy.ledger.getProducts([id]))[0]?.id).toBe(id)
        }
        await copy.close()
      })
    })
    // The database snapshot shows the table as of its start.
    expect((await looking.query(`select * from ${quoted(schema)}.changes`)).rows).toHaveLength(1)
  })
})
