import { OPERATOR } from '@utpid/service'
import type { ProviderSettings, Role, SignInProblem } from '@utpid/service/internal'
import { TestProvider, type TestProviderOptions } from '@utpid/testing/sign-in-provider'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

const REDIRECT_URI = 'https://registry.example.com/account/session/provider/callback'
const ANNA = { email: 'Anna@example.com', email_verified: true, name: 'Anna', groups: ['content'] }
const ROLES: Readonly<Record<string, Role>> = { content: 'reviewer', ops: 'admin', boss: 'owner' }

afterEach(() => void vi.useRealTimers())

interface Scene {
  readonly provider: TestProvider
  readonly hosted: HostedTestService
  readonly problems: SignInProblem[]
}

async function scene(
  options: Partial<TestProviderOptions> = {},
  settings: Partial<ProviderSettings> = {},
  passwords = true,
): Promise<Scene> {
  const provider = await TestProvider.start({ redirectUri: REDIRECT_URI, ...options })
  onTestFinished(() => provider.close())
  provider.people.set('anna', { ...ANNA })
  provider.signsIn = 'anna'
  const problems: SignInProblem[] = []
  const { issuer, clientId, clientSecret } = provider
  const common = { name: 'Acme', scopes: ['openid', 'email', 'profile'], groupsClaim: 'groups', groupRoles: ROLES }
  const own = { ...common, issuer, clientId, clientSecret, redirectUri: REDIRECT_URI, ...settings }
  const signIn = { passwords, provider: own, onProblem: (problem: SignInProblem) => void problems.push(problem) }
  return { provider, problems, hosted: await hostedTestService([], {}, { signIn }) }
}

/** A browser as far as redirects and cookies go. */
class Browser {
  readonly #cookies = new Map<string, string>()
  readonly #hosted: HostedTestService

  constructor(hosted: HostedTestService) {
    this.#hosted = hosted
  }

  async get(path: string): Promise<Response> {
    return await this.#visit(new URL(path, this.#hosted.address))
  }

  /** Starts a sign-in, and goes on at the provider until it sends the browser back. @returns that address */
  async toProvider(): Promise<URL> {
    let response = await this.get('/account/session/provider')
    for (let step = 0; step < 20; step++) {
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
      const url = new URL(location, response.url)
      if (url.href.startsWith(REDIRECT_URI) || url.pathname === '/dashboard') return url
      response = await this.#visit(url)
    }
    throw new Error('The provider sends the browser in circles.')
  }

  /** Comes back from the provider. @returns where the dashboard is then opened */
  async back({ search }: URL): Promise<string> {
    const response = await this.get(`/account/session/provider/callback${search}`)
    expect([response.status, await response.text()]).toEqual([303, ''])
    const { pathname, hash } = new URL(response.headers.get('location') ?? '', response.url)
    return pathname + hash
  }

  async signIn(): Promise<string> {
    return await this.back(await this.toProvider())
  }

  async session(): Promise<{ scopes: string[]; member: { id: string; name: string; role: string } } | undefined> {
    const response = await this.get('/account/session')
    return response.status === 204 ? undefined : await jsonOf(response)
  }

  async #visit(url: URL): Promise<Response> {
    const isOwn = url.origin === new URL(this.#hosted.address).origin
    const place = isOwn ? 'own' : 'provider'
    const cookie = [...this.#cookies]
      .filter(([name]) => name.startsWith(place))
      .map(([name, value]) => `${name.slice(place.length)}=${value}`)
      .join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      this.#cookies.set(place + name, value)
    }
    return response
  }
}

