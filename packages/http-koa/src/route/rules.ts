/**
 * Rules that schemas cannot express: about several parameters, the current data, or bodies other than JSON. The list is
 * complete: a request that satisfies its schema and these rules never gets a 400 or 422 response.
 */
export const RULES = {
  known_utpid: 'A UTPID ends with a valid check character; any other text is a known alias.',
  search_needs_something: 'A search needs a text or a filter; `verified=false` is no filter.',
  search_cursor: '`cursor` is from the previous page, with the same text and filters.',
  cursor_or_offset: '`cursor` and `offset` exclude each other.',
  search_depth: '`offset` + `limit` is at most 10,000.',
  assigned_country: 'The country is assigned by ISO 3166.',
  given_cursor: '`cursor` is from this list.',
  usable_input:
    'The input identifies something: a name, code or identifier such as `test`, `n/a` or one letter does not.',
  confirmable_record: 'A record to confirm has a name or coordinates.',
  name_of_something:
    'A name is not a placeholder such as `test` or `n/a`, one letter, or a text without letters and digits.',
  code_of_something: 'A code is not a placeholder such as `null`, `n/a` or `-`.',
  readable_path: 'No path segment is `.` or `..`, which browsers and proxies remove.',
  pinned_value:
    'A pinned text is stored unchanged, so it has no markup, no invisible characters and at most 30 combining marks on a letter. Names and contacts are not placeholders such as `n/a` or `test`.',
  mark_of_kind:
    'A note needs a text. A proposal, and only a proposal, has a resolution. An alert has at most 50 marks.',
  alert_closed: 'Only an alert that a person closed can be reopened.',
  survivor_of_merge: '`survivor` is allowed only for a merge.',
  survivor_of_two: '`survivor` is one of the two products.',
  two_products: 'The two products are different products.',
  records_of_product: 'The records of a split belong to the product, and at least one record stays.',
  max_pairs: 'One decision judges at most 10,000 pairs of records.',
  decision_to_undo: 'Only a curator decision whose effect still exists can be undone.',
  idempotency_key: 'An Idempotency-Key identifies one request: repeat it only with the same body.',
  range_of_usage: '`from` is before `to`, and at most 400 days apart.',
  future_end: '`expiresAt` is in the future.',
  known_assignee: '`assignee` is a member or a service of the account.',
  burst_of_plan: '`burstPerSecond` does not exceed the limit of the plan.',
  open_key: 'The key is neither revoked nor expired.',
  max_keys: 'An account has at most 100 keys.',
  max_rows: 'An account has at most 1,000 members and 1,000 services.',
  enabled_member: 'A member who gets a new link is not disabled.',
  joined_member: 'A member can be activated only after choosing a password.',
  other_owner: 'An account always has an active owner.',
  other_active_member: 'The new owner is an active member other than the caller.',
  name_of_account: '`name` is the name of the account.',
  operator_stays: 'The account of the operator of the service cannot be deleted.',
  totp_off: 'The member signs in with a password, and has no second factor yet.',
  totp_begun: 'A secret was created and not confirmed yet.',
  totp_on: 'The member has a second factor.',
  webhook_form: '`url` is valid by the URL standard.',
  webhook_address: '`url` uses https and resolves to public addresses.',
  webhooks_of_plan: 'The number of webhooks does not exceed the limit of the plan.',
  enabled_webhook: 'The webhook is not disabled.',
  batch_of_plan: 'A batch has at most as many inputs as the plan allows, and at most 1,000 with `mode=sync`.',
  refs_once: 'Each `ref` occurs only once in a batch.',
  readable_feed: 'A CSV or NDJSON feed is not empty, matches its Content-Type, and has a name column.',
  readable_concordance: 'A file with a concordance is not empty and matches its Content-Type.',
  known_mapping:
    '`mapping` and `set` name known fields, each once except `altNames` and `identifiers`. `mapping` excludes `recipe`.',
  removals_alone: '`removedOnly` excludes `full` and `removedWhen`.',
  layout_of_crosswalk: '`layout` needs `format=crosswalk`.',
  delta_of_registry: '`after` and `format=crosswalk` exclude each other.',
} as const

/** The name of a rule. */
export type Rule = keyof typeof RULES
