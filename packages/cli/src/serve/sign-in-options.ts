import { defined } from '@utpid/core/storage'
import type { SignInOptions } from '@utpid/service'
import { PROVIDER_CALLBACK_PATH, type ProviderSettings } from '@utpid/service/internal'
import { usageError } from '../errors/cli-error.ts'
import type { ServerLog } from './server-log.ts'
import { isSecure, type ServerSettings } from './server-settings.ts'

/**
 * Returns how members sign in.
 *
 * @param hasSecrets - Whether the service has a key for secrets.
 * @throws {CliError} for settings that miss others.
 */
export function signInOptions(settings: ServerSettings, hasSecrets: boolean, log: ServerLog): SignInOptions {
  const { UTPID_PASSWORDS: passwords, UTPID_TOTP: totp } = settings
  const provider = providerOf(settings)
  if (!passwords && provider === undefined) {
    throw usageError('UTPID_PASSWORDS=false needs a sign-in provider: set UTPID_OIDC_ISSUER, or keep passwords.')
  }
  if (!passwords && totp === 'required') {
    throw usageError(
      'UTPID_TOTP=required is for passwords, which UTPID_PASSWORDS=false turns off; set only one of them.',
    )
  }
  if (!hasSecrets && (provider !== undefined || totp === 'required')) {
    const what = provider === undefined ? 'UTPID_TOTP=required' : 'UTPID_OIDC_ISSUER'
    throw usageError(`${what} needs UTPID_SECRET_KEY; create a key with: head -c 32 /dev/urandom | base64`)
  }
  return {
    passwords,
    totp,
    ...defined({ provider }),
    onProblem: (problem) => log.warn('a sign-in with the provider failed', { ...problem }),
  }
}

function providerOf(settings: ServerSettings): ProviderSettings | undefined {
  const {
    UTPID_OIDC_ISSUER: issuer,
    UTPID_OIDC_CLIENT_ID: clientId,
    UTPID_OIDC_CLIENT_SECRET: clientSecret,
    UTPID_OIDC_GROUPS: groupRoles,
    UTPID_OIDC_ACCOUNT: accountId,
  } = settings
  if (issuer === undefined) return undefined
  if (clientId === undefined) throw usageError('UTPID_OIDC_ISSUER needs UTPID_OIDC_CLIENT_ID.')
  if (groupRoles === undefined) {
    throw usageError(
      'UTPID_OIDC_ISSUER needs UTPID_OIDC_GROUPS, the roles of groups: without it nobody could sign in. Example: {"content": "reviewer"}',
    )
  }
  const base = settings.UTPID_OIDC_REDIRECT_BASE ?? settings.UTPID_BASE_URL
  if (base === undefined) {
    throw usageError('UTPID_OIDC_ISSUER needs UTPID_BASE_URL, the address that people open.')
  }
  if (!isSecure(new URL(base))) {
    const name = settings.UTPID_OIDC_REDIRECT_BASE === undefined ? 'UTPID_BASE_URL' : 'UTPID_OIDC_REDIRECT_BASE'
    throw usageError(`${name} must use https for UTPID_OIDC_ISSUER, except on this machine: people sign in there.`)
  }
  return {
    name: settings.UTPID_OIDC_NAME,
    issuer,
    clientId,
    ...defined({ clientSecret, accountId }),
    redirectUri: `${base}${PROVIDER_CALLBACK_PATH}`,
    scopes: settings.UTPID_OIDC_SCOPES,
    groupsClaim: settings.UTPID_OIDC_GROUPS_CLAIM,
    groupRoles,
  }
}
