import { ROLE_NAMES, type Role } from '../model/role.ts'

/** Returns the groups in a claim. A text counts as one group; other values that are no texts are left out. */
export function groupsIn(claims: Readonly<Record<string, unknown>>, claim: string): string[] {
  const value = valueAt(claims, claim)
  const all = Array.isArray(value) ? value : [value]
  return all.filter((each) => typeof each === 'string')
}

/** Returns the role with the most permissions that one of the groups has. @returns undefined without such a group */
export function roleOfGroups(groups: readonly string[], roles: Readonly<Record<string, Role>>): Role | undefined {
  const held = new Set(groups.flatMap((group) => (Object.hasOwn(roles, group) ? [roles[group]] : [])))
  return ROLE_NAMES.find((role) => held.has(role))
}

/** A claim with dots in its own name comes before a path into objects. */
function valueAt(claims: Readonly<Record<string, unknown>>, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim]
  let value: unknown = claims
  for (const part of claim.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[part]
  }
  return value
}
