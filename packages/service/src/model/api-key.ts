import type { ScopePattern } from './scope.ts'

/** An API key. Its text is not stored, only its SHA-256. Key: account and id. */
export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly mode: 'live' | 'test'
  /** The first characters of the text, so that people can distinguish keys. */
  readonly start: string
  readonly scopes: readonly ScopePattern[]
  /** `registry:write` applies to records of these suppliers only. Absent: all suppliers. */
  readonly suppliers?: readonly string[]
  readonly burstPerSecond?: number
  readonly sustained?: SustainedLimit
  /** The key that created this one. Both keys share its limits. Absent: this key has its own limits. */
  readonly limitsWith?: string
  /** The owner of the key. The key never has more permissions than its assignee. */
  readonly assignee?: KeyAssignee
  readonly createdAt: string
  /** The member or key that created this key; absent for the operator. */
  readonly createdBy?: string
  readonly expiresAt?: string
  readonly revokedAt?: string
  /** Whether an owner or the operator created the key. Other keys never have owner permissions. */
  readonly byOwner?: boolean
  /** Disabled without revocation, since the plan allows fewer keys. */
  readonly disabledBy?: 'plan'
  /** Hashes of the key's valid texts, newest first; several during a rotation. */
  readonly hashes: readonly KeyHash[]
}

/** A text of a key, as a hash. */
export interface KeyHash {
  /** SHA-256 of the text, hex. */
  readonly hash: string
  /** Expiry of this text; absent for the newest. */
  readonly until?: string
}

/** Maximum requests in a number of seconds. */
export interface SustainedLimit {
  readonly requests: number
  readonly perSeconds: number
}

/** The owner of a key. */
export type KeyAssignee =
  | { readonly kind: 'member'; readonly id: string }
  | { readonly kind: 'service'; readonly id: string }

/** Finds a key by a hash of its text. Key: the hash. */
export interface KeyOfHash {
  readonly accountId: string
  readonly keyId: string
}

/** The last use of a key. A separate row, since the key itself changes seldom. Key: account and key. */
export interface KeyUse {
  readonly at: string
}
