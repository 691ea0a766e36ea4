import { OPERATOR } from '@utpid/service'
import { SCOPE_NAMES, type Scope } from '@utpid/service/internal'
import { few } from '@utpid/testing'
import { describe, expect, it } from 'vitest'
import { ROUTES, type Route } from '../../src/index.ts'
import { type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

/** Scopes that only work in the operator's account. */
const OF_OPERATOR: ReadonlySet<Scope> = new Set<Scope>(['metrics:read', 'admin:accounts', 'admin:plans', 'admin:jobs'])

/** Returns the scopes that admit a key to a route. */
function sufficientScopes({ access }: Route): readonly Scope[] {
  return 'scope' in access ? [access.scope, ...(access.or ?? [])] : []
}

/** Of this many routes that do not admit a scope, the short run calls one. */
const PART = 4

/** Returns the routes that admit a scope, and in the short run a quarter of the others. */
function callsOf(scope: Scope): readonly Route[] {
  const from = SCOPE_NAMES.indexOf(scope)
  return ROUTES.filter((route, at) => sufficientScopes(route).includes(scope) || (from + at) % PART < few(PART))
}

/** Calls routes with a key of one scope. Only routes that declare the scope may admit the key. */
async function expectAsDeclared(
  { ask }: HostedTestService,
  scope: Scope,
  key: string,
  isHeld: boolean,
  routes: readonly Route[] = callsOf(scope),
): Promise<void> {
  for (const route of routes) {
    const { method, path, operationId } = route
    const sufficient = sufficientScopes(route)
    if (sufficient.length === 0) continue
    // Only the operator may export the whole registry.
    const asked = operationId === 'export' ? `${path}?format=crosswalk` : path.replaceAll(/\{\w+\}/g, 'x')
    const response = await ask(method, asked, { key })
    const type = response.headers.get('content-type') ?? ''
    const answer = type.includes('json') && !type.includes('ndjson') ? await jsonOf(response) : await response.text()
    const isLetIn = !(response.status === 403 && answer.code === 'insufficient_scope')
    expect([operationId, scope, isLetIn]).toEqual([operationId, scope, isHeld && sufficient.includes(scope)])
    if (!isLetIn) expect(answer.requiredScopes).toEqual(sufficient)
    else expect([200, 400, 404, 415, 422]).toContain(response.status)
  }
}

describe.each(SCOPE_NAMES)('a key with the scope %s alone', (scope) => {
  it('is admitted exactly where the route table declares it', async () => {
    const hosted = await hostedTestService()
    const { service, accountId } = hosted
    const made = await service.keys.create(OPERATOR, accountId, { name: 'Narrow', scopes: [scope] })
    await expectAsDeclared(hosted, scope, made.text, true)
  })

  it('is admitted to no operator routes in other accounts', async () => {
    const hosted = await hostedTestService()
    const { accountId } = await hosted.newKey(['registry:read'], 'enterprise')
    const made = await hosted.service.keys
      .create(OPERATOR, accountId, { name: 'Narrow', scopes: [scope] })
      .catch(() => undefined)
    // The other routes do not depend on the account.
    const routes = ROUTES.filter((route) =>
      sufficientScopes(route).some((each) => each === scope || OF_OPERATOR.has(each)),
    )
    if (made !== undefined) await expectAsDeclared(hosted, scope, made.text, !OF_OPERATOR.has(scope), routes)
    else expect([...OF_OPERATOR]).toContain(scope)
  })
})
