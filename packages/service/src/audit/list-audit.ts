import { keyParts, keyPrefix } from '@utpid/core/storage'
import { z } from 'zod'
import { type Actor, OPERATOR } from '../access/actor.ts'
import { noAccount } from '../access/not-found.ts'
import { requireScope } from '../access/permissions.ts'
import { ROW_CURSOR } from '../input/cursor-forms.ts'
import { parseInput } from '../input/parse-input.ts'
import type { AuditEntry } from '../model/request-log.ts'
import { rowIdsFrom } from '../store/row-id.ts'
import type { ServiceStore } from '../store/service-store.ts'

/** The id of the audit log for plans, which belong to no account. No account has this id. */
export const OPERATOR_AUDIT_LOG = 'operator'

const DEFAULT_PAGE = 100

/** Maximum entries of a page. */
export const MAX_AUDIT_PAGE = 1_000

/** A range of the audit log. */
export interface AuditRange {
  /** Start (inclusive) and end (exclusive), ISO 8601. */
  readonly from?: string
  readonly to?: string
  /** `next` of the previous page. */
  readonly cursor?: string
  /** 1 to {@link MAX_AUDIT_PAGE}. */
  readonly limit?: number
}

/** A page of the audit log. */
export interface AuditPage {
  /** Newest first. */
  readonly entries: readonly (AuditEntry & { readonly id: string })[]
  /** Cursor of the next page. Absent on the last page. */
  readonly next?: string
}

/** Checks a range of the audit log. */
export const AUDIT_RANGE: z.ZodType<AuditRange> = z.strictObject({
  from: z.iso.datetime({ offset: true }).exactOptional(),
  to: z.iso.datetime({ offset: true }).exactOptional(),
  cursor: z.string().regex(ROW_CURSOR, 'must be the cursor of the previous page').exactOptional(),
  limit: z.int().min(1).max(MAX_AUDIT_PAGE).exactOptional(),
})

/**
 * Lists the changes of an account and their authors, newest first.
 *
 * @param accountId - Also {@link OPERATOR_AUDIT_LOG}, for the operator only.
 * @throws `insufficient_scope` without `audit:read`; `not_found` for a caller of another account.
 */
export async function listAudit(
  store: ServiceStore,
  actor: Actor,
  accountId: string,
  range: AuditRange = {},
): Promise<AuditPage> {
  if (actor !== OPERATOR) {
    if (actor.account.id !== accountId) throw noAccount()
    requireScope(actor, 'audit:read')
  }
  const { from, to, cursor, limit = DEFAULT_PAGE } = parseInput(AUDIT_RANGE, range)
  const prefix = keyPrefix(accountId)
  const end = cursor ?? (to === undefined ? undefined : rowIdsFrom(Date.parse(to)))
  const rows = await store.range('audit', {
    prefix,
    descending: true,
    limit,
    ...(from === undefined ? {} : { after: `${prefix}${rowIdsFrom(Date.parse(from))}` }),
    ...(end === undefined ? {} : { before: `${prefix}${end}` }),
  })
  const entries = rows.map(({ key, row }) => ({ id: keyParts(key)[1] as string, ...row }))
  const last = entries.at(-1)
  return { entries, ...(rows.length === limit && last !== undefined ? { next: last.id } : {}) }
}
