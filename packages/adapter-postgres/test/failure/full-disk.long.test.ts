import { chownSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createRegistry } from '@utpid/core'
import { expect, it } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { expectWhole } from '../support/expect-whole.ts'
import { OwnServer, ownFolder } from '../support/server/own-server.ts'
import { SmallDisk } from '../support/server/small-disk.ts'
import { withClientOf } from '../support/server/with-client.ts'
import { StayingWriter } from '../support/staying-writer.ts'
import { WrittenHotels } from '../support/written-hotels.ts'

const SCHEMA = 'full'
const LEFT_BYTES = 262_144
/** The errors of a full disk: the server reports it, or crashed before that. */
const DOCUMENTED = /^(storage_full undefined|unavailable connection)$/

it('rejects rows without disk space with storage_full, and continues when space is free', async (context) => {
  const folder = ownFolder()
  const disk = SmallDisk.mount(context, join(folder, 'disk'), 64)
  const server = await OwnServer.start([], folder)
  const { uid, gid } = statSync(server.cluster.data)
  chownSync(disk.folder, uid, gid)
  await withClientOf(server.url, async (client) => {
    await client.query(`create tablespace small location '${disk.folder}'`)
    await client.query('alter database postgres set default_tablespace = small')
  })
  const storage = await openPostgresStorage({ connectionString: server.url, schema: SCHEMA })
  const registry = await createRegistry({ storage })
  const written = new WrittenHotels()
  const writer = new StayingWriter(registry, written, 0)
  await writer.acknowledged(3)
  disk.fill(LEFT_BYTES)
  await writer.refused()
  expect(writer.refusals[0]).toBe('storage_full undefined')
  expect((await storage.ledger.head()).change, 'readers go on').toBeGreaterThan(0)
  disk.relieve()
  writer.tryAgain()
  await writer.acknowledged(5)
  await writer.stop()
  await expectWhole(server.url, SCHEMA, written)
  await registry.close()
})

it('loses nothing when the server crashes because its log has no space', async (context) => {
  const folder = ownFolder()
  const disk = SmallDisk.mount(context, join(folder, 'data'), 128)
  const server = await OwnServer.start(['min_wal_size=32MB', 'max_wal_size=64MB'], folder)
  const storage = await openPostgresStorage({ connectionString: server.url, schema: SCHEMA })
  const registry = await createRegistry({ storage })
  const written = new WrittenHotels()
  const writer = new StayingWriter(registry, written, 0)
  await writer.acknowledged(3)
  disk.fill()
  await writer.refused()
  disk.relieve()
  await server.end()
  await server.run()
  writer.tryAgain()
  await writer.acknowledged(5)
  await writer.stop()
  expect(writer.refusals.filter((each) => !DOCUMENTED.test(each))).toEqual([])
  await expectWhole(server.url, SCHEMA, written)
  await registry.close()
})
