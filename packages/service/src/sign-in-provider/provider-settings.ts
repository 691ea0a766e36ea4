import type { Role } from '../model/role.ts'

/** A sign-in provider (OpenID Connect), and what its groups mean here. */
export interface ProviderSettings {
  /** The name on the button of the sign-in page. */
  readonly name: string
  /** The issuer: an https URL, or http on this machine. */
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client. */
  readonly clientSecret?: string
  /** The address to which the provider sends people back, registered at the provider. */
  readonly redirectUri: string
  /** The scopes to request. `openid` is one of them. */
  readonly scopes: readonly string[]
  /** The claim with the groups of a person. Dots lead into objects: `realm_access.roles`. */
  readonly groupsClaim: string
  /** The role of each group. If a person has several groups, the role with the most permissions counts. */
  readonly groupRoles: Readonly<Record<string, Role>>
  /** The account that people sign in to. Default: the account of the operator. */
  readonly accountId?: string
}

/** Scopes that are requested by default. */
export const PROVIDER_SCOPES: readonly string[] = ['openid', 'email', 'profile']

/** The claim that contains groups by default. */
export const GROUPS_CLAIM = 'groups'

/** The path of the redirect URI. */
export const PROVIDER_CALLBACK_PATH = '/account/session/provider/callback'
