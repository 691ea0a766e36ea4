import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openDurableServiceStore } from '@utpid/adapter-folder/service'
import { rowKey } from '@utpid/core/storage'
import { SERVICE_TABLES, type SecretBox, secretBox } from '@utpid/service'
import type { Webhook } from '@utpid/service/internal'
import { temporaryFolder } from '@utpid/testing'
import { expect, it, onTestFinished } from 'vitest'
import { REAL_FEEDS } from '../../../src/demo/demo-feeds.ts'
import { checkSecrets } from '../../../src/serve/serve-settings.ts'
import { type CliResult, runCli } from '../../support/run-cli.ts'

/** Starts to serve a folder on a free port. */
async function served(
  folder: string,
  env: Record<string, string> = {},
  ...options: string[]
): Promise<{ address: string; stop: () => Promise<CliResult> }> {
  const stop = new AbortController()
  let tell: (address: string) => void = () => undefined
  const address = new Promise<string>((resolve) => {
    tell = resolve
  })
  const ended = runCli(['serve', '--data', folder, '--port', '0', ...options], {
    signal: stop.signal,
    env,
    onErr: (text) => {
      const [, found] = /at (http:\/\/127\.0\.0\.1:\d+)\./.exec(text) ?? []
      if (found !== undefined) tell(found)
    },
  })
  const end = (): Promise<CliResult> => {
    stop.abort()
    return ended
  }
  onTestFinished(async () => void (await end()))
  return { address: await address, stop: end }
}

it('serves a folder with a key that is shown once, and ends when it is told to', async () => {
  const folder = temporaryFolder()
  const path = '/registry/supplier/expo/code/1'
  const body = JSON.stringify({ name: 'Hotel Adlon', location: { city: 'Berlin', country: 'DE' } })

  const first = await served(folder)
  expect((await fetch(`${first.address}${path}`, { method: 'PUT', body })).status).toBe(401)
  const { code, out, err } = await first.stop()
  expect(code).toBe(0)
  const [key] = /utp_live_\w{36}/.exec(err) ?? []
  // Standard output is the log.
  expect(out).not.toContain('utp_live_')
  if (process.platform !== 'win32') expect(statSync(join(folder, 'service', 'secret.key')).mode & 0o77).toBe(0)

  const second = await served(folder)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  expect((await fetch(`${second.address}${path}`, { method: 'PUT', headers, body })).status).toBe(201)
  expect((await second.stop()).err).not.toContain('utp_live_')

  const third = await served(folder)
  expect((await fetch(`${third.address}${path}`, { headers })).status).toBe(200)
})

it('makes, rotates and revokes keys at the command line, beside what serves only by being asked', async () => {
  const folder = temporaryFolder()
  const utpid = (...args: string[]): Promise<CliResult> => runCli([...args, '--data', folder])
  expect(await utpid('keys')).toMatchObject({ code: 3, err: expect.stringContaining('no accounts yet') })
  const running = await served(folder)
  expect(await utpid('keys')).toMatchObject({
    code: 5,
    err: expect.stringContaining('It is served: use --remote'),
  })
  await running.stop()
  const made = await utpid('keys', 'create', 'Shop', '--scopes', 'registry:read,registry:match')
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^utp_live_\w{36}\n$/) })
  const [key] = JSON.parse((await utpid('keys', '--json')).out)
  expect(key).toMatchObject({ name: 'Shop', scopes: ['registry:read', 'registry:match'], state: 'active' })
  expect((await utpid('keys', 'rotate', key.id, '--overlap', '0')).out).toMatch(/^utp_live_/)
  expect((await utpid('keys', 'revoke', key.id)).out).toContain('is revoked')
  expect((await utpid('keys', 'create', 'Bad', '--scopes', 'everything')).code).toBe(2)
  expect((await utpid('keys', 'revoke', 'nobody')).code).toBe(3)
  const account = await utpid('accounts', 'create', 'Second', '--plan', 'pro')
  expect(account.code).toBe(0)
  expect((await utpid('accounts')).out).toMatch(/Second +pro +10,000 +active/)
  expect((await utpid('keys')).err).toContain('name one with --account')
  expect((await utpid('accounts', 'create', 'Third', '--plan', 'gold')).code).toBe(3)
})

