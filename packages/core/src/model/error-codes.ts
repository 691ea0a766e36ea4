/**
 * Every code a {@link RegistryError} can carry, with the sentence that documents it.
 * Stable: a code is never renamed, and the HTTP service answers with the same ones.
 */
export const ERROR_CODES = {
  validation_failed: 'An argument or option is not of the stated form; nothing was done.',
  not_found: 'What was asked for was never known here.',
  product_not_found: 'No product has this UTPID, alias or supplier code.',
  product_deleted: 'The product was deleted; its UTPID will never name another one.',
  product_retired: 'The last record of the product ended; it comes back with its supplier code.',
  batch_too_large: 'More inputs than a batch may hold; send them in several.',
  offset_too_large: 'offset + limit is beyond what paging by offset reaches; narrow the search.',
  invalid_cursor: 'The cursor is not one that this registry gave for this query.',
  supplier_code_taken: 'The code belongs to another record of this supplier.',
  revision_conflict: 'What was read has changed since; read again and reapply the change.',
  ruling_conflict: 'An earlier ruling says the opposite; take that one back first (`details.rulings` names them).',
  already_undone: 'The decision was taken back already.',
  feed_incomplete: 'A full feed lacks more of the known records than is allowed; nothing was ended.',
  base_too_old: 'The change that this write was based on is no longer remembered; read again and reapply.',
  changes_expired:
    'The feed does not reach to that change: it is no longer kept, or never was here; scan the registry and follow the feed from its head.',
  index_outdated:
    'The stored keys and features were made by another index version; make them anew with `utpid reindex`, or open the registry with `outdated: "open"` and call `reindex()`.',
  scoring_outdated:
    'The groups of the registry were made by another model or epoch; move it over with `utpid rescore` or `rescore()`, or open it without a model of your own.',
  storage_not_empty: 'A registry can be restored only into an empty storage; give a new one.',
  restore_unfinished:
    'The storage holds a part of a restore that did not come to its end; delete it and restore into a new one.',
  export_damaged:
    'The export is not what was written: a line is damaged, missing, twice or in the wrong place; export or copy it again.',
  generation_open: 'A second generation of this registry is being made already; wait until it is done, or stop it.',
  storage_locked: 'Another process has this registry open for writing.',
  read_only: 'The registry was opened from a snapshot; write to the registry that the snapshot was made of.',
  storage_corrupt: 'What was read from storage is not what was written; restore from an export or a backup.',
  storage_version: 'The storage or export was written by a newer version of utpid; upgrade utpid to read it.',
  storage_outdated:
    'The storage was written by an earlier version of utpid in a format that is no longer read; export it with that version and restore the export, or import the feeds anew.',
  storage_full: 'The disk is full; nothing of this write was kept. Free some space and repeat it.',
  unavailable: 'The storage did not answer, or takes no writes; the same call may be repeated.',
  invalid_api_key: 'The key is unknown, malformed, revoked or expired, or its owner is gone; send one that is valid.',
  invalid_credentials:
    'The password, session, or invitation is not valid, or no longer; sign in again or ask for a new one.',
  insufficient_scope:
    'The key or member may not do this (`details.requiredScopes`); nobody gives what they do not hold.',
  plan_feature_unavailable: 'The plan of the account does not have this; take a plan that does.',
  account_suspended: 'The account was suspended by the operator of the service.',
  key_not_found: 'No key of the account has this id.',
  already_exists: 'Something of this name is there already; choose another name or change that one.',
  rate_limited: 'Too many requests at once; wait as long as `details.retryAfter` says (seconds), then ask more slowly.',
  quota_exceeded: 'The calls of the month are used up; wait for the next month or take a larger plan.',
  auth_throttled: 'Too many failed authentications from this address; wait, then send a valid key.',
  webhook_not_found: 'The account has no webhook of this id.',
  webhook_limit_reached: 'The plan allows no further webhook; delete one, or take a larger plan.',
  webhook_url_blocked:
    'Events are not sent to this address (`details.reason` is `scheme`, `credentials`, `port`, `own_host` or `address`); give a public https address.',
  secret_unreadable: 'A secret was sealed by a key that this service was not given; start it with that key too.',
  closed: 'The registry was closed; open a new one.',
  aborted: 'The caller aborted the call. What was committed before stays.',
  malformed_request: 'The bytes of the request cannot be read as what they should be.',
  invalid_json: 'The body is not JSON; `detail` says where it stops being it.',
  invalid_encoding: 'The body is not UTF-8, or not compressed as its header says.',
  invalid_header: 'A header has a value that it cannot have.',
  missing_api_key: 'The request has no key: send the header `Authorization: Bearer KEY`.',
  method_not_allowed: 'This path knows other methods; the header `Allow` names them.',
  not_acceptable: 'None of the forms that the request accepts can be answered.',
  request_timeout: 'The request did not arrive in time.',
  payload_too_large: 'The body is larger than this route takes.',
  uri_too_long: 'The path and its parameters are longer than is read.',
  unsupported_media_type: 'The body is of a form that this route does not read; `detail` names those it does.',
  headers_too_large: 'The headers are larger than is read.',
  product_merged: 'The product was merged into another one, which `details.utpid` names; write to that one.',
  precondition_failed: 'The product is no longer as the header `If-Match` says; read it again.',
  overloaded: 'More requests are waiting than can be answered in time; repeat it after `Retry-After` seconds.',
  not_ready: 'The service is starting or stopping; repeat it after `Retry-After` seconds.',
  deadline_exceeded: 'The answer took longer than a request may take.',
  internal_error:
    'Something went wrong that is no fault of the request; `requestId` finds it in the log of the service.',
  duplicate_ref: 'Two inputs of a batch have the same `ref`; give each its own.',
  job_not_found: 'This account has no job of this id.',
  job_finished: 'The job is over, so that it cannot be cancelled any more.',
  too_many_jobs: 'The account has as many unfinished jobs as its plan allows; wait until one is done, or cancel one.',
  results_expired: 'The results were kept for 30 days and are gone; send the job again.',
  idempotency_in_progress:
    'A request with this Idempotency-Key is being worked on; repeat it in a moment to get its answer.',
  idempotency_key_reused: 'This Idempotency-Key came with another body before; take a new key for another request.',
} as const

/** A stable code of an error. */
export type ErrorCode = keyof typeof ERROR_CODES
