import * as openId from 'openid-client'
import type { ProviderSettings } from './provider-settings.ts'
import { groupsIn } from './role-of-groups.ts'
import { type SignInProblem, SignInRefused } from './sign-in-refusal.ts'

/** Seconds to wait for an answer of the provider. */
const TIMEOUT_SECONDS = 10
/** Milliseconds after which the settings of the provider are read again. */
const CONFIGURATION_MS = 3_600_000
const MAX_TEXT = 200

/** Values that a sign-in must find again when the person comes back. Each value is random and used once. */
export interface SignInChecks {
  readonly state: string
  readonly nonce: string
  /** The secret of PKCE (RFC 7636). */
  readonly verifier: string
}

/** A person as the provider describes it. */
export interface ProviderPerson {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
  readonly name: string | undefined
  readonly groups: readonly string[]
}

/** A client of the provider: authorization code flow with PKCE, state and nonce. */
export class OpenIdProvider {
  readonly #settings: ProviderSettings
  readonly #now: () => number
  #configuration: { readonly value: Promise<openId.Configuration>; readonly readAt: number } | undefined

  constructor(settings: ProviderSettings, now: () => number) {
    this.#settings = settings
    this.#now = now
  }

  /** Returns the address at the provider for a new sign-in. @throws {SignInRefused} */
  async start(): Promise<{ readonly url: URL; readonly checks: SignInChecks }> {
    const { redirectUri, scopes } = this.#settings
    const checks = {
      state: openId.randomState(),
      nonce: openId.randomNonce(),
      verifier: openId.randomPKCECodeVerifier(),
    }
    const url = openId.buildAuthorizationUrl(await this.#configured(), {
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await openId.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    })
    return { url, checks }
  }

  /**
   * Exchanges the code of a returning person for the person's claims.
   *
   * @param query - The query with which the provider sent the person back.
   * @throws {SignInRefused}
   */
  async finish(query: URLSearchParams, { state, nonce, verifier }: SignInChecks): Promise<ProviderPerson> {
    if (query.get('state') !== state) throw new SignInRefused({ reason: 'expired', code: 'STATE_MISMATCH' })
    const url = new URL(this.#settings.redirectUri)
    url.search = query.toString()
    try {
      const configuration = await this.#configured()
      const tokens = await openId.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new SignInRefused({ reason: 'invalid_answer', code: 'NO_ID_TOKEN' })
      return personOf(claims, await this.#userInfo(configuration, claims, tokens.access_token), this.#settings)
    } catch (error) {
      throw error instanceof SignInRefused ? error : new SignInRefused(problemOf(error))
    }
  }

  /** Many providers give groups and e-mail only at the endpoint for the person's data. */
  async #userInfo(
    configuration: openId.Configuration,
    claims: openId.IDToken,
    accessToken: string,
  ): Promise<Claims | undefined> {
    const isComplete = claims.email !== undefined && groupsIn(claims, this.#settings.groupsClaim).length > 0
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return undefined
    return await openId.fetchUserInfo(configuration, accessToken, claims.sub)
  }

  /** Reads the settings of the provider. A failure is not kept: the next sign-in tries again. */
  async #configured(): Promise<openId.Configuration> {
    const now = this.#now()
    const known = this.#configuration
    if (known !== undefined && now >= known.readAt && now - known.readAt < CONFIGURATION_MS) return known.value
    const { issuer, clientId, clientSecret } = this.#settings
    const server = new URL(issuer)
    const options = {
      timeout: TIMEOUT_SECONDS,
      ...(server.protocol === 'http:' ? { execute: [openId.allowInsecureRequests] } : {}),
    }
    const authentication = clientSecret === undefined ? openId.None() : undefined
    // All who wait for the same answer get the same mapped error.
    const value = openId
      .discovery(server, clientId, clientSecret, authentication, options)
      .then(requireOneTenant)
      .catch((error: unknown) => {
        if (this.#configuration?.value === value) this.#configuration = undefined
        throw error instanceof SignInRefused
          ? error
          : new SignInRefused({ ...problemOf(error), reason: 'provider_unavailable' })
      })
    this.#configuration = { value, readAt: now }
    return await value
  }
}

/**
 * Refuses an issuer that stands for many organizations, such as `common` of Entra ID: anybody could be in a group of the
 * same name there.
 *
 * @throws {SignInRefused}
 */
function requireOneTenant(configuration: openId.Configuration): openId.Configuration {
  if (!configuration.serverMetadata().issuer.includes(TENANT_PLACEHOLDER)) return configuration
  throw new SignInRefused({ reason: 'provider_unavailable', code: 'ISSUER_OF_MANY_TENANTS' })
}

const TENANT_PLACEHOLDER = '{tenantid}'

type Claims = Readonly<Record<string, unknown>>

/** @param info - The person's data of the provider's endpoint. Values of the token come first. */
function personOf(token: openId.IDToken, info: Claims | undefined, { groupsClaim }: ProviderSettings): ProviderPerson {
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  const claims: Claims = { ...info, ...token }
  const { email, isEmailVerified } = emailIn(token, info)
  const groups = groupsIn(token, groupsClaim)
  return {
    issuer: token.iss,
    subject: token.sub,
    email: textOf(email)?.toLowerCase(),
    isEmailVerified,
    name: textOf(claims.name) ?? textOf(claims.preferred_username),
    groups: groups.length > 0 || info === undefined ? groups : groupsIn(info, groupsClaim),
  }
}

/** A verification counts only for the address of the same source. */
function emailIn(token: Claims, info: Claims = {}): { readonly email: unknown; readonly isEmailVerified: boolean } {
  const isSame = token.email === info.email && token.email_verified === undefined
  const { email, email_verified } = token.email === undefined || isSame ? info : token
  return { email, isEmailVerified: email_verified === true }
}

/** Describes an error of the library without messages, which can contain tokens. */
function problemOf(error: unknown): SignInProblem {
  const code = codeOf(error)
  if (error instanceof openId.AuthorizationResponseError) {
    const reason = NOT_COMPLETED.has(error.error) ? 'not_completed' : 'invalid_answer'
    return { reason, providerError: shortText(error.error), ...code }
  }
  if (error instanceof openId.ResponseBodyError) {
    // An expired, used or foreign code.
    const reason = error.error === 'invalid_grant' ? 'expired' : 'provider_unavailable'
    return { reason, providerError: shortText(error.error), status: error.status, ...code }
  }
  if (error instanceof openId.ClientError) {
    const isNetwork = UNAVAILABLE_CODES.has(error.code ?? '')
    return { reason: isNetwork ? 'provider_unavailable' : 'invalid_answer', ...code }
  }
  return { reason: 'provider_unavailable', ...code }
}

/** Errors of the provider that mean that the person or the provider ended the sign-in. */
const NOT_COMPLETED: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
])

const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
])

function codeOf(error: unknown): { readonly code?: string } {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown }
  const inner = (cause ?? {}) as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } }
  const found = [code, inner.code, inner.cause?.code].find((each) => typeof each === 'string')
  return found === undefined ? {} : { code: shortText(found as string) }
}

function shortText(text: string): string {
  return text.replaceAll(/[^\w.:-]/g, '').slice(0, MAX_TEXT)
}
