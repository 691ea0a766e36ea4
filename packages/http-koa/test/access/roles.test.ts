import { rowKey } from '@utpid/core/storage'
import { OPERATOR } from '@utpid/service'
import { ROLE_NAMES, type Role } from '@utpid/service/internal'
import { expect, it } from 'vitest'
import { ROUTES, type Route } from '../../src/index.ts'
import { type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'
import { ROLE_TABLE } from './role-table.ts'

/** Query and body of routes of which the service, and not only the scope, admits a role. */
const ASKED: Readonly<Record<string, { readonly query?: string; readonly body?: unknown }>> = {
  deleteAccount: { query: '?name=another' },
  transferOwnership: { body: { member: 'x' } },
}

/** Creates an active member, without a password. */
async function memberOf({ service }: HostedTestService, accountId: string, role: Role): Promise<string> {
  const invited = { name: role, email: `${role}-${crypto.randomUUID()}@example.com`, role }
  const { id } = (await service.members.invite(OPERATOR, accountId, invited)).member
  const key = rowKey(accountId, id)
  const [stored] = await service.store.read('members', [key])
  if (stored === undefined) throw new Error('The member does not exist.')
  const { invitation: _, ...row } = stored.row
  await service.store.write([{ table: 'members', key, row: { ...row, status: 'active' } }])
  return id
}

async function cookieOf({ service }: HostedTestService, accountId: string, memberId: string): Promise<string> {
  return `utpid_session=${(await service.sessions.signInFromProvider(accountId, memberId)).text}`
}

/** Sends a request of a route, with ids that no object has. @returns whether the role is admitted */
async function isLetIn(
  hosted: HostedTestService,
  { method, path, operationId }: Route,
  cookie: string,
): Promise<boolean> {
  const { query = operationId === 'export' ? '?format=crosswalk' : '', body } = ASKED[operationId] ?? {}
  const response = await hosted.ask(method, `${path.replaceAll(/\{\w+\}/g, 'x')}${query}`, {
    headers: { authorization: '', cookie },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  expect([operationId, response.status < 500]).toEqual([operationId, true])
  return !(response.status === 403 && text.includes('"insufficient_scope"'))
}

it('names each route', () => {
  expect(Object.keys(ROLE_TABLE).sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort())
})

it.each(ROLE_NAMES)('a session of the role %s is admitted exactly to the routes of the table', async (role) => {
  const hosted = await hostedTestService([], {}, { isIdle: true })
  const { accountId } = await hosted.newKey(['*'], 'enterprise')
  await memberOf(hosted, accountId, 'owner')
  const member = await memberOf(hosted, accountId, role)
  const found: Record<string, boolean> = {}
  const expected: Record<string, boolean> = {}
  for (const route of ROUTES) {
    const endpoint = `${route.method} ${route.path}`
    found[endpoint] = await isLetIn(hosted, route, await cookieOf(hosted, accountId, member))
    expected[endpoint] = ROLE_TABLE[endpoint]?.includes(role) === true
  }
  expect(found).toEqual(expected)
})

it.each(ROLE_NAMES)('a member with the role %s changes an owner only as an owner', async (role) => {
  const hosted = await hostedTestService([], {}, { isIdle: true })
  const { accountId } = await hosted.newKey(['*'], 'enterprise')
  const [owner, member] = [await memberOf(hosted, accountId, 'owner'), await memberOf(hosted, accountId, role)]
  const path = `/account/members/${owner}`
  const changes: readonly (readonly [method: string, path: string, body?: unknown])[] = [
    ['GET', `${path}/sessions`],
    ['DELETE', `${path}/sessions`],
    ['DELETE', `${path}/totp`],
    ['POST', `${path}/invitation`, {}],
    ['PATCH', path, { name: 'Renamed' }],
    ['PATCH', path, { role: 'viewer' }],
    ['PATCH', path, { status: 'disabled' }],
    ['DELETE', path],
    ['POST', '/account/members', { name: 'New', email: 'new@example.com', role: 'owner' }],
    ['PATCH', `/account/members/${member}`, { role: 'owner' }],
    ['POST', '/account/ownership', { member: owner }],
    ['DELETE', '/account?name=another'],
  ]
  const headers = { authorization: '', cookie: await cookieOf(hosted, accountId, member) }
  for (const [method, asked, body] of changes) {
    const response = await hosted.ask(method, asked, { headers, ...(body === undefined ? {} : { body }) })
    const isRefused = response.status === 403
    await response.text()
    expect([method, asked, body, isRefused]).toEqual([method, asked, body, role !== 'owner'])
  }
})

it('transfers the ownership, and the former owner is an admin', async () => {
  const hosted = await hostedTestService([], {}, { isIdle: true })
  const { accountId } = await hosted.newKey(['*'], 'enterprise')
  const [owner, viewer] = [await memberOf(hosted, accountId, 'owner'), await memberOf(hosted, accountId, 'viewer')]
  const headers = { authorization: '', cookie: await cookieOf(hosted, accountId, owner) }
  const transfer = (member: string): Promise<Response> =>
    hosted.ask('POST', '/account/ownership', { headers, body: { member } })
  const invited = { name: 'Invited', email: 'invited@example.com', role: 'admin' } as const
  const { member: waiting } = await hosted.service.members.invite(OPERATOR, accountId, invited)
  for (const [member, status] of [
    [owner, 422],
    [waiting.id, 422],
    ['nobody', 404],
    [viewer, 200],
    [viewer, 403],
  ] as const) {
    expect([member, (await transfer(member)).status]).toEqual([member, status])
  }
  const members = await hosted.service.members.list(OPERATOR, accountId)
  expect(members.map(({ id, role }) => [id, role])).toEqual([
    [owner, 'admin'],
    [viewer, 'owner'],
    [waiting.id, 'admin'],
  ])
  const { results } = await jsonOf(await hosted.ask('GET', '/account/audit', { headers }))
  expect(results[0]).toMatchObject({ action: 'account.transferred', target: viewer, details: { from: owner } })
})
