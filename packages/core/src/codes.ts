/**
 * Every code that a registry answers with, and the sentence that documents it. Apart from `@utpid/core`, whose own messages
 * say more, so that a program that shows none of these sentences does not carry them.
 */
export { ERROR_CODES } from './model/error-codes.ts'
export { MATCH_REASONS } from './model/match-reasons.ts'
export { WHY_NOT_REASONS } from './model/why-not-reasons.ts'
export { PARTED_REASONS } from './registry/write/parted-links.ts'
