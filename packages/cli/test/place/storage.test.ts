import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@utpid/testing'
import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '../../../adapter-postgres/test/support/server/test-server.ts'
import { dropSchema, newSchemaName } from '../../../adapter-postgres/test/support/test-schema.ts'
import { runCli } from '../support/run-cli.ts'

const HOTELS = ['Zephyr', 'Marlowe', 'Quill', 'Solace']
  .map((name, at) => JSON.stringify({ code: `H${at}`, name: `Hotel ${name}`, city: 'Paris', country: 'FR' }))
  .join('\n')
const PASSWORD = 'open-sesame'

/** Returns the address of a schema that does not exist yet, with a password that the server does not check. */
async function newAddress(): Promise<string> {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  const url = new URL(await testServer())
  url.password = PASSWORD
  url.searchParams.set('schema', schema)
  return url.href
}

test('a registry in a database is imported into, asked, exported and restored into another', async () => {
  const [address, other] = [await newAddress(), await newAddress()]
  const folder = temporaryFolder()
  const [feed, file] = [join(folder, 'feed.jsonl'), join(folder, 'export.jsonl')]
  await writeFile(feed, HOTELS)
  const imported = await runCli(['import', feed, '--supplier', 'alpha', '--storage', address])
  expect(imported).toMatchObject({ code: 0 })
  const env = { UTPID_STORAGE: address }
  const [line] = (await runCli(['search', 'zephyr', '--json'], { env })).out.split('\n')
  expect(line).toContain('Hotel Zephyr')
  expect((await runCli(['match', '--name', 'Hotel Quill', '--city', 'Paris'], { env })).code).toBe(0)
  expect(await runCli(['export', '--out', file], { env })).toMatchObject({ code: 0 })
  const restored = await runCli(['restore', file, '--storage', other])
  expect(restored).toMatchObject({ code: 0 })
  expect(restored.err).not.toContain(PASSWORD)
  const stats = async (place: string): Promise<unknown> =>
    JSON.parse((await runCli(['stats', '--json', '--storage', place])).out).records
  expect(await stats(other)).toEqual(await stats(address))
  const again = await runCli(['restore', file, '--storage', other])
  expect(again.code).not.toBe(0)
  expect(again.err).toContain('holds a registry already')
})

test('a registry that is not there is not made by asking it', async () => {
  const address = await newAddress()
  const first = await runCli(['stats', '--storage', address])
  expect(first.code).not.toBe(0)
  expect(first.err).toContain('There is no registry in postgres')
  expect(first.err).not.toContain(PASSWORD)
  expect((await runCli(['stats', '--storage', address])).err).toBe(first.err)
})

test.each([
  ['postgres://u:open-sesame@127.0.0.1:1/x', 'failed or was lost'],
  ['postgres://u:open-sesame@host:port/x', 'This is not the address of a database'],
])('%s is refused without showing the password', async (address, said) => {
  const { code, err } = await runCli(['stats', '--storage', address])
  expect(code).not.toBe(0)
  expect(err).toContain(said)
  expect(err).not.toContain(PASSWORD)
})

test('--data beside --storage is refused, and beats what the environment says', async () => {
  const folder = join(temporaryFolder(), 'none')
  expect((await runCli(['stats', '--data', folder, '--storage', 'elsewhere'])).err).toContain(
    'only one of --data, --storage and --remote',
  )
  const { err } = await runCli(['stats', '--data', folder], { env: { UTPID_STORAGE: 'postgres://h/x' } })
  expect(err).toContain(`There is no registry in ${folder}`)
  expect((await runCli(['demo', '--storage', 'postgres://h/x'])).err).toContain('its own folder')
})

test('a service in a database is backed up, and restored into a folder and into another database', async () => {
  const [address, other] = [await newAddress(), await newAddress()]
  const folder = temporaryFolder()
  const [feed, file, again] = ['feed.jsonl', 'backup.jsonl', 'again.jsonl'].map((name) => join(temporaryFolder(), name))
  await writeFile(feed as string, HOTELS)
  expect((await runCli(['migrate', '--storage', address])).code).toBe(0)
  expect(await runCli(['import', feed as string, '--supplier', 'alpha', '--storage', address])).toMatchObject({
    code: 0,
  })
  expect(await runCli(['accounts', 'create', 'Agency', '--storage', address])).toMatchObject({ code: 0 })
  expect(await runCli(['keys', 'create', 'Shop', '--storage', address])).toMatchObject({ code: 0 })
  expect(await runCli(['backup', '--out', file as string, '--storage', address])).toMatchObject({ code: 0 })
  expect(await runCli(['restore', file as string, '--data', folder])).toMatchObject({ code: 0 })
  expect(await runCli(['backup', '--out', again as string, '--data', folder])).toMatchObject({ code: 0 })
  expect(await runCli(['restore', again as string, '--storage', other])).toMatchObject({ code: 0 })
  const keys = async (...place: string[]): Promise<unknown> =>
    JSON.parse((await runCli(['keys', '--json', ...place])).out)
  const before = await keys('--storage', address)
  expect(before).toMatchObject([{ name: 'Shop' }])
  expect([await keys('--data', folder), await keys('--storage', other)]).toEqual([before, before])
  const found = async (...place: string[]): Promise<string> =>
    (await runCli(['search', 'zephyr', '--json', ...place])).out
  expect(await found('--storage', other)).toBe(await found('--storage', address))
  expect(await runCli(['restore', file as string, '--storage', address])).toMatchObject({ code: 5 })
  expect(await keys('--storage', address)).toEqual(before)
})
