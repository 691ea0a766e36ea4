/**
 * Permissions of keys and sessions. `*` as the last segment covers all scopes of that kind. `*` alone covers all
 * scopes.
 */
export const SCOPES = {
  'registry:read': 'Search, read products, duplicates, history, statistics and the feed.',
  'registry:match': 'Ask which product an input is.',
  'registry:batch': 'Map batches of inputs and read their results.',
  'registry:verify': 'Verify products and withdraw verifications.',
  'registry:write': 'Write and end supplier records, import feeds, pin fields; can be limited to suppliers.',
  'registry:review': 'Note doubts and propose decisions on open alerts.',
  'registry:merge': 'Merge, split, delete, decide duplicates and undo.',
  'keys:own': 'See, make, rotate and revoke the keys assigned to oneself.',
  'keys:read': 'See all keys of the account.',
  'keys:write': 'Make, change, rotate and revoke keys of the account.',
  'usage:read': 'See calls, errors, latencies and quota.',
  'logs:read': 'See the log of requests.',
  'webhooks:read': 'See webhooks and their deliveries.',
  'webhooks:write': 'Make, change and delete webhooks.',
  'team:read': 'See members and services.',
  'team:write': 'Invite, change and remove members and services.',
  'audit:read': 'See who changed what in the account.',
  'metrics:read': 'Read the metrics of the service; in the operator’s account only.',
  'admin:accounts': 'Make, change and suspend accounts.',
  'admin:plans': 'Make and change plans.',
  'admin:jobs': 'See and cancel the jobs of all accounts, reindex, rescore and export the whole registry.',
} as const

/** A single permission. */
export type Scope = keyof typeof SCOPES

/** A scope, or a pattern of scopes. */
export type ScopePattern = Scope | '*' | `${KindOf<Scope>}:*`

type KindOf<Name extends string> = Name extends `${infer Kind}:${string}` ? Kind : never

/** All scopes. */
export const SCOPE_NAMES: readonly Scope[] = Object.keys(SCOPES) as Scope[]

/** All scopes, and all patterns that cover at least one. */
export const SCOPE_PATTERNS: readonly ScopePattern[] = [
  '*',
  ...new Set(SCOPE_NAMES.map((scope) => `${scope.split(':')[0]}:*` as ScopePattern)),
  ...SCOPE_NAMES,
]

/** Whether one of these scope patterns allows a scope. */
export function allows(held: readonly string[], scope: Scope): boolean {
  return held.some((pattern) => covers(pattern, scope))
}

/** Returns the scopes that both lists of patterns allow, in the order of {@link SCOPES}. */
export function commonScopes(one: readonly string[], other: readonly string[]): Scope[] {
  return SCOPE_NAMES.filter((scope) => allows(one, scope) && allows(other, scope))
}

function covers(pattern: string, scope: Scope): boolean {
  if (pattern === '*' || pattern === scope) return true
  return pattern.endsWith(':*') && scope.startsWith(pattern.slice(0, -1))
}
