/**
 * Every code that a registry returns, with the sentence that documents it. It is apart from `@utpid/core`, whose
 * messages say more, so that programs that show none of these sentences do not bundle them.
 */
export { ERROR_CODES } from './model/error-codes.ts'
export { MATCH_REASONS } from './model/match-reasons.ts'
export { NON_MATCH_REASONS } from './model/non-match-reasons.ts'
export { PARTED_REASONS } from './registry/write/parted-links.ts'
