/**
 * Every code that a registry returns, with the sentence that documents it. This entry point is separate from
 * `@utpid/core`: only programs that show these sentences bundle the sentences. Error messages are more specific.
 */
export { ERROR_CODES } from './model/error-codes.ts'
export { MATCH_REASONS } from './model/match-reasons.ts'
export { NON_MATCH_REASONS } from './model/non-match-reasons.ts'
export { PARTED_REASONS } from './registry/write/parted-links.ts'
