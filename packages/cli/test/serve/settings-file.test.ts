import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@utpid/testing'
import { expect, it } from 'vitest'
import { holdsRegistry } from '../../src/place/open-registry.ts'
import { SERVER_SETTINGS, serverSettings } from '../../src/serve/server-settings.ts'
import { SETTINGS_FILE, settingsOfFile } from '../../src/serve/settings-file.ts'
import { runCli } from '../support/run-cli.ts'

function fileOf(content: unknown): string {
  const path = join(temporaryFolder(), 'settings.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

it('has the names of the environment', () => {
  expect(Object.keys(SETTINGS_FILE.shape)).toEqual(Object.keys(SERVER_SETTINGS.shape))
})

it('is read as the environment is, with values as JSON has them', async () => {
  const path = fileOf({
    UTPID_MAX_REQUESTS: 5,
    UTPID_WEBHOOK_HTTP: true,
    UTPID_TRUSTED_PROXIES: ['10.0.0.0/8', 'loopback'],
    UTPID_LOG_LEVEL: 'warn',
  })
  expect(serverSettings(await settingsOfFile(path))).toMatchObject({
    UTPID_MAX_REQUESTS: 5,
    UTPID_WEBHOOK_HTTP: true,
    UTPID_TRUSTED_PROXIES: ['10.0.0.0/8', 'loopback'],
    UTPID_LOG_LEVEL: 'warn',
    UTPID_MAX_STREAMS: 64,
  })
})

it.each([
  ['an unknown name', { UTPID_LOG_LEVL: 'info' }, 'UTPID_LOG_LEVL is not a setting'],
  ['a name of another case', { logLevel: 'info' }, 'logLevel is not a setting'],
  ['a text for a number', { UTPID_MAX_REQUESTS: '5' }, 'UTPID_MAX_REQUESTS must be a number'],
  ['a text for a truth', { UTPID_WEBHOOK_HTTP: 'true' }, 'UTPID_WEBHOOK_HTTP must be true or false'],
  ['a text for a list', { UTPID_CORS_ORIGINS: 'https://a' }, 'UTPID_CORS_ORIGINS must be a list of texts'],
  ['an image host with a path', { UTPID_IMAGE_HOSTS: ['img.example/a'] }, 'UTPID_IMAGE_HOSTS must be host names'],
  ['a number out of its range', { UTPID_MAX_REQUESTS: 0 }, 'UTPID_MAX_REQUESTS must be a whole number from 1'],
  ['a number with a fraction', { UTPID_MAX_REQUESTS: 1.5 }, 'UTPID_MAX_REQUESTS must be a whole number from 1'],
  ['null', { UTPID_LOG_LEVEL: null }, 'UTPID_LOG_LEVEL must be a text'],
  ['a list', [], 'it must be an object of settings'],
  ['no JSON', 'UTPID_LOG_LEVEL=info', 'is not JSON'],
])('is refused with %s', async (_, content, message) => {
  const args = ['serve', '--data', temporaryFolder(), '--port', '0', '--config', fileOf(content)]
  const { code, err } = await runCli(args)
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

it('is refused when it cannot be read, and never shown', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'a'))
  const serve = (path: string): ReturnType<typeof runCli> =>
    runCli(['serve', '--data', folder, '--port', '0', '--config', path])
  expect((await serve(join(folder, 'none.json'))).err).toContain('there is no such file')
  expect((await serve(join(folder, 'a'))).err).toContain('it is a folder')
  const secret = fileOf({ UTPID_SECRET_KEY: 'not-a-key-and-secret', UTPID_MAX_REQUESTS: 'x' })
  expect((await serve(secret)).err).not.toContain('not-a-key-and-secret')
})

it('gives way to the environment, which gives way to options', async () => {
  const [ofFile, ofOption] = [temporaryFolder(), temporaryFolder()]
  const path = fileOf({ UTPID_STORAGE: ofFile, UTPID_MAX_REQUESTS: 5 })
  const stopped = AbortSignal.abort()
  const placeOf = async (args: string[], env: Record<string, string>): Promise<string> => {
    const { err } = await runCli(['serve', '--port', '0', '--config', path, ...args], { env, signal: stopped })
    return err
  }
  // An invalid value in the environment is used, and rejected, even if the file has a valid one.
  expect(await placeOf([], { UTPID_MAX_REQUESTS: '0' })).toContain('UTPID_MAX_REQUESTS must be')
  expect(await placeOf([], { UTPID_MAX_REQUESTS: '' })).toContain('products of')
  expect([holdsRegistry(ofFile), holdsRegistry(ofOption)]).toEqual([true, false])
  await placeOf(['--data', ofOption], {})
  expect(holdsRegistry(ofOption)).toBe(true)
  const ofEnvironment = temporaryFolder()
  await placeOf([], { UTPID_STORAGE: ofEnvironment })
  expect(holdsRegistry(ofEnvironment)).toBe(true)
})
