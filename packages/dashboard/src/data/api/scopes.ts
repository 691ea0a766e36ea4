import type { Bodies } from '@utpid/client'

/** A scope of a key, or a pattern of scopes. */
export type KeyScope = Bodies['createKey']['scopes'][number]

/** Whether one of these scopes or patterns (`*`, `registry:*`) allows a scope. */
export function allows(held: readonly string[], scope: string): boolean {
  return held.some(
    (pattern) =>
      pattern === '*' || pattern === scope || (pattern.endsWith(':*') && scope.startsWith(pattern.slice(0, -1))),
  )
}

/** Scopes for keys, with descriptions. `admin` scopes are missing: keys with them are created at the command line. */
export const KEY_SCOPES: readonly (readonly [scope: KeyScope, about: string])[] = [
  ['registry:read', 'Search, read products, duplicates, history and statistics'],
  ['registry:match', 'Match an input to products'],
  ['registry:batch', 'Map batches of inputs'],
  ['registry:verify', 'Verify products'],
  ['registry:write', 'Write records, import feeds, pin fields'],
  ['registry:review', 'Note doubts and propose decisions'],
  ['registry:merge', 'Merge, split, delete, decide duplicates, undo'],
  ['keys:read', 'See all keys'],
  ['keys:write', 'Create, change, rotate and revoke keys'],
  ['usage:read', 'See calls, errors, latencies and quota'],
  ['logs:read', 'See request logs'],
  ['webhooks:read', 'See webhooks and deliveries'],
  ['webhooks:write', 'Create, change and delete webhooks'],
  ['team:read', 'See members and services'],
  ['team:write', 'Invite, change and remove members'],
  ['audit:read', 'See who changed what'],
]

/** Common sets of scopes. */
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
    scopes: [
      'registry:read',
      'registry:match',
      'registry:verify',
      'registry:write',
      'registry:review',
      'registry:merge',
    ],
  },
]

export const ROLES: readonly (readonly [role: string, about: string])[] = [
  ['owner', 'everything'],
  ['admin', 'everything except owners'],
  ['reviewer', 'reads, matches, verifies, merges'],
  ['developer', 'the registry without merging, own keys, webhooks, logs'],
  ['analyst', 'reads, matches, proposes decisions, usage and logs'],
  ['viewer', 'reads, usage'],
]
