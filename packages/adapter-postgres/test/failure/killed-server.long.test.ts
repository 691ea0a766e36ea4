import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Storage } from '@utpid/core'
import { replica } from '@utpid/core/copy'
import { rowsIn } from '@utpid/storage-conformance'
import { times } from '@utpid/testing'
import { expect, it } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { expectWhole } from '../support/expect-whole.ts'
import { ROUNDS_WITHIN_MS } from '../support/long-rounds.ts'
import { OwnServer } from '../support/server/own-server.ts'
import { StayingWriter } from '../support/staying-writer.ts'
import { WrittenHotels } from '../support/written-hotels.ts'

const ROUNDS = times(25, 3)
/** The number of rounds per schema. It limits the time for checking everything. */
const ROUNDS_PER_SCHEMA = 9
/** Maximum time from the restart of the server until a commit is acknowledged. */
const BACK_WITHIN_MS = 5_000

const WAYS: readonly (readonly [string, (server: OwnServer) => Promise<void>])[] = [
  ['killed with all its processes', (server) => server.kill()],
  ['stopped immediately', (server) => server.stopImmediately()],
]

it.each(WAYS)(
  `loses nothing and recovers quickly when the server is %s, in ${ROUNDS} rounds`,
  async (_, end) => {
    const server = await OwnServer.start()
    for (let begun = 0; begun < ROUNDS; begun += ROUNDS_PER_SCHEMA) {
      const schema = `ended ${begun}`
      const open = (): Promise<Storage> => openPostgresStorage({ connectionString: server.url, schema })
      const storage = await open()
      const registry = await createRegistry({ storage })
      const copy = await replica({ primary: await open(), local: () => createMemoryStorage() })
      const written = new WrittenHotels()
      for (let round = begun; round < Math.min(begun + ROUNDS_PER_SCHEMA, ROUNDS); round++) {
        const writer = new StayingWriter(registry, written, round)
        await writer.acknowledged(1 + ((round * 7) % 23))
        await end(server)
        expect(server.isRunning()).toBe(false)
        await expect(storage.ledger.head()).rejects.toMatchObject({ details: { reason: 'connection' } })
        await server.run()
        const since = Date.now()
        writer.tryAgain()
        await writer.acknowledged(1)
        expect(Date.now() - since).toBeLessThan(BACK_WITHIN_MS)
        await writer.acknowledged(5)
        await writer.stop()
        expect(writer.refusals.filter((refusal) => refusal !== 'unavailable connection')).toEqual([])
        await expectWhole(server.url, schema, written)
        await copy.waitFor((await storage.ledger.head()).change)
      }
      expect(await rowsIn(copy)).toEqual(await rowsIn(storage))
      await copy.close()
      await registry.close()
    }
  },
  ROUNDS_WITHIN_MS,
)
