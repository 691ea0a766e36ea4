import globalSetUp from '@utpid/testing/global-set-up'
import { testServer } from '../../packages/adapter-postgres/test/support/server/test-server.ts'
import { withClientOf } from '../../packages/adapter-postgres/test/support/server/with-client.ts'

/** Creates an empty database on the server of the adapter's tests. `stop` deletes the database. */
export async function startDatabase(): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const end = globalSetUp()
  const server = await testServer()
  const name = `utpid_documents_${process.pid}`
  await withClientOf(server, (client) => client.query(`create database ${name}`))
  const address = new URL(server)
  address.pathname = `/${name}`
  return {
    address: address.href,
    async stop() {
      await withClientOf(server, (client) => client.query(`drop database ${name} with (force)`))
      await end()
    },
  }
}
