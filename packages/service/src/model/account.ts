import type { Role } from './role.ts'

/** The owner of keys, members, webhooks and logs. Accounts share one registry. Key: `id`. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly status: 'active' | 'suspended'
  /** The default API version of the account's requests. */
  readonly apiVersion: number
  /**
   * Whether this is the account of the service's operator. Only its owners and keys may have `admin:*`. Set only at
   * creation.
   */
  readonly operator?: boolean
  /** ISO 8601 UTC, like all times here. */
  readonly createdAt: string
}

/** A person of an account. Key: account and id. */
export interface Member {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** The e-mail address for signing in; lower case, unique in the account. */
  readonly email: string
  readonly role: Role
  readonly status: 'invited' | 'active' | 'disabled'
  /** scrypt hash with salt and costs. Absent until the invitation is accepted, and for members of a sign-in provider. */
  readonly password?: string
  /** The person at the sign-in provider who is this member. */
  readonly identity?: ProviderIdentity
  /** Set if a sign-in without a mapped group disabled the member. A later sign-in with such a group reactivates it. */
  readonly disabledBy?: 'provider'
  /** The second factor of the password. */
  readonly totp?: Totp
  /** The sealed secret of a second factor that the member has not confirmed yet. */
  readonly pendingTotp?: string
  /** A number that is incremented to end all sessions. A session stores the number at its start. */
  readonly sessionsEnded: number
  /** Hash of the only valid link for setting a password. */
  readonly invitation?: string
  readonly createdAt: string
}

/** A person at a sign-in provider. The provider never gives a subject to another person. */
export interface ProviderIdentity {
  readonly issuer: string
  readonly subject: string
}

/** A second factor: codes of an authenticator app (RFC 6238), and recovery codes. */
export interface Totp {
  /** The sealed secret. */
  readonly secret: string
  /** The time step of the last accepted code. Codes of this step and earlier steps are not accepted again. */
  readonly lastStep: number
  /** Hashes of the recovery codes that have not been used. */
  readonly recoveryCodes: readonly string[]
  /** Wrong codes since the last right one. Absent: none. */
  readonly wrongCodes?: number
  /** Codes of the app are refused until then, since too many were wrong. */
  readonly lockedUntil?: string
  readonly createdAt: string
}

/** An index entry for a member by identity. Key: SHA-256 of issuer and subject, and the account. */
export interface MemberOfIdentity {
  readonly memberId: string
}

/** A program of an account to which keys can be assigned. Key: account and id. */
export interface ServiceAccount {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly createdAt: string
}

/** An index entry for a member by e-mail address. Key: SHA-256 of the e-mail address, and the member's id. */
export interface MemberOfEmail {
  readonly accountId: string
}

/** A link for setting a member's password. Key: hash of the link's secret. */
export interface Invitation {
  readonly accountId: string
  readonly memberId: string
  readonly expiresAt: string
}

/** How a session was opened. */
export type SignInMethod = 'password' | 'provider' | 'key'

/** A dashboard session. Key: hash of the session's secret. */
export interface Session {
  /** Identifies the session in lists. It is no secret. */
  readonly id: string
  readonly accountId: string
  readonly method: SignInMethod
  /** The member who signed in, and the `sessionsEnded` of {@link Member} at that time. */
  readonly member?: { readonly id: string; readonly sessionsEnded: number }
  /** Hash of the secret of the key that signed in. */
  readonly keyHash?: string
  readonly createdAt: string
  readonly expiresAt: string
}

/** A session as its owner sees it. Key: account, owner (member, or key without a member), and the session's id. */
export interface OwnSession {
  /** Key of the {@link Session}. */
  readonly hash: string
  readonly method: SignInMethod
  readonly createdAt: string
  readonly expiresAt: string
  /** At most five minutes older than the last request. */
  readonly lastUsedAt: string
  /** Client address of the last recorded request. */
  readonly address?: string
  /** The header User-Agent of the last recorded request. */
  readonly userAgent?: string
}

/** The account that its owner deleted. Key: `id`. The retention job deletes what is left of the account. */
export interface DeletedAccount {
  readonly id: string
  readonly deletedAt: string
}
