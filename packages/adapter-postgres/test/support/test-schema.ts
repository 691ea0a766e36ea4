import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { quoted } from '../../src/schema-name.ts'
import { testServer } from './test-server.ts'

/** A name that no other test has. */
export function newSchemaName(): string {
  return `utpid test ${randomBytes(8).toString('hex')}`
}

/** Runs something on a connection of its own. */
export async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await testServer() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function dropSchema(schema: string): Promise<void> {
  await withClient(async (client) => {
    await client.query('set client_min_messages = warning')
    await client.query(`drop schema if exists ${quoted(schema)} cascade`)
  })
}
