import { execFileSync } from 'node:child_process'
import { appendFileSync, closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { RegistryError } from '@utpid/core'
import { expect, it } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { OwnServer } from '../support/server/own-server.ts'
import { newPasswordServer, PASSWORD } from '../support/server/password-server.ts'

async function failureOf(connectionString: string): Promise<[string, unknown, string]> {
  const error: RegistryError = await openPostgresStorage({ connectionString, schema: 's' }).then(
    () => undefined as never,
    (reason: RegistryError) => reason,
  )
  expect(JSON.stringify([error.message, error.details])).not.toContain(PASSWORD)
  return [error.code, error.details.reason, error.message]
}

it('reports a rejected user or a missing database, and never a password', async () => {
  const { addressOf } = await newPasswordServer()
  expect(await failureOf(addressOf({ password: `${PASSWORD}x` }))).toEqual([
    'unavailable',
    'rights',
    expect.stringContaining('check user and password'),
  ])
  expect(await failureOf(addressOf({ password: '' }))).toEqual([
    'unavailable',
    'rights',
    expect.stringContaining('check user and password'),
  ])
  expect((await failureOf(addressOf({ user: 'nobody' }))).slice(0, 2)).toEqual(['unavailable', 'rights'])
  expect(await failureOf(addressOf({ database: 'missing' }))).toEqual([
    'unavailable',
    'other',
    expect.stringContaining('no such database'),
  ])
  expect((await failureOf(addressOf({}))).slice(0, 2), 'it may create no schema').toEqual(['unavailable', 'rights'])
})

it('reports a starting server as not ready, and connects when it is ready', async () => {
  // During recovery, the server accepts no connections, not even for reading.
  const server = await OwnServer.start(['hot_standby=off'])
  await server.end()
  const { data, folder, runsAs } = server.cluster
  // A recovering server runs a command to fetch its log. This command blocks until the test releases it.
  const gate = join(folder, 'gate')
  execFileSync('mkfifo', ['-m', '666', gate])
  execFileSync('touch', [join(data, 'recovery.signal')], runsAs)
  appendFileSync(
    join(data, 'postgresql.conf'),
    `restore_command = 'test -e ${gate}.open || head -c 1 ${gate}; false'\n`,
  )
  const running = server.run()
  const open = () => openPostgresStorage({ connectionString: server.url, schema: 's' })
  for (let failure = ''; !failure.includes('starting up'); ) {
    const error: RegistryError = await open().then(
      () => undefined as never,
      (reason: RegistryError) => reason,
    )
    expect(error).toMatchObject({ code: 'unavailable', details: { reason: 'connection' } })
    failure = error.message
  }
  writeFileSync(`${gate}.open`, '')
  // Opens the gate for reading and writing. This does not wait for a reader: the command may not have started yet.
  const opened = openSync(gate, 'r+')
  writeSync(opened, '.')
  await running
  closeSync(opened)
  await (await open()).close()
})
