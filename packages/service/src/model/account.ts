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
  /** scrypt hash with salt and costs. Absent until the invitation is accepted. */
  readonly password?: string
  /** A number that is incremented to end all sessions. A session stores the number at its start. */
  readonly sessionsEnded: number
  /** Hash of the only valid link for setting a password. */
  readonly invitation?: string
  readonly createdAt: string
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

/** A dashboard session. Key: hash of the session's secret. */
export interface Session {
  readonly accountId: string
  /** The member who signed in with a password, and the `sessionsEnded` of {@link Member} at that time. */
  readonly member?: { readonly id: string; readonly sessionsEnded: number }
  /** Hash of the secret of the key that signed in. */
  readonly keyHash?: string
  readonly createdAt: string
  readonly expiresAt: string
}