it('says what is wrong with its settings', async () => {
  const folder = temporaryFolder()
  const secret = await runCli(['serve', '--data', folder], { env: { UTPID_SECRET_KEY: 'short' } })
  expect([secret.code, secret.err]).toEqual([2, expect.stringContaining('UTPID_SECRET_KEY is not 32 bytes as base64')])
  const port = await runCli(['serve', '--data', folder, '--port', '70000'])
  expect([port.code, port.err]).toEqual([2, expect.stringContaining('from 0 to 65,535')])
})

it('warns once of a proxy that is not configured, of a base URL that is not set, and of a missing account', async () => {
  const warned = async (env: Record<string, string>): Promise<string[]> => {
    const { address, stop } = await served(temporaryFolder(), env)
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
      await fetch(`${address}/health`, { headers: { [header]: '192.0.2.1' } })
    const lines = (await stop()).out.split('\n').filter((line) => line.includes('"level":"warn"'))
    return lines.map((line) => JSON.parse(line).msg)
  }
  expect(await warned({})).toEqual([
    expect.stringContaining('UTPID_BASE_URL is not set'),
    expect.stringContaining('A request has the header X-Forwarded-For, and no proxy is configured'),
  ])
  const env = { UTPID_BASE_URL: 'https://registry.example.com', UTPID_TRUSTED_PROXIES: 'loopback' }
  expect(await warned(env)).toEqual([])
  const provider = {
    UTPID_OIDC_ISSUER: 'https://sso.example.com',
    UTPID_OIDC_CLIENT_ID: 'utpid',
    UTPID_OIDC_GROUPS: '{"ops":"admin"}',
  }
  expect(await warned({ ...env, ...provider })).toEqual([])
  expect(await warned({ ...env, ...provider, UTPID_OIDC_ACCOUNT: 'none' })).toEqual([
    expect.stringContaining('UTPID_OIDC_ACCOUNT is the id of no account'),
  ])
})

it('does not start with a key that opens none of the secrets it stored, unless the former key is said to be lost', async () => {
  const folder = temporaryFolder()
  const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
  const seal = (byte: number, id: string): Webhook => {
    const sealed = secretBox([Buffer.alloc(32, byte)]).seal('whsec_', `webhook ${id}`)
    const of = { id, accountId: 'a', url: 'https://receiver.example/', events: [], status: 'active' } as const
    return { ...of, createdAt: '2026-11-22T12:00:00.000Z', secrets: [{ sealed }] }
  }
  const store = await openDurableServiceStore(folder, SERVICE_TABLES)
  await store.write([{ table: 'webhooks', key: rowKey('a', '1'), row: seal(1, '1') }])
  const box = (byte: number): SecretBox => secretBox([Buffer.alloc(32, byte)])
  expect(await checkSecrets(store, box(1), false)).toBeUndefined()
  expect(await checkSecrets(store, secretBox([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]), false)).toBeUndefined()
  expect(await checkSecrets(store, undefined, false)).toBeUndefined()
  expect(await checkSecrets(store, box(2), true)).toContain(
    '1 of 1 secrets of webhooks and second factors cannot be decrypted',
  )
  // A list of keys that opens only some secrets is accepted, with a warning.
  await store.write([{ table: 'webhooks', key: rowKey('a', '2'), row: seal(2, '2') }])
  expect(await checkSecrets(store, box(2), false)).toContain(
    '1 of 2 secrets of webhooks and second factors cannot be decrypted',
  )
  // A disabled webhook sends nothing, so its secret does not matter.
  await store.write([{ table: 'webhooks', key: rowKey('b', '3'), row: { ...seal(3, '3'), status: 'disabled' } }])
  expect(await checkSecrets(store, box(1), false)).toContain(
    '1 of 2 secrets of webhooks and second factors cannot be decrypted',
  )
  await store.close()
  const refused = await runCli(['serve', '--data', folder, '--port', '0'], { env: { UTPID_SECRET_KEY: keyOf(3) } })
  expect(refused.code).toBe(2)
  expect(refused.err).toContain(
    '2 of 2 secrets of webhooks and second factors cannot be decrypted with UTPID_SECRET_KEY',
  )
  expect(refused.err).toContain('UTPID_SECRETS_LOST=true')
  expect(refused.err).not.toContain(keyOf(3))
})

