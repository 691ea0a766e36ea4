import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { temporaryFolder } from '@utpid/testing'
import { expect, it } from 'vitest'
import { type CliResult, runCli } from '../../support/run-cli.ts'

type Utpid = (...args: string[]) => Promise<CliResult>

function utpidOn(folder: string): Utpid {
  return (...args) => runCli([...args, '--data', folder])
}

/** Creates a folder with a registry of one record and a service with two accounts. */
async function filled(): Promise<{ folder: string; utpid: Utpid; accounts: { id: string; name: string }[] }> {
  const folder = temporaryFolder()
  const utpid = utpidOn(folder)
  const feed = join(temporaryFolder(), 'feed.jsonl')
  writeFileSync(feed, '{"supplier":"expo","code":"1","name":"Pension Spree","city":"Berlin","country":"DE"}\n')
  expect((await utpid('import', feed)).code).toBe(0)
  for (const name of ['First', 'Second']) expect((await utpid('accounts', 'create', name)).code).toBe(0)
  return { folder, utpid, accounts: JSON.parse((await utpid('accounts', '--json')).out) }
}

it('invites, changes and removes members', async () => {
  const { utpid, accounts } = await filled()
  const account = ['--account', accounts[0]?.id as string]
  expect(await utpid('members')).toMatchObject({ code: 2, err: expect.stringContaining('--account') })
  const invited = await utpid('members', 'invite', 'ann@example.com', '--name', 'Ann', '--role', 'owner', ...account)
  expect(invited).toMatchObject({ code: 0, out: expect.stringMatching(/^utp_invite_/) })
  const [ann] = JSON.parse((await utpid('members', '--json', ...account)).out)
  expect(ann).toMatchObject({ name: 'Ann', email: 'ann@example.com', role: 'owner', status: 'invited' })
  expect((await utpid('members', 'set', ann.id, '--role', 'viewer', ...account)).out).toMatch(/Ann, viewer, invited/)
  expect((await utpid('members', 'set', ann.id, '--disable', '--enable', ...account)).code).toBe(2)
  expect((await utpid('members', 'set', ann.id, '--role', 'king', ...account)).code).toBe(2)
  expect((await utpid('members', 'link', ann.id, ...account)).out).toMatch(/^utp_invite_/)
  expect((await utpid('members', ...account)).out).toMatch(/Ann +ann@example.com +viewer/)
  expect((await utpid('members', 'remove', ann.id, ...account)).code).toBe(0)
  expect((await utpid('members', 'remove', ann.id, ...account)).code).toBe(3)
})

it('makes and changes plans, and lists, makes and cancels jobs', async () => {
  const { utpid } = await filled()
  expect((await utpid('plans')).out).toMatch(/pro +Pro +10,000 +10 +1,000 +1 +2 +no/)
  const made = await utpid('plans', 'set', 'small', '--name', 'Small', '--calls', '500', '--json')
  expect(JSON.parse(made.out)).toEqual({
    id: 'small',
    name: 'Small',
    callsPerMonth: 500,
    batchSize: 100,
    keyLimits: false,
  })
  const changed = await utpid('plans', 'set', 'small', '--burst', '3', '--key-limits', '--json')
  expect(JSON.parse(changed.out)).toMatchObject({ callsPerMonth: 500, burstPerSecond: 3, keyLimits: true })
  expect((await utpid('plans', 'set', 'Not A Slug')).code).toBe(2)
  const job = JSON.parse((await utpid('jobs', 'create', 'rescore', '--json')).out)
  expect(job).toMatchObject({ kind: 'rescore', account: null, status: 'queued' })
  expect((await utpid('jobs', 'create', 'import')).code).toBe(2)
  expect((await utpid('jobs')).out).toMatch(/rescore +operator +queued/)
  expect((await utpid('jobs', 'cancel', job.id)).out).toMatch(/rescore, cancelled/)
  expect((await utpid('jobs', 'cancel', 'nothing')).code).toBe(3)
})

it('migrates what is there, again and again', async () => {
  const { utpid } = await filled()
  expect((await utpid('migrate')).out).toContain('has the format of this version')
  expect(JSON.parse((await utpid('migrate', '--json')).out)).toMatchObject({ needsReindex: false })
})

it('backs up a registry with its service, and restores both where there is neither', async () => {
  const { utpid, accounts } = await filled()
  const { out: text } = await utpid('keys', 'create', 'Shop', '--account', accounts[0]?.id as string)
  const file = join(temporaryFolder(), 'backup.jsonl.gz')
  const taken = await utpid('backup', '--out', file, '--json')
  expect(taken).toMatchObject({ code: 0, err: expect.stringContaining('does not contain the key for webhook secrets') })
  expect(JSON.parse(taken.out)).toMatchObject({ records: 1 })
  const content = gunzipSync(readFileSync(file)).toString('utf8')
  expect(content).not.toContain(text.trim())

  const folder = temporaryFolder()
  const restored = utpidOn(folder)
  const done = await restored('restore', file, '--json')
  expect(done).toMatchObject({ code: 0 })
  expect(JSON.parse(done.out).serviceRows).toBeGreaterThan(2)
  expect(JSON.parse((await restored('accounts', '--json')).out)).toEqual(accounts)
  expect((await restored('locate', '--supplier', 'expo', '--code', '1')).out).toBe(
    (await utpid('locate', '--supplier', 'expo', '--code', '1')).out,
  )
  const second = join(temporaryFolder(), 'second.jsonl')
  expect((await restored('backup', '--out', second)).code).toBe(0)
  const rowsOf = (lines: string): string[] => lines.split('\n').filter((line) => line.startsWith('{"table":'))
  expect(rowsOf(readFileSync(second, 'utf8'))).toEqual(rowsOf(content))

  // Restoring into a folder with data is refused and changes nothing.
  expect(await restored('restore', file)).toMatchObject({ code: 5, err: expect.stringContaining('already') })
  expect(JSON.parse((await restored('accounts', '--json')).out)).toEqual(accounts)
})

it.each([
  ['is cut off', (lines: string[]) => lines.slice(0, -2)],
  ['lacks a row', (lines: string[]) => lines.filter((_, at) => at !== 2)],
  ['was changed', (lines: string[]) => lines.map((line) => line.replace('Pension', 'Palace'))],
  ['goes on after its end', (lines: string[]) => [...lines, '{"table":"accounts","key":"x","row":{}}']],
])('restores nothing of a backup that %s', async (_, damage) => {
  const { utpid } = await filled()
  const file = join(temporaryFolder(), 'backup.jsonl')
  await utpid('backup', '--out', file)
  writeFileSync(file, `${damage(readFileSync(file, 'utf8').trimEnd().split('\n')).join('\n')}\n`)
  const folder = temporaryFolder()
  expect(await utpidOn(folder)('restore', file)).toMatchObject({
    code: 2,
    err: expect.stringContaining('is incomplete'),
  })
  expect((await utpidOn(folder)('stats')).code).not.toBe(0)
})
