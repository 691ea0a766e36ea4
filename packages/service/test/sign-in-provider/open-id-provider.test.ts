import { afterEach, expect, it, vi } from 'vitest'
import { OpenIdProvider } from '../../src/sign-in-provider/open-id-provider.ts'

const SETTINGS = {
  name: 'x',
  clientId: 'a',
  redirectUri: 'http://127.0.0.1/callback',
  scopes: ['openid'],
  groupsClaim: 'groups',
  groupRoles: {},
}

afterEach(() => void vi.unstubAllGlobals())

it('an issuer that stands for many organizations is refused', async () => {
  const address = 'https://login.microsoftonline.com'
  const metadata = {
    issuer: `${address}/{tenantid}/v2.0`,
    authorization_endpoint: `${address}/common/oauth2/v2.0/authorize`,
    token_endpoint: `${address}/common/oauth2/v2.0/token`,
    jwks_uri: `${address}/common/discovery/v2.0/keys`,
  }
  vi.stubGlobal('fetch', async () => Response.json(metadata))
  const start = (issuer: string): Promise<unknown> => new OpenIdProvider({ ...SETTINGS, issuer }, () => 0).start()
  await expect(start(`${address}/common/v2.0`)).rejects.toMatchObject({
    problem: { reason: 'provider_unavailable', code: 'ISSUER_OF_MANY_TENANTS' },
  })
})

it('all who wait for a provider that is away get the same refusal', async () => {
  const provider = new OpenIdProvider({ ...SETTINGS, issuer: 'http://127.0.0.1:9' }, () => 0)
  const all = await Promise.allSettled([provider.start(), provider.start(), provider.start()])
  for (const one of all) {
    expect(one).toMatchObject({ status: 'rejected', reason: { problem: { reason: 'provider_unavailable' } } })
  }
})
