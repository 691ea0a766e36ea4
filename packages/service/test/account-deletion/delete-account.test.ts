import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { expect, it, onTestFinished } from 'vitest'
import { OPERATOR } from '../../src/access/actor.ts'
import { AccountDeletion } from '../../src/account-deletion/delete-account.ts'
import { serviceRows } from '../../src/backup/service-rows.ts'
import { type HostedService, hostedService } from '../../src/hosted/hosted-service.ts'
import { Jobs } from '../../src/jobs/jobs.ts'
import type { KeptFiles } from '../../src/kept-files/kept-files.ts'
import { secretBox } from '../../src/secrets/seal.ts'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import { AccountFixture } from '../support/account-fixture.ts'
import { virtualEnvironment } from '../support/virtual-environment.ts'

const DAY = 86_400_000
const PASSWORD = 'correct horse battery'

async function started(): Promise<{ service: HostedService; environment: ReturnType<typeof virtualEnvironment> }> {
  const registry = await createRegistry({ storage: createMemoryStorage() })
  const environment = virtualEnvironment()
  const service = await hostedService({
    registry,
    store: new MemoryServiceStore(),
    instance: 'test',
    environment,
    secrets: secretBox([new Uint8Array(32).fill(7)]),
    destinations: { allowHttp: true, allowedNetworks: ['127.0.0.0/8'] },
  })
  onTestFinished(async () => {
    await service.stop()
    await registry.close()
  })
  return { service, environment }
}

async function rowsWith(service: HostedService, text: string): Promise<string[]> {
  const rows: string[] = []
  for await (const { table, key, row } of serviceRows(service.store)) {
    if (`${key} ${JSON.stringify(row)}`.includes(text)) rows.push(table)
  }
  return rows
}

it('an owner deletes the account with its name; keys and sessions end at once, and nothing of it remains', async () => {
  const { service, environment } = await started()
  const { accounts, members, sessions, keys, accountDeletion, webhooks, jobs, recorder } = service
  const { id } = await accounts.create(OPERATOR, { name: 'Acme', plan: 'enterprise' })
  const people = await Promise.all(
    (['owner', 'admin'] as const).map(async (role) => {
      const invited = { name: role, email: `${role}@example.com`, role }
      const { text, member } = await members.invite(OPERATOR, id, invited)
      await members.acceptInvitation(text, PASSWORD)
      return member
    }),
  )
  const [owner, admin] = [
    await sessions.signIn('owner@example.com', PASSWORD),
    await sessions.signIn('admin@example.com', PASSWORD),
  ]
  await members.invite(OPERATOR, id, { name: 'Waiting', email: 'waiting@example.com', role: 'viewer' })
  const { text } = await keys.create(OPERATOR, id, { name: 'Key', scopes: ['*'] })
  await service.authenticator.authenticate(text)
  await webhooks?.create(
    id,
    { url: 'http://127.0.0.1:1024/', events: ['account.quota.reached'] },
    { scopes: ['webhooks:write', 'usage:read'] },
  )
  await jobs.create({
    accountId: id,
    kind: 'batch-map',
    inputs: (async function* () {
      yield { text: '{}' } as never
    })(),
  })
  recorder.record({
    requestId: 'r',
    createdAt: new Date(environment.time).toISOString(),
    accountId: id,
    method: 'GET',
    route: '/x',
    status: 200,
    milliseconds: 1,
    requestBytes: 0,
    responseBytes: 0,
    ip: '192.0.2.1',
  })
  await recorder.flush()

  await expect(accountDeletion.delete(admin.caller, id, 'Acme')).rejects.toMatchObject({ code: 'insufficient_scope' })
  for (const name of ['', 'acme', 'Other']) {
    await expect(accountDeletion.delete(owner.caller, id, name)).rejects.toMatchObject({ code: 'validation_failed' })
  }
  await sessions.authenticate(owner.text)
  await accountDeletion.delete(owner.caller, id, 'Acme')
  for (const session of [owner, admin]) {
    await expect(sessions.authenticate(session.text)).rejects.toMatchObject({ code: 'invalid_credentials' })
  }
  await expect(sessions.signIn('owner@example.com', PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' })
  await expect(service.authenticator.authenticate(text)).rejects.toMatchObject({ code: 'invalid_api_key' })
  for (const table of [
    'members',
    'member_emails',
    'invitations',
    'sessions',
    'own_sessions',
    'api_keys',
    'key_hashes',
    'webhooks',
    'job_inputs',
  ] as const) {
    expect([table, await service.store.range(table, { limit: 10 })]).toEqual([table, []])
  }
  service.start()
  await expect
    .poll(() => rowsWith(service, id), { timeout: 10_000 })
    .toEqual(['deleted_accounts', 'audit', 'jobs', 'account_jobs'])
  // Only the owner's id is left, as the author of the deletion.
  expect(await rowsWith(service, people[0]?.id ?? '')).toEqual(['audit'])
  expect(await rowsWith(service, people[1]?.id ?? '')).toEqual([])
  const [entry] = (await service.store.range('audit', { limit: 10 })).map(({ row }) => row)
  expect(entry).toMatchObject({
    accountId: 'operator',
    action: 'account.deleted',
    target: id,
    details: { name: 'Acme' },
  })
  environment.time += 32 * DAY
  await accountDeletion.deleteRemains(new AbortController().signal)
  expect(await service.store.range('deleted_accounts', { limit: 10 })).toEqual([])
})

it('the account of the operator stays', async () => {
  const { service } = await started()
  const { id } = await service.accounts.create(OPERATOR, { name: 'Us', plan: 'enterprise', operator: true })
  const { text } = await service.keys.create(OPERATOR, id, { name: 'Key', scopes: ['*'] })
  const caller = await service.authenticator.authenticate(text)
  await expect(service.accountDeletion.delete(caller, id, 'Us')).rejects.toMatchObject({ code: 'validation_failed' })
  await service.authenticator.authenticate(text)
})

it('what fails during the deletion is left to the retention job', async () => {
  const fixture = new AccountFixture()
  const id = await fixture.account()
  const jobs = new Jobs(fixture.store, () => fixture.environment.time)
  const files = { deleteOfAccount: () => Promise.reject(new Error('no disk')) } as unknown as KeptFiles
  const deletion = new AccountDeletion(fixture.book, jobs, files)
  await expect(deletion.delete(OPERATOR, id, 'Acme')).rejects.toThrow('no disk')
  const kinds = (await fixture.store.range('jobs', { limit: 10 })).map(({ row }) => row.kind)
  expect(kinds).toEqual(['retention'])
})
