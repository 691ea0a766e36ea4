import type { Role } from './role.ts'

/** Whose keys, members, webhooks and logs belong together. Accounts share one registry. Under `id`. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly status: 'active' | 'suspended'
  /** The API version its requests are answered in unless they say otherwise. */
  readonly apiVersion: number
  /** Of who runs the service: only its owners and keys may hold `admin:*`. Set when it is made, never later. */
  readonly operator?: boolean
  /** ISO 8601 UTC, as all times here. */
  readonly createdAt: string
}

/** A person of an account. Under account and id. */
export interface Member {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** What is signed in by; lower case, unique in the account. */
  readonly email: string
  readonly role: Role
  readonly status: 'invited' | 'active' | 'disabled'
  /** scrypt, with its salt and costs. Absent until the invitation is taken up. */
  readonly password?: string
  /** Raised to end all sessions: they carry the number they began with. */
  readonly sessionsEnded: number
  /** Hash of the only link that is good for setting a password. */
  readonly invitation?: string
  readonly createdAt: string
}

/** A program of an account that keys can be assigned to. Under account and id. */
export interface ServiceAccount {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly createdAt: string
}

/** Members by what they sign in with. Under the SHA-256 of the e-mail address and the member's id. */
export interface MemberOfEmail {
  readonly accountId: string
}

/** A link by which a member sets a password. Under the hash of its text. */
export interface Invitation {
  readonly accountId: string
  readonly memberId: string
  readonly expiresAt: string
}

/** Somebody signed in to the dashboard. Under the hash of its text. */
export interface Session {
  readonly accountId: string
  /** Who signed in by a password, with the number of {@link Member} at that time. */
  readonly member?: { readonly id: string; readonly sessionsEnded: number }
  /** The hash of the text of the key that signed in. */
  readonly keyHash?: string
  readonly createdAt: string
  readonly expiresAt: string
}
