import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@utpid/client'
import { temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { type CliResult, runCli } from '../support/run-cli.ts'
import { servedFolder } from '../support/served-folder.ts'

type Utpid = (...args: string[]) => Promise<CliResult>

interface Twins {
  here: Utpid
  /** Runs commands on the same service over HTTP. */
  there: Utpid
  /** Runs a command on both sides and compares the outputs. */
  alike(...args: Argument[]): Promise<CliResult>
  /** The account of the operator, and another one. */
  readonly own: string
  readonly other: string
  readonly address: string
  readonly key: string
  readonly servedData: string
  /** Stops the service. */
  stop(): Promise<CliResult>
}

/** An argument for both sides, or a function that returns a different one for each side, such as an id. */
type Argument = string | ((side: Utpid) => Promise<string>)

/**
 * Creates the same service twice: one in a folder, one over HTTP. Both have the first account with its key, and another
 * account.
 */
async function twins(): Promise<Twins> {
  const data = temporaryFolder()
  const feed = join(temporaryFolder(), 'feed.jsonl')
  writeFileSync(feed, '{"supplier":"expo","code":"1","name":"Pension Spree","city":"Berlin","country":"DE"}\n')
  expect((await runCli(['import', feed, '--data', data])).code).toBe(0)
  const first = await servedFolder(data)
  await first.stop()
  const here: Utpid = (...args) => runCli([...args, '--data', data])
  const { id: other } = JSON.parse((await here('accounts', 'create', 'Travel House', '--plan', 'pro', '--json')).out)
  const own = JSON.parse((await here('accounts', '--json')).out)[0].id
  const servedData = join(temporaryFolder(), 'served')
  cpSync(data, servedData, { recursive: true })
  const { address, key, stop } = await servedFolder(servedData, first.key)
  const there: Utpid = (...args) => runCli(args, { env: { UTPID_KEY: key, UTPID_REMOTE: address } })
  const given = (side: Utpid, args: readonly Argument[]): Promise<string[]> =>
    Promise.all(args.map((arg) => (typeof arg === 'string' ? arg : arg(side))))
  const alike = async (...args: Argument[]): Promise<CliResult> => {
    const local = await here(...(await given(here, args)))
    const remote = await there(...(await given(there, args)))
    expect(comparable(remote), args.join(' ')).toEqual(comparable(local))
    return remote
  }
  return { here, there, alike, own, other, address, key, servedData, stop }
}

/**
 * Removes the differences between two runs of one command: times, ids and texts of new items, actors, and last uses of
 * keys.
 */
function comparable({ code, out, err }: CliResult): CliResult {
  const plain = (text: string): string =>
    text
      .replaceAll(/,"(createdBy|lastUsedAt)":"[^"]+"/g, '')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d(:[\d.]+Z)?/g, 'TIME')
      .replaceAll(/ (never|TIME) +/g, ' USED ')
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'ID')
      .replaceAll(/utp_(live|test|invite)_[\w-]+/g, 'utp_$1_TEXT')
      .replaceAll(/ +/g, ' ')
  return { code, out: plain(out), err: plain(err) }
}

/** Returns the id of the list entry with a name. */
function named(list: readonly string[], name: string): (side: Utpid) => Promise<string> {
  return async (side) => {
    const rows = JSON.parse((await side(...list, '--json')).out) as { id: string; name: string }[]
    return rows.find((row) => row.name === name)?.id ?? 'none'
  }
}

test('accounts are listed, made and changed as in the folder', async () => {
  const { alike, other } = await twins()
  await alike('accounts')
  await alike('accounts', '--json')
  await alike('accounts', 'create', 'Third')
  expect((await alike('accounts', 'create', 'Fourth', '--plan', 'pro', '--json')).code).toBe(0)
  expect((await alike('accounts', 'create', 'Fifth', '--plan', 'none')).code).toBe(3)
  await alike('accounts', 'set', other, '--plan', 'business')
  expect((await alike('accounts', 'set', other, '--suspend', '--json')).out).toContain('"suspended"')
  await alike('accounts', 'set', other, '--activate')
  expect((await alike('accounts', 'set', 'nobody', '--activate')).code).toBe(3)
  await alike('accounts')
})

