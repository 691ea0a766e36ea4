import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { restoreRegistry } from '@utpid/core/copy'
import { rowsIn } from '@utpid/storage-conformance'
import { times } from '@utpid/testing'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { startChild } from '../support/child-process.ts'
import { describeSchema } from '../support/describe-schema.ts'
import { knownHotel } from '../support/known-hotel.ts'
import { ROUNDS_WITHIN_MS } from '../support/long-rounds.ts'
import { CutProxy } from '../support/server/cut-proxy.ts'
import { ownFolder } from '../support/server/own-server.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'

const ROUNDS = times(25, 3)
const RECORDS = Array.from({ length: 60 }, (_, number) => knownHotel(number, 1))

function newSchema(): string {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  return schema
}

/**
 * Runs processes, and kills each process before it sends a certain chunk. These chunks are spread over the whole
 * traffic of an undisturbed run.
 *
 * @param look - Checks the schema of each killed process.
 */
async function killAlongTheWay(args: readonly string[], look: (schema: string) => Promise<void>): Promise<void> {
  const proxy = await CutProxy.start(await testServer())
  const whole = startChild('opener-child.ts', [proxy.url, newSchema(), ...args])
  expect(await whole.lines.next()).toMatchObject({ value: 'done' })
  const pieces = proxy.chunks
  for (let round = 0; round < ROUNDS; round++) {
    const schema = newSchema()
    const held = proxy.holdAfter(1 + Math.floor(((round + 0.5) * pieces) / ROUNDS))
    const child = startChild('opener-child.ts', [proxy.url, schema, ...args])
    // A process that sends slightly less than the first one ends before the kill.
    await Promise.race([held, child.lines.next()])
    await child.kill()
    proxy.holdNothing()
    await look(schema)
  }
}

it(
  `a schema is completed after its creating process was killed, in ${ROUNDS} rounds`,
  async () => {
    const expected = readFileSync(new URL('../connection/schema.sql', import.meta.url), 'utf8')
    await killAlongTheWay([], async (schema) => {
      // Two storages start at once.
      const connectionString = await testServer()
      const storages = await Promise.all([1, 2].map(() => openPostgresStorage({ connectionString, schema })))
      for (const storage of storages) await storage.close()
      expect(await withClient((client) => describeSchema(client, schema))).toBe(expected)
    })
  },
  ROUNDS_WITHIN_MS,
)

it(
  `a restore is repeated after the restoring process was killed, in ${ROUNDS} rounds`,
  async () => {
    const source = await createRegistry({ storage: createMemoryStorage() })
    await source.import(RECORDS)
    const rows: string[] = []
    for await (const row of source.export()) rows.push(JSON.stringify(row))
    const file = join(ownFolder(), 'export.jsonl')
    writeFileSync(file, rows.join('\n'))
    const memory = createMemoryStorage()
    await restoreRegistry(memory, rows)
    const expected = await rowsIn(memory)
    await killAlongTheWay([file], async (schema) => {
      const storage = await openPostgresStorage({ connectionString: await testServer(), schema })
      const { indexVersion } = await storage.ledger.head()
      // The process may have finished just before the kill.
      if (indexVersion === undefined) await restoreRegistry(storage, rows)
      expect(await rowsIn(storage)).toEqual(expected)
      await storage.close()
    })
  },
  ROUNDS_WITHIN_MS,
)
