import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Storage } from '@utpid/core'
import type { Replica } from '@utpid/core/copy'
import { replica } from '@utpid/core/copy'
import { rowsIn } from '@utpid/storage-conformance'
import { times } from '@utpid/testing'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { ROUNDS_WITHIN_MS } from '../support/long-rounds.ts'
import { CutProxy } from '../support/server/cut-proxy.ts'
import { testServer } from '../support/server/test-server.ts'
import { StayingWriter } from '../support/staying-writer.ts'
import { dropSchema, newSchemaName } from '../support/test-schema.ts'
import { WrittenHotels } from '../support/written-hotels.ts'

const ROUNDS = times(40, 3)
/** The number of rounds between rounds with an expired change feed, where the replica copies everything again. */
const EXPIRED_EVERY = 4

it(
  `a replica with connections cut while following or copying equals its primary, in ${ROUNDS} rounds`,
  async () => {
    const schema = newSchemaName()
    onTestFinished(() => dropSchema(schema))
    const storage = await openPostgresStorage({ connectionString: await testServer(), schema })
    const registry = await createRegistry({ storage })
    onTestFinished(() => registry.close())
    const written = new WrittenHotels()
    const proxy = await CutProxy.start(await testServer())
    const followed = await openPostgresStorage({ connectionString: proxy.url, schema })
    const copy = await beginUntilWhole(proxy, followed)
    onTestFinished(() => copy.close())
    for (let round = 0; round < ROUNDS; round++) {
      const writer = new StayingWriter(registry, written, round)
      // The cut comes while the replica follows a change, while it copies rows, or only in the next round.
      void proxy.cutAfter(1 + ((round * 7) % 29))
      await writer.acknowledged(3)
      if (round % EXPIRED_EVERY === EXPIRED_EVERY - 1) {
        await storage.setNextChange((await storage.ledger.head()).change + 1_000_000)
      }
      await writer.acknowledged(2)
      await writer.stop()
      const { change } = await storage.ledger.head()
      await copy.waitFor(change)
      expect(copy.state()).toMatchObject({ change, primaryChange: change })
      proxy.cutNothing()
      expect(await rowsIn(copy)).toEqual(await rowsIn(storage))
    }
  },
  ROUNDS_WITHIN_MS,
)

/** Starts a replica repeatedly, with a later cut each time, until the copy is complete. */
async function beginUntilWhole(proxy: CutProxy, primary: Storage): Promise<Replica> {
  for (let chunks = 1; ; chunks++) {
    void proxy.cutAfter(chunks)
    try {
      const copy = await replica({ primary, local: () => createMemoryStorage(), pollMilliseconds: 50 })
      proxy.cutNothing()
      return copy
    } catch (error) {
      expect(error).toMatchObject({ code: 'unavailable', details: { reason: 'connection' } })
    }
  }
}
