import type { ScopePattern } from './scope.ts'

/** Under the account and the id. The text of a key is nowhere; its SHA-256 leads to it. */
export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly mode: 'live' | 'test'
  /** The first characters of its text, for people who have several. */
  readonly start: string
  readonly scopes: readonly ScopePattern[]
  /** `registry:write` only for records of these suppliers. Absent: of all. */
  readonly suppliers?: readonly string[]
  readonly burstPerSecond?: number
  readonly sustained?: SustainedLimit
  /** The key whose limits these are: it made this one, and both take out of the same. Absent: its own. */
  readonly limitsWith?: string
  /** Whose it is; it never holds more than they do. */
  readonly assignee?: KeyAssignee
  readonly createdAt: string
  /** Member or key that made it; absent when the operator did. */
  readonly createdBy?: string
  readonly expiresAt?: string
  readonly revokedAt?: string
  /** Made by an owner or the operator: only such a key of an owner acts as one. */
  readonly byOwner?: boolean
  /** Off although nobody revoked it: the plan allows fewer. */
  readonly disabledBy?: 'plan'
  /** Its texts by their hashes, the newest first: more than one while others are rotated out. */
  readonly hashes: readonly KeyHash[]
}

/** A text of a key, as its hash. */
export interface KeyHash {
  /** SHA-256 of the text, hex. */
  readonly hash: string
  /** Until when it opens anything; absent for the newest. */
  readonly until?: string
}

/** So many requests in so many seconds. */
export interface SustainedLimit {
  readonly requests: number
  readonly perSeconds: number
}

/** Whom a key belongs to. */
export type KeyAssignee =
  | { readonly kind: 'member'; readonly id: string }
  | { readonly kind: 'service'; readonly id: string }

/** Where a hash leads. Under the hash. */
export interface KeyOfHash {
  readonly accountId: string
  readonly keyId: string
}

/** When a key was used last. Under account and key, apart from the key, which seldom changes. */
export interface KeyUse {
  readonly at: string
}
