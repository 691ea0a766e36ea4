/**
 * Codes of a registry, each with the sentence that documents it. This entry point is separate from `@utpid/core`, so
 * that programs that do not show these sentences do not bundle them. Messages of errors are more specific.
 */
export { CodedError, type ErrorData } from './model/coded-error.ts'
export { ERROR_CODES } from './model/error-codes.ts'
export { MATCH_REASONS } from './model/match-reasons.ts'
export { NON_MATCH_REASONS } from './model/non-match-reasons.ts'
export { CONFIRM_REASONS } from './registry/confirm/confirm-reasons.ts'
export { ESTIMATE_REASONS } from './registry/dry-run/dry-run-report.ts'
export { SEPARATED_REASONS } from './registry/write/separated-links.ts'
