import type { Caller } from '@utpid/service'
import type { Call } from '../../route/route.ts'

/** Replaces the actor of another account. */
const ANOTHER = 'another account'
const BY_CALLER = /^(?:([^/]+)\/)?((?:key|member):.+)$/
const NAMING: ReadonlySet<string> = new Set(['by', 'verifiedBy'])
/** Texts of a curator decision that only their own account sees. */
const WORDS: readonly string[] = ['note', 'evidence']

/** Returns the actor that the registry stores with decisions. Accounts share a registry, so it contains the account. */
export function decidedBy({ account, key, member }: Caller): string {
  return `${account.id}/${member === undefined ? `key:${key?.id ?? account.id}` : `member:${member.id}`}`
}

/**
 * Hides actors and texts of other accounts in curator decisions. Callers see keys and members of their own account
 * only. The operator sees everything.
 */
export function shownDecisions<Shown>(shown: Shown, { caller }: Pick<Call, 'caller'>): Shown {
  if (caller === undefined || caller.scopes.includes('admin:accounts')) return shown
  return shownTo(caller.account.id, shown) as Shown
}

function shownTo(accountId: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => shownTo(accountId, each))
  if (typeof value !== 'object' || value === null) return value
  let isOthers = false
  const entries = Object.entries(value).map(([name, field]): [string, unknown] => {
    const [, owner, who] = NAMING.has(name) && typeof field === 'string' ? (BY_CALLER.exec(field) ?? []) : []
    if (who === undefined) return [name, shownTo(accountId, field)]
    if (owner === accountId) return [name, who]
    isOthers = true
    return [name, ANOTHER]
  })
  return Object.fromEntries(isOthers ? entries.filter(([name]) => !WORDS.includes(name)) : entries)
}
