import type { Caller } from '@utpid/service'
import type { Call } from '../../route/route.ts'

/** The author name that replaces an author of another account. */
const OTHER_ACCOUNT = 'another account'
const BY_CALLER = /^(?:([^/]+)\/)?((?:key|member):.+)$/
/** Matches the stored names of authors in a message. */
const BY_CALLERS = /([\w-]+)\/((?:key|member):[\w-]+)/g
const ACTOR_FIELDS: ReadonlySet<string> = new Set(['actor', 'by', 'verifiedBy'])
/** Fields of a curator decision or of the source of an import that callers of other accounts do not see. */
const NOTE_FIELDS: readonly string[] = ['note', 'evidence', 'file']

/**
 * Returns the author that the registry stores with curator decisions. The name contains the account, since accounts
 * share a registry.
 */
export function actorName({ account, key, member }: Caller): string {
  return `${account.id}/${member === undefined ? `key:${key?.id ?? account.id}` : `member:${member.id}`}`
}

/**
 * Returns the author that the registry stores, for the name of an author in an answer; null for an author whom the
 * caller may not see.
 */
export function storedActor(shown: string, { caller }: Pick<Call, 'caller'>): string | null {
  const [, owner, who] = BY_CALLER.exec(shown) ?? []
  if (who === undefined || caller === undefined || caller.scopes.includes('admin:accounts')) return shown
  return owner === undefined || owner === caller.account.id ? `${caller.account.id}/${who}` : null
}

/**
 * Hides authors and texts of other accounts in curator decisions and summaries of imports. Callers see only keys and members of their own
 * account. The operator sees all authors and texts.
 */
export function redactDecisions<Shown>(shown: Shown, { caller }: Pick<Call, 'caller'>): Shown {
  if (caller === undefined || caller.scopes.includes('admin:accounts')) return shown
  return redactFor(caller.account.id, shown) as Shown
}

/** Hides authors of other accounts in the details and the message of a problem, like {@link redactDecisions}. */
export function redactProblem<Shown extends { readonly detail: string }>(
  shown: Shown,
  to: Pick<Call, 'caller'>,
): Shown {
  const { caller } = to
  if (caller === undefined || caller.scopes.includes('admin:accounts')) return shown
  const detail = shown.detail.replace(BY_CALLERS, (_, owner: string, who: string) =>
    owner === caller.account.id ? who : OTHER_ACCOUNT,
  )
  return { ...redactDecisions(shown, to), detail }
}

function redactFor(accountId: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => redactFor(accountId, each))
  if (typeof value !== 'object' || value === null) return value
  let isOthers = false
  const entries = Object.entries(value).map(([name, field]): [string, unknown] => {
    const [, owner, who] = ACTOR_FIELDS.has(name) && typeof field === 'string' ? (BY_CALLER.exec(field) ?? []) : []
    if (who === undefined) return [name, redactFor(accountId, field)]
    if (owner === accountId) return [name, who]
    isOthers = true
    return [name, OTHER_ACCOUNT]
  })
  return Object.fromEntries(isOthers ? entries.filter(([name]) => !NOTE_FIELDS.includes(name)) : entries)
}
