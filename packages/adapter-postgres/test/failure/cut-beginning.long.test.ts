import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { restoreRegistry } from '@utpid/core/copy'
import { rowsIn } from '@utpid/storage-conformance'
import { times } from '@utpid/testing'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { describeSchema } from '../support/describe-schema.ts'
import { knownHotel } from '../support/known-hotel.ts'
import { ROUNDS_WITHIN_MS } from '../support/long-rounds.ts'
import { CutProxy } from '../support/server/cut-proxy.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'

const ROUNDS = times(30, 3)
const RECORDS = Array.from({ length: 60 }, (_, number) => knownHotel(number, 1))
const CUT_OFF = { code: 'unavailable', details: { reason: 'connection' } }

function newSchema(): string {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  return schema
}

/** Returns for each round the number of chunks before the cut. The cuts are spread over the whole traffic. */
function cutsAmong(pieces: number): number[] {
  return Array.from({ length: ROUNDS }, (_, round) => 1 + Math.floor(((round + 0.5) * pieces) / ROUNDS))
}

/** Expects that the task fails because of the cut, or has finished before the cut. */
async function cutOffOrDone(work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error !== undefined) expect(error).toMatchObject(CUT_OFF)
}

it(
  `opening fails when the connection is cut anywhere, and can be repeated, in ${ROUNDS} rounds`,
  async () => {
    const proxy = await CutProxy.start(await testServer())
    const open = (schema: string) => openPostgresStorage({ connectionString: proxy.url, schema })
    const schema = newSchema()
    await (await open(schema)).close()
    const expected = await withClient((client) => describeSchema(client, schema))
    for (const cut of cutsAmong(proxy.chunks)) {
      const begun = newSchema()
      void proxy.cutAfter(cut)
      await cutOffOrDone(open(begun).then((storage) => storage.close()))
      proxy.cutNothing()
      await (await open(begun)).close()
      expect(await withClient((client) => describeSchema(client, begun))).toBe(expected)
    }
  },
  ROUNDS_WITHIN_MS,
)

it(
  `a restore fails when the connection is cut anywhere, and can be repeated, in ${ROUNDS} rounds`,
  async () => {
    const source = await createRegistry({ storage: createMemoryStorage() })
    await source.import(RECORDS)
    const rows = []
    for await (const row of source.export()) rows.push(JSON.stringify(row))
    const memory = createMemoryStorage()
    await restoreRegistry(memory, rows)
    const expected = await rowsIn(memory)
    const proxy = await CutProxy.start(await testServer())
    const open = (schema: string) => openPostgresStorage({ connectionString: proxy.url, schema })
    const whole = await open(newSchema())
    const before = proxy.chunks
    await restoreRegistry(whole, rows)
    const pieces = proxy.chunks - before
    await whole.close()
    for (const cut of cutsAmong(pieces)) {
      const storage = await open(newSchema())
      void proxy.cutAfter(cut)
      await cutOffOrDone(restoreRegistry(storage, rows))
      proxy.cutNothing()
      const { indexVersion } = await storage.ledger.head()
      if (indexVersion === undefined) await restoreRegistry(storage, rows)
      expect(await rowsIn(storage)).toEqual(expected)
      await storage.close()
    }
  },
  ROUNDS_WITHIN_MS,
)
