import { readdirSync, truncateSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { openPostgresStorage } from '@utpid/adapter-postgres'
import { createRegistry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { longTest, temporaryFolder } from '@utpid/testing'
import { expect, it, onTestFinished } from 'vitest'
import { testServer } from '../../../adapter-postgres/test/support/server/test-server.ts'
import { dropSchema, newSchemaName } from '../../../adapter-postgres/test/support/test-schema.ts'
import { postgresPlace } from '../../src/place/storage-place.ts'
import { runCli } from '../support/run-cli.ts'
import { type ServingChild, servingChild } from '../support/served-process.ts'

const ADLON = { name: 'Hotel Adlon', location: { city: 'Berlin', country: 'DE' } }

/** Returns the address of a schema that does not exist yet. */
async function newAddress(): Promise<string> {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  const url = new URL(await testServer())
  url.searchParams.set('schema', schema)
  return url.href
}

// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it.
type Body = any

it('answers from a copy what it has written itself, and what others write', { timeout: 60_000 }, async () => {
  const place = await newAddress()
  const { address, key, process: child, ended, log } = await servingChild(place, { UTPID_REPLICA: 'true' })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${address}${path}`, { method, headers, ...sent })
    return await response.json()
  }
  // After a write, the same client's next answer contains it.
  for (let at = 0; at < 20; at++) {
    const { utpid } = await ask('PUT', `/registry/supplier/expo/code/${at}`, { ...ADLON, name: `Hotel Adlon ${at}` })
    expect((await ask('GET', `/registry/product/${utpid}`)).name).toBe(`Hotel Adlon ${at}`)
    await ask('PATCH', `/registry/product/${utpid}`, { fields: { name: `Renamed ${at}` } })
    expect((await ask('GET', `/registry/product/${utpid}`)).name).toBe(`Renamed ${at}`)
  }
  expect((await ask('GET', '/registry/search?q=adlon')).total).toBe(20)
  expect((await ask('GET', '/health')).replica).toEqual({ behindSeconds: expect.any(Number) })
  const metrics = await (await fetch(`${address}/metrics`, { headers })).text()
  expect(metrics).toMatch(/^utpid_replica_behind_seconds \d/m)
  expect(metrics).toMatch(/^utpid_replica_behind_changes 0/m)

  const storage = await openPostgresStorage(postgresPlace(place))
  const other = await createRegistry({ storage, gazetteer: loadGazetteer() })
  onTestFinished(() => other.close())
  const made = await other.upsert({
    supplier: 'bed',
    code: '1',
    name: 'Pension Elsewhere',
    location: { country: 'DE' },
  })
  const { utpid } = made as { readonly utpid: string }
  for (;;) {
    const { name } = await ask('GET', `/registry/product/${utpid}`)
    if (name === 'Pension Elsewhere') break
  }
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(log()).not.toMatch(/"level":"error"/)
})

it('is alive and not ready while it copies', { timeout: 60_000 }, async () => {
  // A database that accepts connections but does not answer.
  const sockets: Socket[] = []
  const held = createServer((socket) => void sockets.push(socket))
  await new Promise<void>((resolve) => void held.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void held.close())
  const { port } = held.address() as { readonly port: number }
  const url = `postgres://nobody@127.0.0.1:${port}/registry`
  const stop = new AbortController()
  let told: (address: string) => void = () => undefined
  const copying = new Promise<string>((resolve) => {
    told = resolve
  })
  const ended = runCli(['serve', '--storage', url, '--replica', '--port', '0'], {
    signal: stop.signal,
    onOut: (text) => {
      const [, address] = /"address":"(http:[^"]+)"/.exec(text) ?? []
      if (address !== undefined) told(address)
    },
  })
  const address = await copying
  const health = await fetch(`${address}/health`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
  for (const path of ['/ready', '/registry/stats']) {
    const refused = await fetch(`${address}${path}`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await refused.json()).toMatchObject({ code: 'not_ready', requestId: expect.any(String) })
  }
  // The process may be stopped before it has finished opening.
  stop.abort()
  expect((await ended).code).not.toBe(0)
  held.close()
  for (const socket of sockets) socket.destroy()
})

longTest('keeps its copy in a folder, and reads only what came since when it is begun again', async () => {
  const place = await newAddress()
  const folder = join(temporaryFolder(), 'copy')
  const serving = (): Promise<ServingChild> => servingChild(place, { UTPID_REPLICA_FOLDER: folder })
  const first = await serving()
  const headers = { authorization: `Bearer ${first.key}`, 'content-type': 'application/json' }
  const body = JSON.stringify(ADLON)
  const put = await fetch(`${first.address}/registry/supplier/expo/code/1`, { method: 'PUT', headers, body })
  expect(put.status).toBe(201)
  first.process.kill('SIGINT')
  expect(await first.ended).toBe(0)
  expect(readdirSync(folder)).toEqual(['copy-1'])

  const storage = await openPostgresStorage(postgresPlace(place))
  const other = await createRegistry({ storage, gazetteer: loadGazetteer() })
  onTestFinished(() => other.close())
  await other.upsert({ supplier: 'bed', code: '1', name: 'Pension Elsewhere', location: { country: 'DE' } })

  const second = await serving()
  for (const name of ['Hotel Adlon', 'Pension Elsewhere']) {
    const found = await fetch(`${second.address}/registry/search?q=${encodeURIComponent(name)}`, { headers })
    expect(await found.json()).toMatchObject({ total: 1, results: [{ name }] })
  }
  expect(readdirSync(folder)).toEqual(['copy-1'])
  second.process.kill('SIGINT')
  expect(await second.ended).toBe(0)

  // Damage only the copy.
  truncateSync(join(folder, 'copy-1', 'ledger.lmdb'), 5_000)
  const third = await serving()
  expect(third.errors()).toMatch(/The copy in .* is created again: /)
  const found = await fetch(`${third.address}/registry/search?q=adlon`, { headers })
  expect(await found.json()).toMatchObject({ total: 1 })
  third.process.kill('SIGINT')
  expect(await third.ended).toBe(0)
})

it('is refused for a folder, which is answered from memory anyhow', async () => {
  const { code, err } = await runCli(['serve', '--data', temporaryFolder(), '--replica', '--port', '0'])
  expect([code, err]).toEqual([2, expect.stringContaining('omit --replica')])
  const kept = ['--replica-folder', temporaryFolder()]
  expect((await runCli(['serve', '--data', temporaryFolder(), ...kept, '--port', '0'])).code).toBe(2)
})