describe('a sign-in with the provider', () => {
  it('creates a member with the role of the groups, and opens a session', async () => {
    const { hosted } = await scene()
    const browser = new Browser(hosted)
    expect(await jsonOf(await hosted.fetch('/account/sign-in'))).toEqual({
      passwords: true,
      provider: { name: 'Acme' },
    })
    expect(await browser.signIn()).toBe('/dashboard')
    expect(await browser.session()).toMatchObject({ member: { name: 'Anna', role: 'reviewer' } })
    const [member] = await hosted.service.members.list(OPERATOR, hosted.accountId)
    expect(member).toMatchObject({ email: 'anna@example.com', provider: true, totp: false, status: 'active' })
  })

  it('asks for PKCE, state and nonce, and sets cookies that scripts cannot read', async () => {
    const { hosted } = await scene()
    const response = await hosted.fetch('/account/session/provider', { redirect: 'manual' })
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect([searchParams.get('code_challenge_method'), searchParams.get('response_type')]).toEqual(['S256', 'code'])
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    expect(response.headers.get('set-cookie')).toMatch(
      /^utpid_sign_in=v1\.[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
    )
  })

  it('follows the groups at each sign-in, and knows a person by id, not by e-mail', async () => {
    const { hosted, provider } = await scene()
    await new Browser(hosted).signIn()
    provider.people.set('anna', { ...ANNA, email: 'other@example.com', groups: ['nothing', 'ops', 'content'] })
    const browser = new Browser(hosted)
    await browser.signIn()
    expect(await browser.session()).toMatchObject({ member: { role: 'admin' } })
    expect(await hosted.service.members.list(OPERATOR, hosted.accountId)).toHaveLength(1)
  })

  it('reads groups from the token, from nested claims and from the account of the settings', async () => {
    const { hosted, provider } = await scene({ claimsInToken: true }, { groupsClaim: 'realm_access.roles' })
    provider.people.set('anna', { ...ANNA, groups: [], realm_access: { roles: 'ops' } })
    const browser = new Browser(hosted)
    expect(await browser.signIn()).toBe('/dashboard')
    expect(await browser.session()).toMatchObject({ member: { role: 'admin' } })
  })

  it('refuses a person without a mapped group, and disables the member until a group returns', async () => {
    const { hosted, provider, problems } = await scene()
    provider.people.set('anna', { ...ANNA, groups: ['toString', 'none'] })
    expect(await new Browser(hosted).signIn()).toBe('/dashboard#/sign-in/no_group')
    expect(problems).toEqual([{ reason: 'no_group', subject: 'anna' }])
    expect(await hosted.service.members.list(OPERATOR, hosted.accountId)).toEqual([])
    provider.people.set('anna', { ...ANNA })
    const first = new Browser(hosted)
    await first.signIn()
    provider.people.set('anna', { ...ANNA, groups: [] })
    expect(await new Browser(hosted).signIn()).toBe('/dashboard#/sign-in/no_group')
    expect(await first.session()).toBeUndefined()
    const [member] = await hosted.service.members.list(OPERATOR, hosted.accountId)
    expect(member).toMatchObject({ status: 'disabled', disabledBy: 'provider' })
    provider.people.set('anna', { ...ANNA })
    expect(await new Browser(hosted).signIn()).toBe('/dashboard')
  })

  it('does not enable a member whom a person disabled', async () => {
    const { hosted } = await scene()
    await new Browser(hosted).signIn()
    const [member] = await hosted.service.members.list(OPERATOR, hosted.accountId)
    await hosted.service.members.update(OPERATOR, hosted.accountId, member?.id ?? '', { status: 'disabled' })
    expect(await new Browser(hosted).signIn()).toBe('/dashboard#/sign-in/member_disabled')
  })

  it('keeps the last owner, with or without groups', async () => {
    const { hosted, provider } = await scene()
    provider.people.set('anna', { ...ANNA, groups: ['boss'] })
    await new Browser(hosted).signIn()
    provider.people.set('anna', { ...ANNA })
    const browser = new Browser(hosted)
    await browser.signIn()
    expect(await browser.session()).toMatchObject({ member: { role: 'owner' } })
    provider.people.set('anna', { ...ANNA, groups: [] })
    expect(await new Browser(hosted).signIn()).toBe('/dashboard#/sign-in/no_group')
    expect(await browser.session()).toBeUndefined()
    const [member] = await hosted.service.members.list(OPERATOR, hosted.accountId)
    expect(member).toMatchObject({ status: 'active', role: 'owner' })
  })

  it('links a member of the same verified address, and no other', async () => {
    const { hosted, provider } = await scene()
    const { service, accountId } = hosted
    const invited = { name: 'Anna of old', email: 'anna@example.com', role: 'viewer' } as const
    const { text } = await service.members.invite(OPERATOR, accountId, invited)
    provider.people.set('anna', { ...ANNA, email_verified: false })
    expect(await new Browser(hosted).signIn()).toBe('/dashboard#/sign-in/email_taken')
    provider.people.set('anna', { ...ANNA })
    const browser = new Browser(hosted)
    await browser.signIn()
    expect(await browser.session()).toMatchObject({ member: { name: 'Anna of old', role: 'reviewer' } })
    await expect(service.members.acceptInvitation(text, 'a long enough password')).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
    provider.people.set('eve', { ...ANNA })
    provider.signsIn = 'eve'
    expect(await new Browser(hosted).signIn()).toBe('/dashboard#/sign-in/email_taken')
  })

  it('reads groups of the person’s data if the token has none', async () => {
    const { hosted, provider } = await scene()
    provider.changeToken = (claims) => ({ ...claims, groups: [] })
    expect(await new Browser(hosted).signIn()).toBe('/dashboard')
  })

  it('does not take an address of the token as verified because the person’s data verify another', async () => {
    const { hosted, provider } = await scene()
    const boss = { name: 'Boss', email: 'boss@example.com', role: 'admin' } as const
    await hosted.service.members.invite(OPERATOR, hosted.accountId, boss)
    provider.changeToken = (claims) => ({ ...claims, email: boss.email })
    expect(await new Browser(hosted).signIn()).toBe('/dashboard#/sign-in/email_taken')
  })

  it('needs an e-mail address', async () => {
    const { hosted, provider } = await scene()
    provider.people.set('anna', { groups: ['content'] })
    expect(await new Browser(hosted).signIn()).toBe('/dashboard#/sign-in/no_email')
  })
})

describe('a sign-in with the provider fails', () => {
  it('with another state, without the cookie, and with the cookie of another browser', async () => {
    const { hosted, problems } = await scene()
    const [one, other] = [new Browser(hosted), new Browser(hosted)]
    const back = await one.toProvider()
    await other.toProvider()
    expect(await other.back(back)).toBe('/dashboard#/sign-in/expired')
    expect(await new Browser(hosted).back(back)).toBe('/dashboard#/sign-in/expired')
    const changed = new URL(back)
    changed.searchParams.set('state', 'x'.repeat(43))
    expect(await one.back(changed)).toBe('/dashboard#/sign-in/expired')
    // The cookie is used up.
    expect(await one.back(back)).toBe('/dashboard#/sign-in/expired')
    expect(problems.map(({ code }) => code)).toEqual(['STATE_MISMATCH', 'NO_COOKIE', 'STATE_MISMATCH', 'NO_COOKIE'])
    expect(await one.session()).toBeUndefined()
  })

  it('with an expired code, and after ten minutes', async () => {
    const { hosted, problems } = await scene()
    const browser = new Browser(hosted)
    const back = await browser.toProvider()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await browser.back(back)).toBe('/dashboard#/sign-in/expired')
    expect(problems).toEqual([expect.objectContaining({ reason: 'expired', providerError: 'invalid_grant' })])
    vi.useRealTimers()
    const late = await browser.toProvider()
    hosted.advance(600_001)
    expect(await browser.back(late)).toBe('/dashboard#/sign-in/expired')
    expect(problems[1]).toEqual({ reason: 'expired', code: 'TOO_LATE' })
  })

  it.each([
    ['audience', (claims: object) => ({ ...claims, aud: 'another-service' })],
    ['issuer', (claims: object) => ({ ...claims, iss: 'http://127.0.0.1:1' })],
    ['nonce', (claims: object) => ({ ...claims, nonce: 'of another sign-in' })],
    ['time', (claims: object) => ({ ...claims, exp: 1_000 })],
  ])('with an id token of another %s', async (_, change) => {
    const { hosted, provider, problems } = await scene()
    provider.changeToken = change
    const browser = new Browser(hosted)
    expect(await browser.signIn()).toBe('/dashboard#/sign-in/invalid_answer')
    expect(await browser.session()).toBeUndefined()
    expect(problems).toEqual([{ reason: 'invalid_answer', code: expect.stringMatching(/^OAUTH_/) }])
  })

  it('with a wrong secret of the client, without the secret in the log', async () => {
    const { hosted, problems } = await scene({}, { clientSecret: 'a wrong secret' })
    expect(await new Browser(hosted).signIn()).toBe('/dashboard#/sign-in/provider_unavailable')
    expect(problems).toEqual([expect.objectContaining({ providerError: 'invalid_client', status: 401 })])
    expect(JSON.stringify(problems)).not.toContain('wrong secret')
  })

  it('if the person cancels', async () => {
    const { hosted, provider } = await scene()
    provider.signsIn = undefined
    expect(await new Browser(hosted).signIn()).toBe('/dashboard#/sign-in/not_completed')
  })

  it('while the provider is down, and works when it is back', async () => {
    const { hosted, provider, problems } = await scene()
    const browser = new Browser(hosted)
    const back = await browser.toProvider()
    await provider.close()
    expect(await browser.back(back)).toBe('/dashboard#/sign-in/provider_unavailable')
    const { hosted: other, problems: ofOther } = await scene({}, { issuer: provider.issuer })
    expect((await new Browser(other).toProvider()).hash).toBe('#/sign-in/provider_unavailable')
    for (const each of [...problems, ...ofOther]) {
      expect(each).toEqual({ reason: 'provider_unavailable', code: 'ECONNREFUSED' })
    }
  })

  it('for all who start while the provider is away', async () => {
    const { hosted, problems } = await scene({}, { issuer: 'http://127.0.0.1:9' })
    const start = (): Promise<Response> => hosted.fetch('/account/session/provider', { redirect: 'manual' })
    const all = await Promise.all([start(), start(), start()])
    for (const response of all) {
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        expect.stringContaining('#/sign-in/provider_unavailable'),
      ])
    }
    expect(problems).toHaveLength(3)
  })

  it('if the settings name an account that does not exist', async () => {
    const { hosted } = await scene({}, { accountId: 'none' })
    expect(await new Browser(hosted).signIn()).toBe('/dashboard#/sign-in/account_unavailable')
  })
})

it('without passwords, only the provider and keys open sessions', async () => {
  const { hosted } = await scene({}, {}, false)
  const post = (path: string, body: unknown): Promise<Response> =>
    hosted.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const refused = [
    await post('/account/session', { email: 'anna@example.com', password: 'a long enough password' }),
    await post('/account/invitation', { invitation: 'utp_invite_x', password: 'a long enough password' }),
  ]
  for (const response of refused) {
    expect([response.status, await jsonOf(response)]).toEqual([403, expect.objectContaining({ code: 'passwords_off' })])
  }
  expect((await post('/account/session', { key: hosted.key })).status).toBe(200)
  expect(await new Browser(hosted).signIn()).toBe('/dashboard')
})

it('without a provider, there is nothing to sign in with', async () => {
  const { fetch: call } = await hostedTestService([])
  for (const path of ['/account/session/provider', '/account/session/provider/callback?code=1&any=2']) {
    expect((await call(path, { redirect: 'manual' })).status).toBe(404)
  }
})
