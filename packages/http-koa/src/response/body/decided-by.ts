import type { Caller } from '@utpid/service'
import type { Call } from '../../route/route.ts'

/** Instead of who of another account it was. */
const ANOTHER = 'another account'
const BY_CALLER = /^(?:([^/]+)\/)?((?:key|member):.+)$/
const NAMING: ReadonlySet<string> = new Set(['by', 'verifiedBy'])
/** What a person wrote beside a decision, for their own account. */
const WORDS: readonly string[] = ['note', 'evidence']

/** Who a caller is, as the registry keeps it with decisions: accounts share one registry, so it names the account too. */
export function decidedBy({ account, key, member }: Caller): string {
  return `${account.id}/${member === undefined ? `key:${key?.id ?? account.id}` : `member:${member.id}`}`
}

/**
 * What the registry tells of decisions, as a caller may see it: of its own account which key or member, of others that it
 * was another account, without the words that were written beside it. Who runs the service sees all.
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
