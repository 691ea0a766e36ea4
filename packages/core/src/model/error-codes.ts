/**
 * All codes of a {@link RegistryError}, each with the sentence that documents it. Codes are stable and never renamed.
 * The HTTP service uses the same codes.
 */
export const ERROR_CODES = {
  validation_failed: 'An argument or option is invalid; nothing was done.',
  not_found: 'The requested item does not exist and never did.',
  product_not_found: 'No product has this UTPID, alias or supplier code.',
  product_deleted: 'The product was deleted; its UTPID will never be reused.',
  product_retired: 'The last record of the product ended; the product returns with its supplier code.',
  batch_too_large: 'The batch has too many inputs; split it into several.',
  offset_too_large: 'offset + limit exceeds the maximum of paging by offset; narrow the search.',
  invalid_cursor: 'The cursor was not issued by this registry for this query.',
  supplier_code_taken: 'The code belongs to another record of this supplier.',
  revision_conflict: 'The data changed after it was read; read it again and reapply the change.',
  judgement_conflict:
    'An earlier judgement says the opposite; undo it first (`details.judgements` lists such judgements).',
  already_undone: 'The decision was already undone.',
  feed_incomplete: 'The full feed lacks more of the known records than allowed; no record was ended.',
  read_version_too_old: 'The read version of this write is too old to check; read again and reapply the change.',
  changes_expired:
    'The change feed does not contain that change: it expired or never existed here. Scan the registry, then follow the feed from its head.',
  index_outdated:
    'The stored keys and features belong to another index version; rebuild them with `utpid reindex`, or open the registry with `outdated: "open"` and call `reindex()`.',
  model_outdated:
    'The registry was clustered with another model or term-frequency version; update it with `utpid rescore` or `rescore()`, or open it without your own model.',
  storage_not_empty: 'A registry can be restored only into an empty storage; use a new one.',
  restore_unfinished: 'The storage holds an unfinished restore; delete it and restore into a new one.',
  export_damaged:
    'The export is damaged: a line is damaged, missing, duplicated or in the wrong place; export or copy it again.',
  generation_open: 'Another rebuild of this registry is running; wait until it finishes, or stop it.',
  storage_locked: 'Another process has this registry open for writing.',
  read_only: 'The registry was opened from a snapshot; write to the registry from which the snapshot was made.',
  storage_corrupt: 'The stored data is damaged; restore it from an export or a backup.',
  storage_version: 'The storage or export was written by a newer version of utpid; upgrade utpid to read it.',
  storage_outdated:
    'The storage was written by an earlier version of utpid in an unsupported format; export it with that version and restore the export, or import the feeds again.',
  storage_full: 'The disk is full; this write was discarded. Free some space and repeat it.',
  unavailable: 'The storage did not respond or accepts no writes; repeat the call.',
  invalid_api_key: 'The API key is unknown, malformed, revoked or expired, or its owner was removed; send a valid one.',
  invalid_credentials: 'The password, session or invitation is invalid or expired; sign in again or request a new one.',
  insufficient_scope:
    'The API key or member lacks permission (`details.requiredScopes`). Permissions can only be granted by someone who has them.',
  plan_feature_unavailable: 'The plan of the account does not include this; choose a plan that does.',
  account_suspended: 'The account was suspended by the operator of the service.',
  key_not_found: 'The account has no API key with this id.',
  already_exists: 'Something with this name already exists; choose another name or change the existing one.',
  rate_limited: 'Too many requests; wait `details.retryAfter` seconds, then send them more slowly.',
  quota_exceeded: 'The calls of this month are used up; wait for the next month or choose a larger plan.',
  auth_throttled: 'Too many failed authentications from this address; wait, then send a valid API key.',
  webhook_not_found: 'The account has no webhook with this id.',
  webhook_limit_reached: 'The plan allows no further webhook; delete one or choose a larger plan.',
  webhook_url_blocked:
    'Webhooks cannot use this address (`details.reason` is `scheme`, `credentials`, `port`, `own_host` or `address`); use a public https address.',
  secret_unreadable: 'A secret is encrypted with a key that this service does not have; start it with that key too.',
  closed: 'The registry was closed; open a new one.',
  aborted: 'The caller aborted the call. Earlier commits remain.',
  malformed_request: 'The request is malformed.',
  invalid_json: 'The body is not valid JSON; `detail` gives the position of the error.',
  invalid_encoding: 'The body is not UTF-8, or its compression does not match its header.',
  invalid_header: 'A header has an invalid value.',
  missing_api_key: 'The request has no API key: send the header `Authorization: Bearer KEY`.',
  method_not_allowed: 'This path does not support this method; the header `Allow` lists supported ones.',
  not_acceptable: 'The response is not available in any format that the request accepts.',
  request_timeout: 'The request did not arrive in time.',
  payload_too_large: 'The body is larger than this route allows.',
  uri_too_long: 'The path with its parameters is too long.',
  unsupported_media_type: 'This route does not support the format of the body; `detail` lists supported formats.',
  headers_too_large: 'The headers are too large.',
  product_merged: 'The product was merged into another one (`details.utpid`); write to that one.',
  precondition_failed: 'The product has changed and does not match the header `If-Match`; read it again.',
  overloaded: 'The service is overloaded; repeat the request after `Retry-After` seconds.',
  not_ready: 'The service is starting or stopping; repeat the request after `Retry-After` seconds.',
  deadline_exceeded: 'The response took longer than allowed.',
  internal_error: 'An internal error occurred; `requestId` identifies it in the log of the service.',
  duplicate_ref: 'Two inputs of a batch have the same `ref`; use a different one for each.',
  job_not_found: 'This account has no job with this id.',
  job_finished: 'The job is finished and can no longer be cancelled.',
  too_many_jobs:
    'The account has reached the limit of unfinished jobs of its plan; wait until one finishes, or cancel one.',
  results_expired: 'The results expired after 30 days; submit the job again.',
  idempotency_in_progress: 'A request with this Idempotency-Key is in progress; repeat it shortly to get its response.',
  idempotency_key_reused: 'This Idempotency-Key was used with another body; use a new key for another request.',
} as const

/** A stable code of an error. */
export type ErrorCode = keyof typeof ERROR_CODES