it('serves with limits of its own while its Redis is not there, and figures on a port of their own', async () => {
  const metricsPort = await freePort()
  const { address, stop } = await served(temporaryFolder(), {
    UTPID_REDIS_URL: '/nonexistent/redis.sock',
    UTPID_METRICS_PORT: String(metricsPort),
  })
  expect((await fetch(`${address}/ready`)).status).toBe(200)
  const figures = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect(await figures.text()).toContain(
    'utpid_http_request_duration_seconds_count{method="GET",route="/ready",status="200"} 1',
  )
  expect((await fetch(`http://127.0.0.1:${metricsPort}/registry/stats`)).status).toBe(404)
  const { code, out } = await stop()
  expect(code).toBe(0)
  expect(out).toContain('"level":"warn"')
  expect(out).toContain('Redis does not answer')
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A few hotels in place of the demo's real feeds. They import much faster than generated feeds. */
function smallFeeds(): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'feeds'))
  for (const { name: supplier } of REAL_FEEDS) {
    const hotels = ['Adlon', 'Bristol', 'Savoy'].map((name, at) => ({
      supplier,
      code: String(at),
      name: `Hotel ${name}`,
      location: { city: 'Paris', country: 'FR', coordinates: [48.85 + at / 100, 2.35] },
    }))
    writeFileSync(
      join(folder, 'feeds', `${supplier}.jsonl.gz`),
      gzipSync(hotels.map((hotel) => JSON.stringify(hotel)).join('\n')),
    )
  }
  return folder
}

it('serves the demo: the lines that it prints work, and a second start has the same registry and no key', async () => {
  const folder = temporaryFolder()
  const env = { UTPID_DATA: smallFeeds() }
  const first = await served(folder, env, '--demo')
  const { err, code } = await first.stop()
  expect(code).toBe(0)
  const [key] = /utp_live_\w{36}/.exec(err) ?? []
  const paths = [...err.matchAll(/'?http:\/\/127\.0\.0\.1:\d+(\/[^'\s]*)'?/g)].map(([, path]) => path as string)
  expect(paths).toContainEqual(expect.stringMatching(/^\/registry\/product\/UTP-/))
  const [, input = ''] = /-d '(.*)' http/.exec(err) ?? []
  const second = await served(folder, env, '--demo')
  for (const path of paths) {
    const isMatch = path === '/registry/match'
    const response = await fetch(`${second.address}${path}`, {
      method: isMatch ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(isMatch ? { body: input } : {}),
    })
    expect([path, response.status]).toEqual([path, 200])
    if (isMatch) expect(await response.json()).toMatchObject({ decision: 'match' })
  }
  const { port } = new URL(second.address)
  const taken = await runCli(['serve', '--data', temporaryFolder(), '--port', port])
  expect([taken.code, taken.err]).toEqual([2, expect.stringMatching(/already in use. Port \d+ is free: use --port/)])
  const again = await second.stop()
  expect([again.out, again.err]).toEqual(['utp_live_', 'utp_live_'].map((key) => expect.not.stringContaining(key)))
  expect(again.err).toContain('the first key was shown when it was created')
  expect(again.err).toContain('utpid keys create NAME --data')
})
