import type { Bodies } from '@utpid/client'
import type { KeyScope } from '../../data/api/scopes.ts'

/** A key as entered in the form. */
export interface KeyDraft {
  readonly name: string
  readonly mode: 'live' | 'test'
  readonly scopes: readonly KeyScope[]
  /** Comma-separated ids of suppliers. Empty: all suppliers. */
  readonly suppliers: string
  readonly burst: string
  readonly requests: string
  readonly perSeconds: string
  /** `member ID` or `service ID`. Empty: the key is assigned to nobody. */
  readonly assignee: string
  /** The expiry date. Empty: the key never expires. */
  readonly expires: string
}

export const NEW_KEY: KeyDraft = {
  name: '',
  mode: 'live',
  scopes: ['registry:read', 'registry:match'],
  suppliers: '',
  burst: '',
  requests: '',
  perSeconds: '',
  assignee: '',
  expires: '',
}

/** Returns the request body, without empty fields. */
export function keyBody(draft: KeyDraft): Bodies['createKey'] {
  const suppliers = draft.suppliers
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const [kind, id] = draft.assignee.split(' ', 2)
  return {
    name: draft.name.trim(),
    mode: draft.mode,
    scopes: draft.scopes,
    ...(suppliers.length === 0 ? {} : { suppliers }),
    ...(draft.burst === '' ? {} : { burstPerSecond: Number(draft.burst) }),
    ...(draft.requests === '' || draft.perSeconds === ''
      ? {}
      : { sustained: { requests: Number(draft.requests), perSeconds: Number(draft.perSeconds) } }),
    ...(kind !== 'member' && kind !== 'service' ? {} : { assignee: { kind, id: id ?? '' } }),
    // The key is valid until the end of that day (UTC).
    ...(draft.expires === '' ? {} : { expiresAt: `${draft.expires}T23:59:59Z` }),
  }
}