test('keys of the own account and of others are made, listed and ended as in the folder', async () => {
  const { here, there, alike, own, other } = await twins()
  for (const account of [own, other]) {
    const of = ['--account', account]
    const shop = named(['keys', ...of], 'Shop')
    await alike('keys', ...of)
    const made = await alike('keys', 'create', 'Shop', '--scopes', 'registry:read,registry:match', ...of)
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^utp_live_/) })
    await alike('keys', 'create', 'Feed', '--scopes', 'registry:write', '--suppliers', 'expo,north', '--json', ...of)
    await alike('keys', 'create', 'Late', '--scopes', 'registry:read', '--expires', '2099-01-01T00:00:00Z', ...of)
    expect((await alike('keys', '--json', ...of)).out).toContain('"registry:match"')
    await alike('keys', ...of)
    await alike('keys', 'revoke', shop, ...of)
    await alike('keys', 'revoke', named(['keys', ...of], 'Feed'), '--json', ...of)
    expect((await alike('keys', 'revoke', 'nothing', ...of)).code).toBe(3)
    await alike('keys', '--json', ...of)
    for (const side of [here, there]) expect((await side('keys', 'create', 'Bad', '--scopes', 'x', ...of)).code).toBe(2)
  }
  expect((await alike('keys', '--account', 'nobody')).code).toBe(3)
})

test('over HTTP the account is that of the key unless one is named', async () => {
  const { here, there, own, other } = await twins()
  expect((await here('keys')).code).toBe(2)
  const keys = JSON.parse((await there('keys', '--json')).out) as { accountId: string }[]
  expect(keys.map(({ accountId }) => accountId)).toEqual([own])
  const made = await there('keys', 'create', 'Shop', '--scopes', 'registry:read', '--account', other)
  expect(made.code).toBe(0)
})

test('a key is rotated in the own account, and said to be not in others', async () => {
  const { here, there, alike, own, other } = await twins()
  const of = ['--account', own]
  await alike('keys', 'create', 'Shop', '--scopes', 'registry:read', ...of)
  const shop = named(['keys', ...of], 'Shop')
  expect((await alike('keys', 'rotate', shop, '--overlap', '60', ...of)).out).toMatch(/^utp_live_/)
  await alike('keys', 'rotate', shop, '--json', ...of)
  expect((await alike('keys', 'rotate', 'nothing', ...of)).code).toBe(3)
  for (const side of [here, there]) await side('keys', 'create', 'Theirs', '--scopes', '*', '--account', other)
  const refused = await there(
    'keys',
    'rotate',
    await named(['keys', '--account', other], 'Theirs')(there),
    '--account',
    other,
  )
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('create a new key and revoke this one') })
})

test('members are invited, changed and removed as in the folder', async () => {
  const { there, alike, own, other } = await twins()
  const invite = ['members', 'invite', 'ann@example.com', '--name', 'Ann', '--role', 'reviewer']
  for (const account of [own, other]) {
    const of = ['--account', account]
    const ann = named(['members', ...of], 'Ann')
    expect(await alike(...invite, ...of)).toMatchObject({ code: 0, out: expect.stringMatching(/^utp_invite_/) })
    expect((await alike(...invite, ...of)).code).toBe(6)
    await alike('members', 'invite', 'bob@example.com', '--name', 'Bob', '--json', ...of)
    await alike('members', ...of)
    await alike('members', '--json', ...of)
    await alike('members', 'link', ann, ...of)
    await alike('members', 'link', 'nobody', ...of)
  }
  const of = ['--account', own]
  const bob = named(['members', ...of], 'Bob')
  await alike('members', 'set', bob, '--role', 'analyst', '--name', 'Bob', ...of)
  expect((await alike('members', 'set', bob, '--disable', '--json', ...of)).out).toContain('"disabled"')
  await alike('members', 'set', bob, '--disable', '--enable', ...of)
  await alike('members', 'remove', bob, ...of)
  await alike('members', 'remove', named(['members', ...of], 'Ann'), '--json', ...of)
  expect((await alike('members', 'remove', 'nobody', ...of)).code).toBe(3)
  for (const change of [
    ['remove', 'any'],
    ['set', 'any', '--enable'],
  ]) {
    const { code, err } = await there('members', ...change, '--account', other)
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('ask an owner of that account') })
  }
})

