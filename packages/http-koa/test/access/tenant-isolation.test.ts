import { OPERATOR } from '@utpid/service'
import { allows, ROLE_NAMES, ROLES, type ServiceTable, serviceRows } from '@utpid/service/internal'
import { expect, it } from 'vitest'
import { pathParameters, ROUTES, type Route } from '../../src/index.ts'
import { type AccountObjects, LOOPBACK_RECEIVERS, makeAccountObjects } from '../support/account-objects.ts'
import { type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

/** The kind of account object that a path parameter identifies, by the path up to the parameter. */
const OBJECTS: Readonly<Record<string, keyof AccountObjects>> = {
  '/account/keys/{id}': 'key',
  '/account/members/{id}': 'member',
  '/account/services/{id}': 'service',
  '/account/webhooks/{id}': 'webhook',
  '/account/webhooks/{id}/deliveries/{deliveryId}': 'delivery',
  '/account/logs/{requestId}': 'request',
  '/registry/batch-map/{id}': 'batch',
  '/registry/import/{id}': 'import',
  '/registry/concordance-import/{id}': 'concordance',
}
/**
 * Paths without objects of an account: the registry, which all accounts share, the operator's routes, and public
 * dashboard files. Sessions belong to their members; no key sees them.
 */
const SHARED =
  /^\/(admin|account\/sessions|dashboard\/assets|registry\/(product|duplicates|alerts|supplier|suppliers|changes|concordances))\//

/** Valid bodies by operation. */
const BODIES: Readonly<Record<string, unknown>> = {
  updateKey: { name: 'Taken' },
  rotateKey: { overlapSeconds: 0 },
  updateMember: { role: 'owner' },
  updateWebhook: { status: 'disabled' },
  recoverDeliveries: { since: '2026-11-01T00:00:00Z' },
}
/** Headers whose values differ for each request. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['x-request-id', 'date', 'traceparent'])

/** Tables that change even without a request from another account. */
const OWN_COURSE: ReadonlySet<ServiceTable> = new Set<ServiceTable>([
  'key_uses',
  'quotas',
  'usage',
  'request_logs',
  'request_ids',
  'deliveries',
  'deliveries_due',
])

/** @returns undefined for a route without objects of an account. */
function objectsOf({ path }: Route): (keyof AccountObjects)[] | undefined {
  const named = pathParameters(path).map((name) => path.slice(0, path.indexOf(`{${name}}`) + name.length + 2))
  if (named.length === 0 || SHARED.test(path)) return undefined
  return named.map((prefix) => {
    const object = OBJECTS[prefix]
    if (object === undefined) throw new Error(`OBJECTS has no entry for ${prefix}; add it to this test.`)
    return object
  })
}

const NAMING: readonly Route[] = ROUTES.filter((route) => objectsOf(route) !== undefined)

function isLetIn({ access }: Route, scopes: readonly string[]): boolean {
  return 'scope' in access && [access.scope, ...(access.or ?? [])].some((scope) => allows(scopes, scope))
}

/** Returns all parts of a response that the sender can observe. */
async function answerTo(
  hosted: HostedTestService,
  route: Route,
  ids: readonly string[],
  key: string,
): Promise<{ status: number; headers: unknown; body: string }> {
  const path = pathParameters(route.path).reduce(
    (text, name, at) => text.replace(`{${name}}`, ids[at] ?? ''),
    route.path,
  )
  const hasBody = route.body !== undefined
  const response = await hosted.ask(route.method, path, {
    key,
    ...(hasBody ? { body: BODIES[route.operationId] ?? {} } : {}),
  })
  const headers = [...response.headers].filter(([name]) => !OWN_HEADERS.has(name))
  const requestId = response.headers.get('x-request-id') ?? ''
  return { status: response.status, headers, body: (await response.text()).replaceAll(requestId, '') }
}

/** Returns a valid id, in the form of the given id, that belongs to no object. */
function missing(id: string): string {
  return `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
}

async function rowsOf({ service }: HostedTestService, accountId: string): Promise<string[]> {
  const rows: string[] = []
  for await (const each of serviceRows(service.store)) {
    const text = JSON.stringify(each)
    if (!OWN_COURSE.has(each.table) && text.includes(accountId)) rows.push(text)
  }
  return rows
}

it('covers every account object that a route identifies', () => {
  expect(NAMING.length).toBeGreaterThan(20)
  expect(new Set(NAMING.flatMap((route) => objectsOf(route)))).toEqual(new Set(Object.values(OBJECTS)))
})

it.each(['*', ...ROLE_NAMES] as const)(
  'responds to role %s of another account as to a missing object, byte for byte, and changes nothing',
  async (role) => {
    const hosted = await hostedTestService(undefined, LOOPBACK_RECEIVERS)
    const owner = await hosted.newKey(['*'], 'enterprise')
    const other = await hosted.newKey(['*'], 'enterprise')
    const scopes = role === '*' ? ['*' as const] : [...ROLES[role]]
    const { text: key } = await hosted.service.keys.create(OPERATOR, other.accountId, { name: role, scopes })
    const [theirs, own] = [await makeAccountObjects(hosted, owner.key), await makeAccountObjects(hosted, other.key)]
    const before = await rowsOf(hosted, owner.accountId)
    expect(before.length).toBeGreaterThan(8)
    for (const route of NAMING) {
      const objects = objectsOf(route) as (keyof AccountObjects)[]
      // Use one object of another account; all other objects in the request belong to the caller's account.
      for (const [at] of objects.entries()) {
        const idsWith = (id: (object: keyof AccountObjects) => string): string[] =>
          objects.map((object, index) => (index === at ? id(object) : own[object]))
        const foreign = await answerTo(
          hosted,
          route,
          idsWith((object) => theirs[object]),
          key,
        )
        const unknown = await answerTo(
          hosted,
          route,
          idsWith((object) => missing(own[object])),
          key,
        )
        expect([route.operationId, foreign]).toEqual([route.operationId, unknown])
        expect([route.operationId, foreign.status]).toEqual([route.operationId, isLetIn(route, scopes) ? 404 : 403])
      }
    }
    expect(await rowsOf(hosted, owner.accountId)).toEqual(before)
  },
)

it('assigns no key to a member of another account, and finds no requests of another account', async () => {
  const hosted = await hostedTestService(undefined, LOOPBACK_RECEIVERS)
  const [owner, other] = [await hosted.newKey(['*'], 'enterprise'), await hosted.newKey(['*'], 'enterprise')]
  const [theirs, own] = [await makeAccountObjects(hosted, owner.key), await makeAccountObjects(hosted, other.key)]
  const withoutId = async (response: Response): Promise<unknown> => ({ ...(await jsonOf(response)), requestId: '' })
  for (const kind of ['member', 'service'] as const) {
    const assigned = (id: string): [string, string, unknown][] => [
      ['POST', '/account/keys', { name: 'Key', scopes: ['registry:read'], assignee: { kind, id } }],
      ['PATCH', `/account/keys/${own.key}`, { assignee: { kind, id } }],
    ]
    for (const [at, [method, path, body]] of assigned(theirs[kind]).entries()) {
      const foreign = await hosted.ask(method, path, { key: other.key, body })
      const unknown = await hosted.ask(method, path, { key: other.key, body: assigned(missing(own[kind]))[at]?.[2] })
      expect(foreign.status).toBe(unknown.status)
      expect(foreign.status).toBeGreaterThanOrEqual(400)
      expect(await withoutId(foreign)).toEqual(await withoutId(unknown))
    }
  }
  const logs = async (query: string): Promise<{ results: { requestId: string }[]; next: string | null }> =>
    await jsonOf(await hosted.ask('GET', `/account/logs?${query}`, { key: other.key }))
  const theirLogs = await jsonOf(await hosted.ask('GET', '/account/logs?limit=2', { key: owner.key }))
  expect((await logs(`key=${theirs.key}`)).results).toEqual([])
  const ofTheirCursor = await logs(`cursor=${theirLogs.next}`)
  expect(ofTheirCursor.results.filter(({ requestId }) => requestId === theirs.request)).toEqual([])
})
