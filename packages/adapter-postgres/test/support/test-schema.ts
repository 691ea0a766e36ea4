import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { quoted } from '../../src/connection/schema-name.ts'
import { testServer } from './server/test-server.ts'
import { withClientOf } from './server/with-client.ts'

export function newSchemaName(): string {
  return `utpid test ${randomBytes(8).toString('hex')}`
}

/** Runs `work` on a separate connection. */
export async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return await withClientOf(await testServer(), work)
}

export async function dropSchema(schema: string): Promise<void> {
  await withClient(async (client) => {
    await client.query('set client_min_messages = warning')
    await client.query(`drop schema if exists ${quoted(schema)} cascade`)
  })
}
