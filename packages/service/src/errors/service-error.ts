import { CodedError, type ErrorData } from '@utpid/core/codes'

/**
 * The codes of a {@link ServiceError}, each with the sentence that documents it. Codes are stable and never renamed. A
 * service also throws the codes of its registry, as `RegistryError`.
 */
export const SERVICE_ERROR_CODES = {
  invalid_api_key: 'The API key is unknown, malformed, revoked or expired, or its owner was removed; send a valid one.',
  invalid_credentials: 'The password, session or invitation is invalid or expired; sign in again or request a new one.',
  second_factor_required:
    'The password is correct, and the member has a second factor: send the password again with `code`.',
  passwords_off: 'Passwords are turned off; sign in with the sign-in provider of the service.',
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
  invalid_json: 'The body is not valid JSON; `detail` gives the position of the error.',
  invalid_encoding: 'The body is not UTF-8, or its compression does not match its header.',
  duplicate_ref: 'Two inputs of a batch have the same `ref`; use a different one for each.',
  feed_incomplete:
    'Lines of the full feed could not be read and may contain any record; nothing was imported. Fix the lines, or import without full.',
  job_not_found: 'This account has no job with this id.',
  job_unfinished: 'The job is not finished yet; wait until it is, then ask again.',
  file_not_kept: 'The file of the job was not kept; `file.notKept` of the job says why.',
  file_expired: 'The file of the job is no longer kept; send it again.',
  job_finished: 'The job is finished and can no longer be cancelled.',
  too_many_jobs:
    'The account has reached the limit of unfinished jobs of its plan; wait until one finishes, or cancel one.',
  results_expired: 'The results expired after 30 days; submit the job again.',
  idempotency_in_progress: 'A request with this Idempotency-Key is in progress; repeat it shortly to get its response.',
  idempotency_key_reused: 'This Idempotency-Key was used with another body; use a new key for another request.',
  internal_error: 'An internal error occurred; `requestId` identifies it in the log of the service.',
} as const

/** A stable code of a {@link ServiceError}. */
export type ServiceErrorCode = keyof typeof SERVICE_ERROR_CODES

/** Error of a hosted service: of accounts, keys, limits, jobs and webhooks. */
export class ServiceError extends CodedError {
  override readonly name = 'ServiceError'
  override readonly code: ServiceErrorCode

  constructor(code: ServiceErrorCode, message: string, data?: ErrorData) {
    super(message, data)
    this.code = code
  }
}
