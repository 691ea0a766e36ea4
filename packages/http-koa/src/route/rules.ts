/**
 * What a request has to be that its schema cannot say: rules on several parameters at once, on what is there at the time, on
 * bytes that are no JSON. A closed list; a request that its schema allows and that keeps these is never answered 400 or 422.
 */
export const RULES = {
  known_utpid: 'A UTPID has its check character at the end; any other text is an alias that is known.',
  search_needs_something: 'A search has a text or a filter; `verified=false` filters nothing.',
  search_cursor: '`cursor` is of the page before, with the same text and filters.',
  cursor_or_offset: '`cursor` comes without `offset`.',
  search_depth: '`offset` + `limit` is 10,000 at most.',
  assigned_country: 'A country is one that ISO 3166 assigns.',
  given_cursor: '`cursor` is one that this list gave.',
  something_to_match:
    'What is asked about names something: a name such as `test`, `n/a`, or one letter does not, nor does such a code or identifier.',
  name_of_something:
    'A name names something: `test`, `n/a`, one letter, or a text without letters and digits does not.',
  code_of_something: 'A code is not a placeholder such as `null`, `n/a` or `-`.',
  readable_path: 'No part of a path is `.` or `..`, which browsers and proxies take away.',
  pinned_value:
    'A text that is pinned is kept as it is: without markup, invisible characters, or more than 30 marks on a letter. Names and contacts are such: not `n/a` or `test`.',
  alert_open: 'An alert that is resolved is open.',
  alert_closed: 'An alert that is reopened was closed by a person.',
  survivor_of_merge: '`survivor` is named for a merge only.',
  survivor_of_two: '`survivor` is one of the two products.',
  two_products: 'The two products are not one already.',
  records_of_product: 'Records that leave a product are records of it, and not all of it.',
  pairs_of_decision: 'One decision rules on at most 10,000 pairs of records.',
  decision_to_undo: 'A change that is taken back was a decision of a person, and what it did is still there.',
  known_token: 'An Idempotency-Key names one request: it comes again with the same body only.',
  range_of_usage: '`from` is before `to`, by at most 400 days.',
  future_end: '`expiresAt` is in the future.',
  known_assignee: '`assignee` is a member or a service of the account.',
  burst_of_plan: '`burstPerSecond` is at most that of the plan.',
  open_key: 'The key was neither revoked nor has it expired.',
  keys_most: 'An account has at most 100 keys.',
  rows_most: 'An account has at most 1,000 members, and as many services.',
  enabled_member: 'A member whose link is made anew is not disabled.',
  joined_member: 'A member that is made active has set a password.',
  other_owner: 'An account keeps an active owner.',
  webhook_form: '`url` is one that can be read, by the URL standard.',
  webhook_address: '`url` leads to public addresses by https.',
  webhooks_of_plan: 'The plan allows so many webhooks.',
  enabled_webhook: 'The webhook is not disabled.',
  batch_of_plan: 'A batch has at most as many inputs as the plan allows, and 1,000 with `mode=sync`.',
  refs_once: 'Each `ref` stands in a batch once.',
  readable_feed:
    'A feed of CSV or of lines of JSON is not empty, and can be read as what its Content-Type says, with a column of names.',
  known_mapping: '`mapping` is a comma list of `field=column`, whose fields are known.',
  delta_of_registry: '`after` comes without `format=crosswalk`.',
} as const

/** The name of a rule. */
export type Rule = keyof typeof RULES
