import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Configuration, Provider } from 'oidc-provider'

/** A person at the provider. Tests change the claims between sign-ins. */
export interface TestPerson {
  email?: string
  email_verified?: boolean
  name?: string
  groups?: readonly string[]
  [claim: string]: unknown
}

/** Options of {@link TestProvider.start}. */
export interface TestProviderOptions {
  readonly redirectUri: string
  readonly clientId?: string
  readonly clientSecret?: string
  /** Lifetime of a code in seconds. Default: 60. */
  readonly codeSeconds?: number
  /** Whether claims are in the id token. Default: only at the endpoint for the person's data. */
  readonly claimsInToken?: boolean
}

/**
 * `oidc-provider` on a free loopback port. Instead of a login page, the provider signs in the person that
 * {@link signsIn} names.
 */
export class TestProvider {
  readonly people: Map<string, TestPerson> = new Map()
  /** Changes the claims of the next id tokens, which are then signed again. */
  changeToken: ((claims: Record<string, unknown>) => Record<string, unknown>) | undefined
  /** The person whom the next sign-ins are for. Undefined: the person cancels the sign-in. */
  signsIn: string | undefined
  readonly clientId: string
  readonly clientSecret: string
  readonly #server: Server
  readonly #address: string

  private constructor(server: Server, address: string, { clientId, clientSecret }: Required<ClientOptions>) {
    this.#server = server
    this.#address = address
    this.clientId = clientId
    this.clientSecret = clientSecret
  }

  /** The issuer. */
  get issuer(): string {
    return this.#address
  }

  static async start(options: TestProviderOptions): Promise<TestProvider> {
    const { clientId = 'utpid', clientSecret = 'a secret of the client' } = options
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const made = new TestProvider(server, address, { clientId, clientSecret })
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const provider = new Provider(address, configuration(made, options, privateKey))
    provider.use(async (context, next) => {
      await next()
      const body = context.body as { id_token?: string } | undefined
      if (context.path !== '/token' || typeof body?.id_token !== 'string' || made.changeToken === undefined) return
      body.id_token = signedAgain(body.id_token, made.changeToken, privateKey)
    })
    provider.on('server_error', (_, error) => console.error(error))
    server.on('request', (request, response) => {
      const { pathname } = new URL(request.url ?? '/', address)
      const [, path] = pathname.split('/')
      if (path === 'interaction') {
        void finishInteraction(provider, made, request, response).catch((error: unknown) => {
          response.statusCode = 500
          response.end(String(error))
        })
      } else provider.callback()(request, response)
    })
    return made
  }

  /** Stops answering. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }
}

interface ClientOptions {
  readonly clientId?: string
  readonly clientSecret?: string
}

type Request = Parameters<Provider['interactionFinished']>[0]
type Response = Parameters<Provider['interactionFinished']>[1]

async function finishInteraction(
  provider: Provider,
  { signsIn }: TestProvider,
  request: Request,
  response: Response,
): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
  if (signsIn === undefined) {
    await provider.interactionFinished(request, response, { error: 'access_denied' })
    return
  }
  if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId: signsIn, remember: false } })
    return
  }
  const accountId = session?.accountId ?? signsIn
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant = known ?? new provider.Grant({ accountId, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
}

/** Returns an id token with changed claims and a valid signature. */
function signedAgain(
  token: string,
  change: (claims: Record<string, unknown>) => Record<string, unknown>,
  key: KeyObject,
): string {
  const [head = '', content = ''] = token.split('.')
  const claims = change(JSON.parse(Buffer.from(content, 'base64url').toString()))
  const signed = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

function configuration(
  made: TestProvider,
  { redirectUri, codeSeconds = 60, claimsInToken = false }: TestProviderOptions,
  key: KeyObject,
): Configuration {
  return {
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'test' } as never] },
    clients: [
      {
        client_id: made.clientId,
        client_secret: made.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['a key of the cookies'] },
    claims: { openid: ['sub', 'groups', 'realm_access'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !claimsInToken,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    ttl: { AuthorizationCode: codeSeconds, Session: 60, Interaction: 60, Grant: 60, IdToken: 60, AccessToken: 60 },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...made.people.get(sub), sub }) }),
  }
}
