import { STATUS_CODES } from 'node:http'
import { RegistryError } from '@utpid/core'
import { CodedError } from '@utpid/core/codes'
import { redactKeys } from '@utpid/service/internal'
import { isProblemCode, PROBLEM_CODES, type ProblemCode } from '../errors/problem-codes.ts'

/** Error details that callers may see, as members of a problem. */
const SHOWN_DETAILS = [
  'requiredScopes',
  'limit',
  'retryAfter',
  'violatedPolicies',
  'utpid',
  'judgements',
  'decided',
  'undoneBy',
  'oldest',
  'head',
  'versions',
  'loss',
] as const

/** HTTP status by code. A code with 500 is shown as `internal_error`. */
const STATUSES: Readonly<Record<ProblemCode, number>> = {
  malformed_request: 400,
  invalid_json: 400,
  invalid_encoding: 400,
  invalid_header: 400,
  missing_api_key: 401,
  invalid_credentials: 401,
  invalid_api_key: 401,
  second_factor_required: 401,
  passwords_off: 403,
  insufficient_scope: 403,
  plan_feature_unavailable: 403,
  account_suspended: 403,
  not_found: 404,
  product_not_found: 404,
  job_not_found: 404,
  file_not_kept: 404,
  key_not_found: 404,
  webhook_not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  supplier_code_taken: 409,
  idempotency_in_progress: 409,
  already_exists: 409,
  job_finished: 409,
  job_unfinished: 409,
  product_merged: 409,
  excessive_loss: 409,
  revision_conflict: 409,
  judgement_conflict: 409,
  alert_decided: 409,
  already_undone: 409,
  feed_incomplete: 409,
  generation_open: 409,
  product_deleted: 410,
  product_retired: 410,
  changes_expired: 410,
  results_expired: 410,
  file_expired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  validation_failed: 422,
  batch_too_large: 422,
  offset_too_large: 422,
  invalid_cursor: 422,
  duplicate_ref: 422,
  idempotency_key_reused: 422,
  webhook_url_blocked: 422,
  webhook_limit_reached: 422,
  rate_limited: 429,
  quota_exceeded: 429,
  auth_throttled: 429,
  too_many_jobs: 429,
  headers_too_large: 431,
  // No client receives this status: the client has disconnected. Committed changes remain.
  aborted: 499,
  internal_error: 500,
  storage_not_empty: 500,
  restore_unfinished: 500,
  export_damaged: 500,
  storage_locked: 500,
  read_only: 500,
  storage_corrupt: 500,
  storage_version: 500,
  storage_outdated: 500,
  secret_unreadable: 500,
  unavailable: 503,
  overloaded: 503,
  not_ready: 503,
  closed: 503,
  index_outdated: 503,
  model_outdated: 503,
  storage_full: 503,
  read_version_too_old: 503,
  deadline_exceeded: 504,
}

/** Status titles of RFC 9110 for which Node has older names. */
const TITLES: Readonly<Record<number, string>> = { 413: 'Content Too Large', 422: 'Unprocessable Content' }

/** Default number of seconds in Retry-After. */
const RETRY_SECONDS = 1

export function statusOf(code: ProblemCode): number {
  return STATUSES[code]
}

/** One fault of a request. */
export interface Fault {
  /** Location of the fault, such as `input.name` or `query.limit`. */
  readonly path: string
  readonly code: string
  readonly message: string
}

/** Maximum faults listed for one request. */
const MAX_FAULTS = 100

/** A well-formed request that violates its schema. */
export class InvalidRequest extends RegistryError {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    const [first] = faults
    super('validation_failed', first === undefined ? 'The request is not valid.' : sentenceOf(first))
    this.faults = faults.slice(0, MAX_FAULTS)
  }
}

/** Joins path and message to a sentence. A message without a full stop is a phrase that follows the path. */
function sentenceOf({ path, message }: Fault): string {
  return message.endsWith('.') ? `${path}: ${message}` : `${path} ${message}.`
}

/** The body of an error, RFC 9457. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: ProblemCode
  readonly detail: string
  readonly requestId: string
  readonly errors?: readonly Fault[]
  readonly [member: string]: unknown
}

/**
 * Converts an error into a problem for the caller, without stack, SQL or host names. An unexpected error becomes
 * `internal_error`; only the log contains its cause.
 */
export function problemOf(error: unknown, requestId: string): Problem {
  const code = error instanceof CodedError && isProblemCode(error.code) ? error.code : 'internal_error'
  const status = statusOf(code)
  const isInternal = status === 500 || !(error instanceof CodedError)
  const shown = isInternal ? 'internal_error' : code
  const details = error instanceof CodedError && !isInternal ? error.details : {}
  return {
    type: `/docs/errors#${shown}`,
    title: TITLES[status] ?? STATUS_CODES[status] ?? 'Error',
    status,
    code: shown,
    detail: detailOf(error, shown, status),
    requestId,
    ...(error instanceof InvalidRequest ? { errors: error.faults.map(withoutKeysIn) } : {}),
    ...Object.fromEntries(
      SHOWN_DETAILS.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name]]])),
    ),
  }
}

/** Returns the response headers of a problem. */
export function problemHeaders({ status, code, ...members }: Problem): Record<string, string> {
  const headers: Record<string, string> = {}
  const { retryAfter } = members
  if (status === 429 || status === 503 || code === 'idempotency_in_progress') {
    headers['retry-after'] = String(typeof retryAfter === 'number' ? Math.max(1, Math.ceil(retryAfter)) : RETRY_SECONDS)
  }
  if (status === 401)
    headers['www-authenticate'] = code === 'missing_api_key' ? 'Bearer' : 'Bearer error="invalid_token"'
  if (code === 'insufficient_scope') {
    const { requiredScopes } = members
    const scope = Array.isArray(requiredScopes) ? requiredScopes.join(' ') : ''
    headers['www-authenticate'] = `Bearer error="insufficient_scope", scope="${scope}"`
  }
  return headers
}

/** Codes with a 5xx status whose messages the service itself writes, so they are safe to show. */
const SAFE_MESSAGES: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['not_ready', 'overloaded', 'deadline_exceeded'])

function detailOf(error: unknown, code: ProblemCode, status: number): string {
  // Messages of a storage may contain file and host names.
  if ((status >= 500 && !SAFE_MESSAGES.has(code)) || !(error instanceof CodedError)) return PROBLEM_CODES[code]
  // The message may quote the request, and callers log errors, so remove API keys.
  return redactKeys(error.message)
}

function withoutKeysIn({ path, code, message }: Fault): Fault {
  return { path: redactKeys(path), code, message: redactKeys(message) }
}
