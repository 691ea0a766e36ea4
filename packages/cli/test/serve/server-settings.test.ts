import { readFileSync } from 'node:fs'
import { temporaryFolder } from '@utpid/testing'
import { expect, it } from 'vitest'
import { SERVER_SETTINGS, serverSettings, unknownSettings } from '../../src/serve/server-settings.ts'
import { runCli } from '../support/run-cli.ts'

const PROVIDER = {
  UTPID_OIDC_ISSUER: 'https://sso.example.com',
  UTPID_OIDC_CLIENT_ID: 'utpid',
  UTPID_OIDC_GROUPS: '{"ops":"admin"}',
  UTPID_BASE_URL: 'https://registry.example.com',
}

it('are in the guide, each as the schema says it', () => {
  const page = readFileSync(new URL('../../../../docs/reference/settings.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `(UTPID_\w+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(
    ([, name = '', unless = '', meaning = '']) => ({
      name,
      unless: unless.trim(),
      meaning: meaning.trim().replace(/\.$/, ''),
    }),
  )
  const defaults: Readonly<Record<string, unknown>> = { ...serverSettings({}) }
  const defined = Object.entries(SERVER_SETTINGS.shape).map(([name, schema]) => ({
    name,
    unless:
      defaults[name] === undefined
        ? ''
        : Number.isInteger(defaults[name])
          ? `\`${Number(defaults[name]).toLocaleString('en')}\``
          : `\`${defaults[name]}\``,
    meaning: schema.description ?? '',
  }))
  expect(documented).toEqual(defined)
})

it.each(['Dockerfile', 'compose.yaml', 'docs/guide/self-host.md'])('are all there are in %s', (file) => {
  const text = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8')
  // compose.yaml uses the password of the database; the server receives it in UTPID_STORAGE.
  const named = new Set(text.match(/UTPID_(?!TEST_|POSTGRES_PASSWORD)[A-Z_]+/g))
  expect(named.size).toBeGreaterThan(0)
  expect(Object.keys(SERVER_SETTINGS.shape)).toEqual(expect.arrayContaining([...named]))
})

it('are what is said where nothing is', () => {
  expect(serverSettings({})).toMatchObject({
    UTPID_LOG_LEVEL: 'info',
    UTPID_MAX_REQUESTS: 256,
    UTPID_DRAIN_SECONDS: 10,
    UTPID_LOG_DAYS: 90,
    UTPID_DELIVERY_DAYS: 30,
  })
  expect(serverSettings({ UTPID_LOG_LEVEL: '', UTPID_MAX_STREAMS: '3' })).toMatchObject({
    UTPID_LOG_LEVEL: 'info',
    UTPID_MAX_STREAMS: 3,
  })
  expect(serverSettings({ UTPID_TRUSTED_PROXIES: '10.0.0.0/8, loopback' }).UTPID_TRUSTED_PROXIES).toEqual([
    '10.0.0.0/8',
    'loopback',
  ])
  for (const style of [
    'http://127.0.0.1:8080/style.json',
    'https://example.com/{z}/{x}/{y}.png',
    'https://example.com/style.json?key=1',
  ]) {
    expect(serverSettings({ UTPID_MAP_STYLE: style }).UTPID_MAP_STYLE).toBe(style)
  }
  expect(serverSettings({ UTPID_BASE_URL: 'https://registry.example.com/' }).UTPID_BASE_URL).toBe(
    'https://registry.example.com',
  )
})

it.each([
  [{ UTPID_LOG_LEVEL: 'loud' }, 'UTPID_LOG_LEVEL must be one of fatal, error'],
  [{ UTPID_MAX_REQUESTS: '1e3' }, 'UTPID_MAX_REQUESTS must be a whole number from 1 to 100,000'],
  [{ UTPID_MAX_REQUESTS: '0' }, 'UTPID_MAX_REQUESTS must be a whole number from 1 to 100,000'],
  [{ UTPID_BASE_URL: 'registry.example.com' }, 'UTPID_BASE_URL must be an address like https://'],
  [{ UTPID_BASE_URL: 'https://example.com/path' }, 'UTPID_BASE_URL must not have a path after the host'],
  [{ UTPID_TRUSTED_PROXIES: 'everyone' }, 'UTPID_TRUSTED_PROXIES is wrong: everyone is not a network'],
  [{ UTPID_WEBHOOK_NETWORKS: '10.1.0.0' }, 'UTPID_WEBHOOK_NETWORKS is wrong: 10.1.0.0 is not a network'],
  [{ UTPID_WEBHOOK_HTTP: 'yes' }, 'UTPID_WEBHOOK_HTTP must be true or false'],
  [{ UTPID_REDIS_URL: 'http://secret' }, 'UTPID_REDIS_URL must be an address like redis://'],
  [{ UTPID_MAP_STYLE: 'tiles.example.com' }, 'UTPID_MAP_STYLE must be an address like https://'],
  [{ UTPID_MAP_STYLE: 'javascript:alert(1)' }, 'UTPID_MAP_STYLE must be an address like https://'],
  [{ UTPID_MAP_STYLE: 'https://{s}.example.com/{z}/{x}/{y}.png' }, 'UTPID_MAP_STYLE must name one host'],
  [{ UTPID_MAP_STYLE: 'https://me:secret@example.com/style.json' }, 'UTPID_MAP_STYLE must name one host'],
  [{ UTPID_MAP_STYLE: 'https://*.example.com/style.json' }, 'UTPID_MAP_STYLE must name one host'],
  [{ UTPID_MAP_STYLE: 'https://a.example;script-src/style.json' }, 'UTPID_MAP_STYLE must name one host'],
  [{ UTPID_MAP_STYLE: 'https://a.example,b.example/style.json' }, 'UTPID_MAP_STYLE must name one host'],
  [{ UTPID_MAP_ATTRIBUTION: 'me' }, 'UTPID_MAP_ATTRIBUTION needs UTPID_MAP_STYLE'],
  [{ UTPID_OIDC_GROUPS_CLAIM: 'roles' }, 'UTPID_OIDC_GROUPS_CLAIM needs UTPID_OIDC_ISSUER'],
  [{ UTPID_OIDC_CLIENT_SECRET: 'secret' }, 'UTPID_OIDC_CLIENT_SECRET needs UTPID_OIDC_ISSUER'],
  [{ ...PROVIDER, UTPID_BASE_URL: 'http://example.com' }, 'UTPID_BASE_URL must use https'],
  [{ ...PROVIDER, UTPID_OIDC_REDIRECT_BASE: 'http://example.com/x' }, 'UTPID_OIDC_REDIRECT_BASE must use https'],
  [{ ...PROVIDER, UTPID_OIDC_ISSUER: 'sso.example.com' }, 'UTPID_OIDC_ISSUER must be an address like https://'],
  [{ ...PROVIDER, UTPID_OIDC_ISSUER: 'http://sso.example.com' }, 'UTPID_OIDC_ISSUER must use https'],
  [{ ...PROVIDER, UTPID_PASSWORDS: 'false', UTPID_TOTP: 'required' }, 'UTPID_TOTP=required is for passwords'],
  [{ UTPID_MAP_STYLE: 'https://example.com/{z}/{x}.png' }, 'UTPID_MAP_STYLE must be a style, or have {z}, {x} and {y}'],
])('that are wrong are named, and what they were is not shown: %j', async (env, message) => {
  const { code, err } = await runCli(['serve', '--data', temporaryFolder(), '--port', '0'], { env })
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
  expect(err).not.toContain('secret')
})

it('that are none are told, with what was meant', () => {
  const env = { UTPID_REDIS_URI: 'redis://secret', UTPID_SERVICE_HOST: '10.0.0.1', UTPID_DATA: '/data', PATH: '/bin' }
  expect(unknownSettings(env)).toEqual([
    'UTPID_REDIS_URI is not a setting; did you mean "UTPID_REDIS_URL"?',
    expect.stringContaining('UTPID_SERVICE_HOST is not a setting'),
  ])
})
