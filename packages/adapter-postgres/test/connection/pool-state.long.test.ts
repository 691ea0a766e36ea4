import { expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage, poolState } from '../../src/index.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName } from '../support/test-schema.ts'

it('counts the connections of all open storages of this process', async () => {
  // Connections of earlier tests in this process may be closing.
  await expect.poll(poolState).toEqual({ busy: 0, idle: 0, waiting: 0 })
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  const storage = await openPostgresStorage({ connectionString: await testServer(), schema, connections: 2 })
  const asked = Array.from({ length: 5 }, () => storage.ledger.head())
  expect(poolState().waiting).toBeGreaterThan(0)
  while (poolState().busy === 0) await new Promise((resolve) => void setImmediate(resolve))
  await Promise.all(asked)
  expect(poolState()).toMatchObject({ busy: 0, waiting: 0 })
  expect(poolState().idle).toBeGreaterThan(0)
  await storage.close()
  expect(poolState()).toEqual({ busy: 0, idle: 0, waiting: 0 })
})
