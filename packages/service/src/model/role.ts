import type { ScopePattern } from './scope.ts'

/** The role of a member in an account. */
export type Role = 'owner' | 'admin' | 'reviewer' | 'developer' | 'analyst' | 'viewer'

/** The permissions of each role. */
export const ROLES: Readonly<Record<Role, readonly ScopePattern[]>> = {
  owner: ['registry:*', 'keys:*', 'usage:*', 'logs:*', 'webhooks:*', 'team:*', 'audit:*', 'metrics:*'],
  admin: ['registry:*', 'keys:*', 'usage:*', 'logs:*', 'webhooks:*', 'team:*', 'audit:*', 'metrics:*'],
  reviewer: [
    'registry:read',
    'registry:match',
    'registry:verify',
    'registry:write',
    'registry:review',
    'registry:merge',
  ],
  developer: [
    'registry:read',
    'registry:match',
    'registry:batch',
    'registry:verify',
    'registry:write',
    'keys:own',
    'webhooks:*',
    'usage:read',
    'logs:read',
  ],
  analyst: ['registry:read', 'registry:match', 'registry:review', 'usage:read', 'logs:read'],
  viewer: ['registry:read', 'usage:read'],
}

/** All roles, the one with the most permissions first. */
export const ROLE_NAMES: readonly Role[] = Object.keys(ROLES) as Role[]
