import type { Bodies } from '@utpid/client'

/** A scope that a key can be given, or a pattern of them. */
export type KeyScope = Bodies['createKey']['scopes'][number]

/** Whether one of these scopes or patterns (`*`, `registry:*`) allows a scope. */
export function allows(held: readonly string[], scope: string): boolean {
  return held.some(
    (pattern) =>
      pattern === '*' || pattern === scope || (pattern.endsWith(':*') && scope.startsWith(pattern.slice(0, -1))),
  )
}

/** What can be given to keys, with what it allows. `admin` scopes are made at the command line. */
export const GIVEN_SCOPES: readonly (readonly [scope: KeyScope, about: string])[] = [
  ['registry:read', 'Search, read products, duplicates, history and statistics'],
  ['registry:match', 'Ask which product an input is'],
  ['registry:batch', 'Map batches of inputs'],
  ['registry:verify', 'Verify products'],
  ['registry:write', 'Write records, import feeds, pin fields'],
  ['registry:merge', 'Merge, split, delete, decide duplicates, undo'],
  ['keys:read', 'See all keys'],
  ['keys:write', 'Make, change, rotate and revoke keys'],
  ['usage:read', 'See calls, errors, latencies and quota'],
  ['logs:read', 'See the log of requests'],
  ['webhooks:read', 'See webhooks and deliveries'],
  ['webhooks:write', 'Make, change and delete webhooks'],
  ['team:read', 'See members and services'],
  ['team:write', 'Invite, change and remove members'],
  ['audit:read', 'See who changed what'],
]

/** What keys are mostly for. */
export const KEY_PRESETS: readonly {
  readonly name: string
  readonly scopes: readonly KeyScope[]
}[] = [
  { name: 'Read only', scopes: ['registry:read'] },
  { name: 'Booking engine', scopes: ['registry:read', 'registry:match'] },
  { name: 'Mapping', scopes: ['registry:read', 'registry:match', 'registry:batch'] },
  { name: 'Import', scopes: ['registry:read', 'registry:write'] },
  {
    name: 'Review',
    scopes: ['registry:read', 'registry:match', 'registry:verify', 'registry:write', 'registry:merge'],
  },
]

export const ROLES: readonly (readonly [role: string, about: string])[] = [
  ['owner', 'everything'],
  ['admin', 'everything but owners'],
  ['reviewer', 'reads, matches, verifies, merges'],
  ['developer', 'the registry without merging, own keys, webhooks, logs'],
  ['analyst', 'reads, matches, usage and logs'],
  ['viewer', 'reads, usage'],
]