test('plans are listed, made and changed as in the folder', async () => {
  const { here, there, alike } = await twins()
  await alike('plans')
  await alike('plans', '--json')
  await alike('plans', 'set', 'small', '--name', 'Small', '--calls', '500', '--json')
  const changed = await alike('plans', 'set', 'small', '--burst', '3', '--key-limits', '--json')
  expect(JSON.parse(changed.out)).toMatchObject({ callsPerMonth: 500, burstPerSecond: 3, keyLimits: true })
  await alike('plans', 'set', 'pro', '--calls', '0')
  await alike('plans', '--json')
  for (const side of [here, there]) expect((await side('plans', 'set', 'Not A Slug')).code).toBe(2)
})

test('jobs are listed and cancelled as in the folder', async () => {
  const { there, alike } = await twins()
  const made = await there('jobs', 'create', 'rescore', '--json')
  expect(JSON.parse(made.out)).toMatchObject({ kind: 'rescore', account: null, counts: { total: 0 }, error: null })
  const { id } = JSON.parse(made.out)
  expect((await there('jobs', '--limit', '1')).out).toMatch(/rescore +operator +(queued|running|completed)/)
  const [job] = JSON.parse((await there('jobs', '--json')).out)
  expect(job).toMatchObject({ id, kind: 'rescore', account: null })
  expect((await alike('jobs', 'cancel', 'nothing')).code).toBe(3)
  expect((await alike('jobs', 'create', 'import')).code).toBe(2)
  const retention = await there('jobs', 'create', 'retention')
  expect(retention).toMatchObject({ code: 2, err: expect.stringContaining('A service creates it automatically') })
})

test('jobs that were done are shown as the folder shows them', async () => {
  const { there, address, key, servedData, stop } = await twins()
  const client = createClient({ baseUrl: address, key })
  const inputs = [{ name: 'Pension Spree', location: { city: 'Berlin' } }, { name: 'Nowhere at all' }, {}]
  const { id } = await client.batchMap({ inputs }, { mode: 'async' })
  await client.waitForJob('batch', id ?? '')
  const feed = join(temporaryFolder(), 'feed.jsonl')
  writeFileSync(feed, '{"id":"2","name":"Pension Havel","city":"Berlin","country":"DE"}\n{"id":"3"}\n')
  expect((await there('import', feed, '--supplier', 'expo')).code).toBe(0)
  // Also waits for the jobs that the service creates itself.
  const finished = async (): Promise<void> => {
    while ((await client.adminJobs()).results.some(({ finishedAt }) => finishedAt === null)) {
      await new Promise((resolve) => void setImmediate(resolve))
    }
  }
  for (const kind of ['rescore', 'reindex']) {
    const job = JSON.parse((await there('jobs', 'create', kind, '--json')).out)
    await finished()
    expect((await there('jobs', 'cancel', job.id)).code).toBe(6)
  }
  const lists = [['jobs'], ['jobs', '--json'], ['jobs', '--limit', '2', '--json']]
  const served: CliResult[] = []
  for (const list of lists) served.push(await there(...list))
  const kinds = (JSON.parse(served[1]?.out ?? '[]') as { kind: string }[]).map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['batch-map', 'import', 'rescore', 'reindex']))
  await stop()
  for (const [at, list] of lists.entries()) {
    const { code, out, err } = await runCli([...list, '--data', servedData])
    expect({ code, out, err }).toEqual(served[at])
  }
})

test('a key does what its scopes say, and what it may not is told', async () => {
  const { there, address } = await twins()
  const { out } = await there('keys', 'create', 'Clerk', '--scopes', 'keys:read')
  const clerk: Utpid = (...args) => runCli(args, { env: { UTPID_KEY: out.trim(), UTPID_REMOTE: address } })
  expect(comparable(await clerk('keys', '--json'))).toEqual(comparable(await there('keys', '--json')))
  const refused = await clerk('keys', 'create', 'More')
  expect(refused).toMatchObject({ code: 6, err: expect.stringContaining('keys:write') })
  expect((await clerk('accounts')).code).not.toBe(0)
  expect((await clerk('jobs')).err).not.toContain(out.trim())
})

test('a folder that is served tells how its accounts are asked', async () => {
  const { address, servedData } = await twins()
  const { code, err } = await runCli(['keys', '--data', servedData])
  expect(code).toBe(5)
  expect(err).toContain(`It is served: use --remote ${address} and UTPID_KEY.`)
})
