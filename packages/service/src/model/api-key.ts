import type { ScopePattern } from './scope.ts'

/** An API key. The service stores the SHA-256 of its secret, but not the secret. Key: account and id. */
export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly mode: 'live' | 'test'
  /** The first characters of the secret, so that people can distinguish keys. */
  readonly start: string
  readonly scopes: readonly ScopePattern[]
  /** The scope `registry:write` applies only to records of these suppliers. Absent: all suppliers. */
  readonly suppliers?: readonly string[]
  readonly burstPerSecond?: number
  readonly sustained?: SustainedLimit
  /** The key that created this key. Both keys share the creator's limits. Absent: this key has its own limits. */
  readonly limitsOwnerId?: string
  /** The owner of the key. The key never has more permissions than its assignee. */
  readonly assignee?: KeyAssignee
  readonly createdAt: string
  /** The member or key that created this key; absent for the operator. */
  readonly createdBy?: string
  readonly expiresAt?: string
  readonly revokedAt?: string
  /** Whether an owner or the operator created the key. Other keys never have owner permissions. */
  readonly byOwner?: boolean
  /** `plan`: the key is disabled but not revoked, since the plan allows fewer keys. */
  readonly disabledBy?: 'plan'
  /** Hashes of the key's valid secrets, newest first. A key has several valid secrets during a rotation. */
  readonly hashes: readonly KeyHash[]
}

/** A secret of a key, as a hash. */
export interface KeyHash {
  /** SHA-256 of the secret, hex. */
  readonly hash: string
  /** Expiry of this secret; absent for the newest secret. */
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

/** An index entry for a key by a hash of its secret. Key: the hash. */
export interface KeyOfHash {
  readonly accountId: string
  readonly keyId: string
}

/** The last use of a key. The use has its own row, since the key itself changes seldom. Key: account and key. */
export interface KeyUse {
  readonly createdAt: string
}
