import { join } from 'node:path'
import { longTest, temporaryFolder } from '@utpid/testing'
import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '../../../adapter-postgres/test/support/server/test-server.ts'
import { dropSchema, newSchemaName } from '../../../adapter-postgres/test/support/test-schema.ts'
import { runCli } from '../support/run-cli.ts'
import { houseFiles, labelFiles } from './houses.ts'
import { importHouses, proveLinked, proveServed, proveTrained } from './prove-place.ts'

const write = houseFiles()

/** Returns the address of a database schema that does not exist yet. */
async function newAddress(): Promise<string> {
  const name = newSchemaName()
  onTestFinished(() => dropSchema(name))
  const url = new URL(await testServer())
  url.searchParams.set('schema', name)
  return url.href
}

test('a database scores, links and explains by the schema, and the same after it is opened again', async () => {
  const place = await newAddress()
  await importHouses(place, write)
  await proveLinked(place)
})

longTest('a model that is trained with the schema scores in a database', async () => {
  const place = await newAddress()
  await importHouses(place, write)
  await proveTrained(place, labelFiles(write), write('model.json', []))
})

test('a service of a database uses the schema', async () => {
  await proveServed(await newAddress())
})

test('a replica in memory uses the schema', async () => {
  await proveServed(await newAddress(), { UTPID_REPLICA: 'true' })
})

longTest('a replica in a folder uses the schema', async () => {
  await proveServed(await newAddress(), { UTPID_REPLICA_FOLDER: join(temporaryFolder(), 'copy') })
})

test('a replica without the schema is refused by name with the difference', async () => {
  const place = await newAddress()
  await importHouses(place, write)
  const { code, err } = await runCli(['serve', '--storage', place, '--replica', '--port', '0'])
  expect(code).not.toBe(0)
  expect(err).toContain('The schema lacks the field "seaView", which the storage has in version 1')
})
