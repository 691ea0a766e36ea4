import type { Role } from './role.ts'

/** Whose keys, members, webhooks and logs belong together. Accounts share one registry. Under `id`. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly status: 'active' | 'suspended'
  /** The API version its requests are answered in unless they say otherwise. */
  readonly apiVersion: number
  /** ISO 8601 UTC, as all times here. */
  readonly createdAt: string
}

/** A person of an account. Under account and id. */
export interface Member {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly email?: string
  readonly role: Role
  readonly status: 'invited' | 'active' | 'disabled'
  /** scrypt, with its salt and costs. Absent until the invitation is taken up. */
  readonly password?: string
  readonly createdAt: string
}

/** A program of an account that keys can be assigned to. Under account and id. */
export interface ServiceAccount {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly createdAt: string
}

/** An invitation that nobody has taken up. Under the hash of its text. */
export interface Invitation {
  readonly accountId: string
  readonly memberId: string
  readonly expiresAt: string
}

/** Somebody signed in to the dashboard. Under the hash of its text. */
export interface Session {
  readonly accountId: string
  /** Absent: signed in by a key. */
  readonly memberId?: string
  readonly keyId?: string
  readonly createdAt: string
  readonly expiresAt: string
}
