import type { ProblemCode } from '../../src/index.ts'
import { rulesOf } from '../../src/openapi/openapi-document.ts'
import type { Rule } from '../../src/route/rules.ts'
import { OPERATIONS } from './generated-request.ts'
import type { Answered } from './send-request.ts'

interface Refusal {
  /** Default: `validation_failed`. */
  readonly code?: ProblemCode
  readonly detail: RegExp
}

/** Code and message for each broken rule. */
export const REFUSALS: Readonly<Record<Rule, Refusal>> = {
  known_utpid: { detail: /^".*" is not a UTPID: expected the form/s },
  search_needs_something: { detail: /^A search needs a text or a filter\.$/ },
  search_cursor: { code: 'invalid_cursor', detail: /^This cursor does not belong to this search/ },
  cursor_or_offset: { detail: /^cursor and offset exclude each other/ },
  search_depth: { code: 'offset_too_large', detail: /^offset \+ limit is \d+; paging by offset ends at/ },
  assigned_country: { detail: /^query\.country must be an ISO 3166 code/ },
  given_cursor: { code: 'invalid_cursor', detail: /^The cursor is not from this list/ },
  usable_input: { detail: /^(?:input|a|b|record): / },
  confirmable_record: { detail: /^The record has neither a name nor coordinates, so / },
  name_of_something: { detail: /^body\.name: The (?:record has no usable name|name ".*" is a placeholder)/s },
  code_of_something: { detail: /^body\.code: / },
  readable_path: { code: 'malformed_request', detail: /^The path of the request is invalid; / },
  pinned_value: { detail: /^The value to pin \w+ at must be / },
  mark_of_kind: { detail: /^A note needs a text\. A proposal, and only a proposal, has the resolution/ },
  alert_closed: { detail: /^Alert .* (?:is already open|was \w+ by the machine)/ },
  survivor_of_merge: { detail: /^Only a merge can have a survivor\.$/ },
  survivor_of_two: { detail: /survivor/ },
  two_products: { detail: /^\S+ and \S+ are one product; to separate some/ },
  records_of_product: { detail: /(?: is not a record of |^These are all records of )/ },
  max_pairs: { detail: /^This would judge \d+ pairs of records/ },
  decision_to_undo: { detail: /^Change \d+ is (?:not|no longer) / },
  idempotency_key: { code: 'idempotency_key_reused', detail: /^This Idempotency-Key / },
  range_of_usage: { detail: /^from must be before to, by at most 400 days\.$/ },
  future_end: { detail: /^expiresAt: give a time in the future\.$/ },
  known_assignee: { detail: /^assignee: the account has no (?:member|service) with this id\.$/ },
  burst_of_plan: { detail: /^burstPerSecond: the plan allows \d+ a second/ },
  open_key: { detail: /^This key is revoked or has expired; create a new one\.$/ },
  max_keys: { detail: /^An account has at most 100 keys; revoke one first\.$/ },
  max_rows: { detail: /^An account has at most [\d,]+ (?:members|services); remove one first\.$/ },
  enabled_member: { detail: /^This member is disabled; make it active first\.$/ },
  joined_member: { detail: /^status: this member has not set a password yet/ },
  other_owner: { detail: /^This is the last active owner of the account/ },
  other_active_member: { detail: /^member: (choose another member|this member is not active)/ },
  name_of_account: { detail: /^name: write the name of the account/ },
  operator_stays: { detail: /^The account of the operator of the service cannot be deleted/ },
  totp_off: { detail: /^(Your second factor is already on|You sign in without a password)/ },
  totp_begun: { detail: /^(No second factor is being set up|Your second factor is already on)/ },
  totp_on: { detail: /^Your second factor is off/ },
  webhook_form: { detail: /^url is not a URL of at most/ },
  webhook_address: { code: 'webhook_url_blocked', detail: /./ },
  webhooks_of_plan: { code: 'webhook_limit_reached', detail: /./ },
  enabled_webhook: { detail: /^The webhook is disabled; enable it first\.$/ },
  batch_of_plan: { code: 'batch_too_large', detail: /./ },
  refs_once: { code: 'duplicate_ref', detail: /./ },
  readable_feed: { detail: /^(the stream(?:: | is )|The body is empty; |The name of column \d+ of the header has )/ },
  readable_concordance: { detail: /^(the stream(?:: | is )|The body (?:is empty|has no record))/ },
  known_mapping: {
    detail:
      /^(?:query\.(?:mapping|set): is invalid: (?:There is no field |".*" is mapped twice|a recipe has the columns of all fields)|the stream: the mapping names a column )/s,
  },
  removals_alone: { detail: /^query\.removedOnly: is invalid: it excludes / },
  layout_of_crosswalk: { detail: /^layout needs format=crosswalk; / },
  delta_of_registry: { detail: /^after cannot be combined with format=crosswalk; / },
}

/** Returns the rule that rejected a request, or undefined. */
export function ruleOf(operationId: string, { code, detail }: Answered): Rule | undefined {
  const route = OPERATIONS.get(operationId)?.route
  if (route === undefined) return undefined
  return rulesOf(route).find((rule) => {
    const refusal = REFUSALS[rule]
    return code === (refusal.code ?? 'validation_failed') && refusal.detail.test(detail)
  })
}
